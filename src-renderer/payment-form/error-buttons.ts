import { around, byId, first, isWebAddress } from './dom'
import type { ParentLine } from './parent-line'

/** The way on from an error page: its button closes the modal window, or goes back to the page that led here. */
export function prepareErrorPage(line: ParentLine): void {
  if (byId('error-description') === null) return
  const back = first(document, '[data-action="go-back"]')
  if (back !== null && !line.framed && window.history.length > 1 && isWebAddress(document.referrer)) {
    back.hidden = false
  }
  document.addEventListener('click', (event) => {
    const action = around(event.target, 'data-action')?.getAttribute('data-action')
    if (action === 'close') line.post('exit')
    else if (action === 'go-back') window.history.back()
  })
}
