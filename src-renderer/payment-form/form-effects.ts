import type { PageState, PageTexts } from '#domain/form/page-state'
import type { FieldProblem, FormView } from '#domain/form/view'
import type { FormRefusal } from '#domain/form/wire'
import { assertNever } from '#lib/error-text'
import { chosenCard } from './card-typing'
import {
  controlNamed,
  first,
  showFieldErrors,
  shownForm,
  showNotice,
  showRequestedField,
  startClock,
} from './dom'
import { drawPage } from './draw-page'
import { cardSelectedMessages, type FormEffect, type FormEvent, type ShownView } from './form-state'
import { createLeaving, type ParentWindow } from './parent-window'
import { callPlatform, readJson } from './platform'

/** How long the shop may think before the form acts as if it had refused (contract 8.9). */
const CONSENT_TIMEOUT_MS = 30_000

/** Carries effects out; what comes of them later is dispatched as an event. */
export function createFormEffects(
  page: PageState,
  parent: ParentWindow,
  dispatch: (event: FormEvent) => void,
) {
  const { base, texts } = page
  let pollTimer: number | undefined
  let consentTimer: number | undefined

  const clock = startClock(() => dispatch({ type: 'poll due' }))
  const issuer = prepareIssuerRedirect(page, parent, () => dispatch({ type: 'poll due' }))
  const leaving = createLeaving(parent)

  /** `rev` names the view that the page shows: the response repeats every message since, also one that was lost on its way. */
  const address = (path: string, rev: string): string => `${base}/${path}?rev=${encodeURIComponent(rev)}`

  function run(effect: FormEffect): void {
    switch (effect.type) {
      case 'post':
        parent.post(effect.message, effect.data, effect.beside)
        return
      case 'send':
        callPlatform(address(effect.request.path, effect.rev), effect.request.body, (response) =>
          dispatch({ type: 'response received', response }),
        )
        return
      case 'poll':
        callPlatform(address('view', effect.rev), undefined, (response) =>
          dispatch({ type: 'poll answered', rev: effect.rev, response }),
        )
        return
      case 'schedule poll':
        clearTimeout(pollTimer)
        pollTimer = window.setTimeout(() => dispatch({ type: 'poll due' }), effect.afterMs)
        return
      case 'stop polling':
        clearTimeout(pollTimer)
        return
      case 'await consent':
        consentTimer = window.setTimeout(() => dispatch({ type: 'shop timed out' }), CONSENT_TIMEOUT_MS)
        return
      case 'end consent':
        clearTimeout(consentTimer)
        return
      case 'set clock':
        clock[effect.isUpdate ? 'set' : 'follow'](effect.clock)
        return
      case 'draw':
        drawPage(effect.html, effect, texts)
        return
      case 'enter view':
        enterView(effect.view)
        return
      case 'announce chosen card':
        announceChosenCard()
        return
      case 'ask shop for issuer page':
        issuer.askShop()
        return
      case 'leave':
        leaving.to(effect.to.url, effect.to.mode)
        return
      case 'show problems':
        showProblems(effect.problems, texts)
        return
      case 'show refusal':
        showRefusal(effect.refusal, texts)
        return
      case 'show notice':
        showNotice(effect.text, effect.canResend)
        return
      default:
        assertNever(effect)
    }
  }

  function enterView({ view, messages }: ShownView): void {
    keepAddress(base, view)
    if (view === 'result') leaving.resultShown()
    issuer.drawn(
      view === 'challenge',
      messages.map(({ message }) => message),
    )
  }

  function announceChosenCard(): void {
    const card = chosenCard(document)?.getAttribute('data-wallet') ?? null
    if (card !== null) cardSelectedMessages(readJson(card)).forEach(run)
  }

  return { run, announceChosenCard, leaving /** Virtual now in epoch milliseconds. */, now: clock.now }
}

function showProblems(problems: readonly FieldProblem[], texts: PageTexts): void {
  const form = shownForm()
  if (form !== null) showFieldErrors(form, problems, texts)
}

function showRefusal({ problems, message }: FormRefusal, texts: PageTexts): void {
  const form = shownForm()
  if (form !== null) problems.forEach(({ name }) => showRequestedField(form, name))
  const placed = form === null ? [] : problems.filter(({ name }) => controlNamed(form, name) !== null)
  if (form !== null) showFieldErrors(form, placed, texts)
  if (placed.length === 0) showNotice(message, false)
}

/**
 * Puts the session into the address of a tab once the customer has confirmed: loading the page again shows the payment,
 * where the parameters would be refused as a second opening (contract 5.7). Before that the address keeps them, since
 * they may be changed in it (contract 7.1).
 */
function keepAddress(base: string, view: FormView['kind']): void {
  if (window.parent !== window || location.pathname !== '/payment') return
  if (view !== 'card' && view !== 'details' && view !== 'expired') history.replaceState(null, '', base)
}

const MARK = 'issuer-page'

/** `onFrameLoad` is called when the issuer's page in the frame has loaded another page. */
function prepareIssuerRedirect(
  { base, frameMode }: Pick<PageState, 'base' | 'frameMode'>,
  parent: ParentWindow,
  onFrameLoad: () => void,
) {
  let out = readMark(base)
  let isShopAsked = false
  window.addEventListener('resize', () => {
    const frame = first(document, 'iframe[data-issuer]')
    if (frame instanceof HTMLIFrameElement) fitFrame(frame)
  })
  return {
    /** Call after every drawing. `announced` holds the messages that the platform sends itself. */
    drawn: (isChallenge: boolean, announced: readonly string[]): void => {
      const announce = (message: string): void => {
        if (announced.indexOf(`epframe.${message}`) < 0) parent.post(message)
      }
      if (!isChallenge) {
        if (out) announce('redirect_iframe_complete')
        out = isShopAsked = false
        writeMark(base, false)
        return
      }
      const frame = first(document, 'iframe[data-issuer]')
      if (frame instanceof HTMLIFrameElement) {
        if (!out) announce('redirect_iframe')
        out = true
        frame.addEventListener('load', () => {
          fitFrame(frame)
          onFrameLoad()
        })
        return
      }
      const link = issuerLink()
      if (link === null || isForShop(link, parent)) return
      if (!out) {
        announce('acs_redirect_iframe')
        announce('redirect_iframe')
      }
      out = true
      writeMark(base, true)
      parent.whenSent(() => {
        location.href = link.href
      })
    },
    /**
     * Asks the embedding page to open the issuer's page where that is its part (contract 12.25). Call it last: that page is
     * left and gets no further messages.
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

/** The link to the issuer's page that replaces the form, or the embedding page. */
function issuerLink(): HTMLAnchorElement | null {
  const link = first(document, 'a[data-issuer="page"], a[data-issuer="parent"]')
  return link instanceof HTMLAnchorElement ? link : null
}

const isForShop = (link: HTMLAnchorElement, parent: ParentWindow): boolean =>
  parent.framed && link.getAttribute('data-issuer') === 'parent'

/** The simulated bank's page has the same origin, so the frame can take its height. */
function fitFrame(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.getElementById('pf')
  const height = Math.ceil(page?.getBoundingClientRect().height ?? 0)
  if (height > 0) frame.style.height = `${height}px`
}

/** Whether the customer comes back from the issuer's page: by the stored mark, or by the referrer where a frame may not store anything. */
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
