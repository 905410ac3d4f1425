const TICK_MS = 250

/**
 * Counts the time in which this process runs. A pause of the whole process, such as a runner that is suspended, counts as
 * no more than two ticks.
 */
export function startTimeBudget(limitMs: number): { readonly spent: AbortSignal; end(): void } {
  const spending = new AbortController()
  let usedMs = 0
  let last = performance.now()
  const timer = setInterval(
    () => {
      const now = performance.now()
      usedMs += Math.min(now - last, 2 * TICK_MS)
      last = now
      if (usedMs >= limitMs) spending.abort()
    },
    Math.min(TICK_MS, limitMs),
  )
  return {
    spent: spending.signal,
    end() {
      clearInterval(timer)
    },
  }
}
