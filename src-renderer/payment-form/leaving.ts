import type { RedirectMode } from '../../src-main/domain/form/settings'
import { isWebAddress } from './dom'
import type { ParentLine } from './parent-line'

/** Ways out of the form, and what the page around hears of them (contract 7.6, 8.9). */
export interface Leaving {
  readonly to: (url: string, mode: RedirectMode) => void
  /** A return button that only closes or tells: `exit`, and `destroy` where no result was shown. */
  readonly close: () => void
  /** The customer closed the modal around the form: `destroy` where no result was shown. */
  readonly closedByPage: () => void
  readonly resultShown: () => void
}

/**
 * `destroy` follows only what the customer did. A frame that is merely taken out of the page says nothing: shops replace
 * theirs whenever the cart changes, and leave the checkout at `destroy` (contract 12.24).
 */
export function createLeaving(line: ParentLine): Leaving {
  let hasResult = false
  let told = false

  const destroyed = (): void => {
    if (told || hasResult) return
    told = true
    line.post('destroy')
  }

  return {
    resultShown: () => {
      hasResult = true
    },
    to: (url, mode) => {
      if (!isWebAddress(url)) return
      if (mode === 'blank_page') openTab(url)
      else if (mode === 'parent_page' && line.framed) line.post('redirect', { url })
      else {
        line.whenSent(() => {
          location.href = url
        })
      }
    },
    close: () => {
      line.post('exit')
      destroyed()
    },
    closedByPage: destroyed,
  }
}

/** A new tab that cannot reach back into the form. */
function openTab(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  document.body.appendChild(link)
  link.click()
  document.body.removeChild(link)
}
