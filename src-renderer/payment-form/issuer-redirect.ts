import type { PageState } from '#domain/form/page-state'
import { first } from './dom'
import type { ParentWindow } from './parent-window'

const MARK = 'issuer-page'

/** Takes the customer to the issuer's page. `onFrameLoad`: the issuer's frame has loaded a page. */
export function prepareIssuerRedirect(
  { base, frameMode }: Pick<PageState, 'base' | 'frameMode'>,
  parent: ParentWindow,
  onFrameLoad: () => void,
) {
  let isAway = readMark(base)
  let isShopAsked = false
  window.addEventListener('resize', () => {
    const frame = first('iframe[data-issuer]')
    if (frame instanceof HTMLIFrameElement) fitFrame(frame)
  })
  return {
    /** Call after every render. `announced` lists the messages that the platform itself sends. */
    drawn: (isChallenge: boolean, announced: readonly string[]): void => {
      const announce = (message: string): void => {
        if (announced.indexOf(`epframe.${message}`) < 0) parent.post(message)
      }
      if (!isChallenge) {
        if (isAway) announce('redirect_iframe_complete')
        isAway = isShopAsked = false
        writeMark(base, false)
        return
      }
      const frame = first('iframe[data-issuer]')
      if (frame instanceof HTMLIFrameElement) {
        if (!isAway) announce('redirect_iframe')
        isAway = true
        frame.addEventListener('load', () => {
          fitFrame(frame)
          onFrameLoad()
        })
        return
      }
      const link = issuerLink()
      if (link === null || isForShop(link, parent)) return
      if (!isAway) {
        announce('acs_redirect_iframe')
        announce('redirect_iframe')
      }
      isAway = true
      writeMark(base, true)
      parent.whenSent(() => {
        location.href = link.href
      })
    },
    /**
     * Asks the embedding page to open the issuer's page, if that is the embedding page's job (contract 12.25).
     * Call it last: the customer then leaves the embedding page, which gets no further messages.
     */
    askShop: (): void => {
      const link = issuerLink()
      if (isShopAsked || link === null || !isForShop(link, parent)) return
      isShopAsked = true
      const data = { method: 'POST', url: link.href, body: { MD: base.replace('/payment/', '') } }
      if (frameMode === 'embedded') parent.post('embedded_mode.redirect_3ds_parent_page', data)
      // In the older variant the library posts the form for the shop.
      else parent.post('acs_parent_page_redirect_run', data)
    },
  }
}

function issuerLink(): HTMLAnchorElement | null {
  const link = first('a[data-issuer="page"], a[data-issuer="parent"]')
  return link instanceof HTMLAnchorElement ? link : null
}

const isForShop = (link: HTMLAnchorElement, parent: ParentWindow): boolean =>
  parent.framed && link.getAttribute('data-issuer') === 'parent'

function fitFrame(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.getElementById('pf')
  const height = Math.ceil(page?.getBoundingClientRect().height ?? 0)
  if (height > 0) frame.style.height = `${height}px`
}

/** Whether the customer returns from the issuer's page: the referrer shows it, or the mark, if it could be stored. */
function readMark(base: string): boolean {
  const referrer = document.referrer.split(/[?#]/)[0] ?? ''
  if (referrer === `${location.protocol}//${location.host}${base}/issuer`) return true
  try {
    return sessionStorage.getItem(MARK) === base
  } catch {
    return false
  }
}

function writeMark(base: string, on: boolean): void {
  try {
    if (on) sessionStorage.setItem(MARK, base)
    else sessionStorage.removeItem(MARK)
  } catch {
    // Without storage, `readMark` uses the referrer.
  }
}
