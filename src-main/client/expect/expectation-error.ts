import type { Difference } from '#lib/match/compare'

/** An expectation was not met in time. The message lists what came instead, nearest match first. */
export class ExpectationError extends Error {
  /** The differences of the nearest candidate; empty where there was none. */
  readonly differences: readonly Difference[]

  constructor(message: string, differences: readonly Difference[]) {
    super(message)
    this.name = 'ExpectationError'
    this.differences = differences
  }
}
