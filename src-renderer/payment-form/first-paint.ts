/** A window behind others is not painted; then we do not wait. */
const PATIENCE_MS = 100

/** Calls back once the page has been painted for the first time, so that what follows does not hold it up. */
export function afterFirstPaint(next: () => void): void {
  let waits = true
  const once = (): void => {
    if (!waits) return
    waits = false
    next()
  }
  setTimeout(once, PATIENCE_MS)
  // The frame that follows is the one; a timer set in it comes after it.
  window.requestAnimationFrame(() => setTimeout(once, 0))
}
