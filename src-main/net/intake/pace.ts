/** Starts tasks a few at a time, so that events of the network are handled in between. */
export interface Pace {
  later(work: () => void): void
}

/** Starts at most `perTurn` tasks in each turn of the event loop, in the order of their arrival. */
export function createPace(perTurn: number): Pace {
  let waiting: (() => void)[] = []
  let next = 0
  let isScheduled = false
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }
  const turn = (): void => {
    isScheduled = false
    const end = Math.min(next + perTurn, waiting.length)
    if (end < waiting.length) schedule()
    const works = waiting.slice(next, end)
    next = end
    if (next === waiting.length) {
      waiting = []
      next = 0
    } else if (next > 1000) {
      waiting = waiting.slice(next)
      next = 0
    }
    for (const work of works) work()
  }
  return {
    later(work) {
      waiting.push(work)
      schedule()
    },
  }
}
