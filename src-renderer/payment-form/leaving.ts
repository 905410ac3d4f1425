import type { RedirectMode } from '../../src-main/core/form/settings'
import { isWebAddress } from './dom'
import type { ParentLine } from './parent-line'

/** Ways out of the form, and what has to be said when it goes away (contract 7.6, 8.9). */
export interface Leaving {
  /** The page is about to be replaced by one of our own or by a return: nobody closed it. */
  readonly onPurpose: () => void
  readonly to: (url: string, mode: RedirectMode) => void
  /** A return button that only closes or tells: `exit`, and `destroy` where no result was shown. */
  readonly close: () => void
  readonly resultShown: () => void
}

export function watchLeaving(line: ParentLine): Leaving {
  let purposely = false
  let hasResult = false
  let gone = false

  const away = (): void => {
    if (gone || purposely || hasResult) return
    gone = true
    line.postLast('destroy')
  }
  window.addEventListener('pagehide', away)
  window.addEventListener('beforeunload', () => undefined)
  window.addEventListener('unload', away)

  return {
    onPurpose: () => {
      purposely = true
    },
    resultShown: () => {
      hasResult = true
    },
    to: (url, mode) => {
      if (!isWebAddress(url)) return
      if (mode === 'blank_page') openTab(url)
      else if (mode === 'parent_page' && line.framed) {
        line.post('redirect', { url })
        purposely = true
      } else {
        purposely = true
        line.whenSent(() => {
          location.href = url
        })
      }
    },
    close: () => {
      line.post('exit')
      if (hasResult || gone) return
      gone = true
      line.post('destroy')
    },
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
