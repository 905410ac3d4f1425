import { LIMITS } from '#lib/limits/limit-table'
import { boundedText } from '#lib/limits/bounded-text'
import { reasonOf, showToast } from './toasts'

/** Shows an error that nothing has handled: it must neither end the window nor be lost. */
function showPageError(error: unknown, count: number): void {
  const reason = boundedText(reasonOf(error), LIMITS.pathChars)
  const which = count === 1 ? '' : ` (error ${count} since the window was loaded)`
  showToast({
    icon: 'state-failed',
    text: `Something in the window failed: ${reason}${which}. Try again. If that does not help, reload the page.`,
  })
}

/** Watches for errors and rejected promises that no code has taken. */
export function watchPageErrors(page: Pick<Window, 'addEventListener'>): void {
  let count = 0
  const showNext = (error: unknown): void => {
    count += 1
    showPageError(error, count)
  }
  page.addEventListener('unhandledrejection', (event) => {
    showNext(event.reason)
  })
  page.addEventListener('error', (event) => {
    // Browsers report here that a resize came too late for this frame; the observers get it in the next.
    if (!event.message.startsWith('ResizeObserver loop')) showNext(event.error ?? event.message)
  })
}
