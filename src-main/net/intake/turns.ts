import type { Pace } from './pace'

/** Requests of one connection, one at a time: their responses leave in order anyway (RFC 9112 9.3.2). */
export interface Turns {
  /** Runs `task` now, or after those before it. `task` never rejects. */
  take(task: () => Promise<void>): void
  /** Tasks that wait for the one that runs. */
  readonly waiting: () => number
}

/**
 * Waiting tasks begin at the pace that they share with those of all other connections, so that whoever sends hundreds of
 * requests at once does not keep out those who send one.
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
