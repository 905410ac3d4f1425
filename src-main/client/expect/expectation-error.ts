import type { Difference } from '../../lib/match/compare'

/** What was waited for did not come. The message shows what did, nearest first. */
export class ExpectationError extends Error {
  /** What of the nearest candidate differs; empty where nothing came. */
  readonly differences: readonly Difference[]

  constructor(message: string, differences: readonly Difference[]) {
    super(message)
    this.name = 'ExpectationError'
    this.differences = differences
  }
}
