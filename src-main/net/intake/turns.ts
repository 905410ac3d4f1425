import type { Pace } from './pace'

/** Runs the requests of one connection one at a time: their responses have to keep their order (RFC 9112 9.3.2). */
export interface Turns {
  /** Runs `task` now, or after the earlier tasks. `task` must not reject. */
  take(task: () => Promise<void>): void
  /** Number of tasks that wait for the running one. */
  readonly waiting: () => number
}

/**
 * Creates the queue of one connection. Waiting tasks start at a pace that all connections share, so that a client that
 * sends hundreds of requests at once does not delay clients that send one.
 * @param onTaken called when a waiting task starts
 */
export function createTurns(pace: Pace, onTaken: () => void): Turns {
  const waiting: (() => Promise<void>)[] = []
  let isBusy = false

  const run = (task: () => Promise<void>): void => {
    void task().then(next)
  }
  const next = (): void => {
    const task = waiting[0]
    if (task === undefined) {
      isBusy = false
      return
    }
    pace.later(() => {
      waiting.shift()
      run(task)
      onTaken()
    })
  }
  return {
    take(task) {
      if (isBusy) {
        waiting.push(task)
        return
      }
      isBusy = true
      run(task)
    },
    waiting: () => waiting.length,
  }
}
