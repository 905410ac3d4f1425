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

  const settle = (show: () => void): void => {
    isRunning = false
    if (isStopped) return
    show()
    if (!isAskedAgain) return
    isAskedAgain = false
    run()
  }
  const run = (): void => {
    if (isStopped) return
    if (isRunning) {
      isAskedAgain = true
      return
    }
    isRunning = true
    fetchValue().then(
      (value) => settle(() => outcomes.fetched(value)),
      (error: unknown) => settle(() => outcomes.failed(error)),
    )
  }
  return {
    run,
    stop() {
      isStopped = true
    },
  }
}
