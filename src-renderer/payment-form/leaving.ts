import type { RedirectMode } from '#domain/form/settings'
import { isWebAddress } from './dom'
import type { ParentWindow } from './parent-window'

/** Ways to leave the form, with their messages to the embedding page (contract 7.6, 8.9). */
export interface Leaving {
  readonly to: (url: string, mode: RedirectMode) => void
  /** A return button that only closes: posts `exit`, and `destroy` where no result was shown. */
  readonly close: () => void
  /** The customer closed the modal around the form: `destroy` where no result was shown. */
  readonly closedByPage: () => void
  readonly resultShown: () => void
}

/**
 * `destroy` follows only what the customer did. A frame that is merely removed from the page posts nothing: shops replace
 * theirs whenever the cart changes, and leave the checkout at `destroy` (contract 12.24).
 */
export function createLeaving(parent: ParentWindow): Leaving {
  let hasResult = false
  let isDestroyPosted = false

  const postDestroy = (): void => {
    if (isDestroyPosted || hasResult) return
    isDestroyPosted = true
    parent.post('destroy')
  }

  return {
    resultShown: () => {
      hasResult = true
    },
    to: (url, mode) => {
      if (!isWebAddress(url)) return
      if (mode === 'blank_page') openTab(url)
      else if (mode === 'parent_page' && parent.framed) parent.post('redirect', { url })
      else {
        parent.whenSent(() => {
          location.href = url
        })
      }
    },
    close: () => {
      parent.post('exit')
      postDestroy()
    },
    closedByPage: postDestroy,
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
