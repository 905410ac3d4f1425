import { createStore } from 'zustand/vanilla'
import { LIMITS } from '../../../src-main/lib/limits/limit-table'
import { boundedText } from '../../../src-main/lib/limits/bounded-text'
import { reasonOf, showToast } from './toasts'

/** Errors of the window itself that nothing has handled, since it was loaded. */
export const pageErrorStore = createStore<{ readonly count: number }>(() => ({ count: 0 }))

/** Counts an error that nothing has handled and shows it: it must neither end the window nor be lost. */
function notePageError(error: unknown): void {
  const count = pageErrorStore.getState().count + 1
  pageErrorStore.setState({ count })
  const reason = boundedText(reasonOf(error), LIMITS.pathChars)
  const which = count === 1 ? '' : ` (error ${count} since the window was loaded)`
  showToast({
    icon: 'state-failed',
    text: `Something in the window failed: ${reason}${which}. Try again. If that does not help, reload the page.`,
  })
}

/** Watches for errors and rejected promises that no code has taken. */
export function watchPageErrors(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('unhandledrejection', (event) => {
    notePageError(event.reason)
  })
  page.addEventListener('error', (event) => {
    // Browsers report here that a resize came too late to be told of in the same frame; it is told of in the next.
    if (!event.message.startsWith('ResizeObserver loop')) notePageError(event.error ?? event.message)
  })
}
