/** A fetch that took longer is followed by as long a rest, so that the bench is not kept busy by being looked at. */
const MIN_SLOW_MS = 100
const MAX_REST_MS = 2000

/** Fetches one at a time. */
export interface Fetcher {
  /** Fetches; while a fetch is running, once more after it. */
  readonly run: () => void
  /** Drops the response that is still to come. */
  readonly stop: () => void
}

interface Outcomes<Value> {
  readonly fetched: (value: Value) => void
  readonly failed: (error: unknown) => void
}

/**
 * Creates a fetcher that shows every response. Where changes come faster than responses, one that drops a response because
 * a newer fetch has begun would never show any.
 */
export function createFetcher<Value>(fetchValue: () => Promise<Value>, outcomes: Outcomes<Value>): Fetcher {
  let isRunning = false
  let isAskedAgain = false
  let isStopped = false
  let startedAt = 0
  let resting: ReturnType<typeof setTimeout> | undefined

  const begin = (): void => {
    resting = undefined
    if (!isAskedAgain) return
    isAskedAgain = false
    run()
  }
  const settle = (show: () => void): void => {
    isRunning = false
    if (isStopped) return
    show()
    const took = performance.now() - startedAt
    if (took < MIN_SLOW_MS) begin()
    else resting = setTimeout(begin, Math.min(took, MAX_REST_MS))
  }
  const run = (): void => {
    if (isStopped) return
    if (isRunning || resting !== undefined) {
      isAskedAgain = true
      return
    }
    isRunning = true
    startedAt = performance.now()
    fetchValue().then(
      (value) => settle(() => outcomes.fetched(value)),
      (error: unknown) => settle(() => outcomes.failed(error)),
    )
  }
  return {
    run,
    stop() {
      isStopped = true
      clearTimeout(resting)
    },
  }
}
