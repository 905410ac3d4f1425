import { first } from './dom'
import type { PageState } from '../../src-main/domain/form/page-state'
import type { ParentLine } from './parent-line'

/** The way to the page of the card's issuer and back, as the page around hears of it (contract 8.7). */
export interface IssuerWay {
  /** After every drawing. `told` holds the messages that the platform sends itself. */
  readonly drawn: (isChallenge: boolean, told: readonly string[]) => void
  /**
   * Asks the page around to go there where it is to do so (contract 12.25). Call it last: that page leaves, and hears no more.
   */
  readonly askShop: () => void
}

const MARK = 'issuer-page'

/** `looked` is called when the issuer's page in our frame has moved on. */
export function prepareIssuerWay(
  { base, frameMode }: Pick<PageState, 'base' | 'frameMode'>,
  line: ParentLine,
  looked: () => void,
): IssuerWay {
  let out = readMark(base)
  let isShopAsked = false
  window.addEventListener('resize', () => {
    const frame = first(document, 'iframe[data-issuer]')
    if (frame instanceof HTMLIFrameElement) fitFrame(frame)
  })
  return {
    drawn: (isChallenge, told) => {
      const say = (message: string): void => {
        if (told.indexOf(`epframe.${message}`) < 0) line.post(message)
      }
      if (!isChallenge) {
        if (out) say('redirect_iframe_complete')
        out = isShopAsked = false
        writeMark(base, false)
        return
      }
      const frame = first(document, 'iframe[data-issuer]')
      if (frame instanceof HTMLIFrameElement) {
        if (!out) say('redirect_iframe')
        out = true
        frame.addEventListener('load', () => {
          fitFrame(frame)
          looked()
        })
        return
      }
      const link = wayThere()
      if (link === null || isForShop(link, line)) return
      if (!out) {
        say('acs_redirect_iframe')
        say('redirect_iframe')
      }
      out = true
      writeMark(base, true)
      line.whenSent(() => {
        location.href = link.href
      })
    },
    askShop: () => {
      const link = wayThere()
      if (isShopAsked || link === null || !isForShop(link, line)) return
      isShopAsked = true
      const data = { method: 'POST', url: link.href, body: { MD: base.replace('/payment/', '') } }
      if (frameMode === 'embedded') line.post('embedded_mode.redirect_3ds_parent_page', data)
      // In the older variant the library posts the form for the shop.
      else line.post('acs_parent_page_redirect_run', data)
    },
  }
}

/** The link to the issuer's page that takes the place of ours, or of the page around. */
function wayThere(): HTMLAnchorElement | null {
  const link = first(document, 'a[data-issuer="page"], a[data-issuer="parent"]')
  return link instanceof HTMLAnchorElement ? link : null
}

const isForShop = (link: HTMLAnchorElement, line: ParentLine): boolean =>
  line.framed && link.getAttribute('data-issuer') === 'parent'

/** The bank's page is ours: the frame is as high as it is. */
function fitFrame(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.getElementById('pf')
  const height = Math.ceil(page?.getBoundingClientRect().height ?? 0)
  if (height > 0) frame.style.height = `${height}px`
}

/** Whether we come back from the issuer's page: by our mark, or, where a frame may store nothing, by where we come from. */
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
    // Then the referrer has to do.
  }
}
