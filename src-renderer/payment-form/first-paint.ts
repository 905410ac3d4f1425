/**
 * Calls back once the customer sees the page for the first time, so that what follows does not hold it up. A frame that is
 * merely drawn still has to get to the screen, for which browsers need every core. A window behind others is not painted;
 * then `patienceMs` ends the wait.
 */
export function afterFirstPaint(next: () => void, patienceMs: number): void {
  let waits = true
  const once = (): void => {
    if (!waits) return
    waits = false
    next()
  }
  setTimeout(once, patienceMs)
  if (observesPaint()) new window.PerformanceObserver(once).observe({ type: 'paint', buffered: true })
  // The frame that follows is the one; a timer set in it comes after it.
  else window.requestAnimationFrame(() => setTimeout(once, 0))
}

/** Whether the browser can report its first paint; older ones lack the list of what they can report, too. */
function observesPaint(): boolean {
  if (!('PerformanceObserver' in window)) return false
  const known: Partial<Pick<typeof PerformanceObserver, 'supportedEntryTypes'>> = window.PerformanceObserver
  return (known.supportedEntryTypes ?? []).indexOf('paint') >= 0
}
