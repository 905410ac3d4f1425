/** Longest delay of a timer in Node. */
const MAX_DELAY_MS = 2_147_483_647

/** One timer of real time. Delays are in real milliseconds. */
export interface RealTimer {
  /** Replaces a timer that is set. */
  set(delayMs: number): void
  clear(): void
}

/** A delay beyond what Node can wait for ends early: `onEnd` has to look at the clock. */
export function createRealTimer(onEnd: () => void): RealTimer {
  let timer: NodeJS.Timeout | null = null
  const clear = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  return {
    set(delayMs) {
      clear()
      timer = setTimeout(onEnd, Math.min(Math.max(delayMs, 1), MAX_DELAY_MS))
      timer.unref()
    },
    clear,
  }
}
