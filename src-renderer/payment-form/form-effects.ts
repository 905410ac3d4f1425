import type { PageState, PageTexts } from '#domain/form/page-state'
import type { FieldProblem, FormView } from '#domain/form/view'
import type { FormRefusal } from '#domain/form/wire'
import { assertNever } from '#lib/assert-never'
import { chosenCard } from './card-typing'
import { startClock } from './clock'
import { controlNamed, shownForm } from './dom'
import { drawPage } from './draw-page'
import { cardSelectedMessages } from './form-messages'
import type { FormEffect, FormEvent, ShownView } from './form-state'
import { prepareIssuerRedirect } from './issuer-redirect'
import { createLeaving, type Leaving } from './leaving'
import { readJson } from './read-json'
import type { ParentWindow } from './parent-window'
import { callPlatform } from './platform'
import { showNotice, showFieldErrors, showRequestedField } from './field-errors'

/** How long the shop may think before the form acts as if it had refused (contract 8.9). */
const CONSENT_TIMEOUT_MS = 30_000

/** What the state machine of the form does to the page, the platform and the embedding page. */
export interface FormEffects {
  readonly run: (effect: FormEffect) => void
  readonly announceChosenCard: () => void
  readonly leaving: Leaving
  /** Virtual now in epoch milliseconds. */
  readonly now: () => number
}

/** Carries effects out; what comes of them later is dispatched as an event. */
export function createFormEffects(
  page: PageState,
  parent: ParentWindow,
  dispatch: (event: FormEvent) => void,
): FormEffects {
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

  return { run, announceChosenCard, leaving, now: clock.now }
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
