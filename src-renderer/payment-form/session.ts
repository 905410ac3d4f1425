import type { PageState } from '../../src-main/domain/form/page-state'
import type { FormUpdate } from '../../src-main/domain/form/wire'
import { chosenCard, showBrand, showCardInputs } from './card-typing'
import { findProblems } from './check-fields'
import { startClock } from './clock'
import { all, byId, controlNamed, first } from './dom'
import { prepareIssuerWay } from './issuer-way'
import { createLeaving, type Leaving } from './leaving'
import { rememberTyping } from './keep-typing'
import { showLocalTimes } from './local-time'
import { keepAddress } from './own-address'
import { type JsonObject, readJson } from './own-json'
import type { ParentLine } from './parent-line'
import { ask, type Answer } from './platform'
import { confirmBody, fieldValues, takeFields, typedValues } from './request-body'
import { sayNotice, sayProblems, showAskedField, summarise } from './say-problems'
import { askTheShop } from './shops-consent'

/** What can be done with a session's page. */
export interface Session {
  readonly leaving: Leaving
  readonly start: () => void
  /** The customer presses the button of the page, or Enter, which submits a page of one input without a button as well. */
  readonly pressed: () => void
  /** A button of the shop's page does what the button of our page does (contract 8.7), and hears of wrong fields (12.26). */
  readonly submitFromShop: () => void
  /** The shop's own button was pressed (contract 8.9, step 2). */
  readonly trySubmit: () => void
  /** The shop hands over fields and wants them sent (contract 8.7, `embedded_mode.submit`). */
  readonly submitWith: (fields: JsonObject) => void
  readonly checkOnly: () => void
  readonly shopAnswered: (body: JsonObject) => void
  readonly setLocked: (locked: boolean) => void
  readonly retry: () => void
  readonly giveUp: () => void
  readonly removeCard: (id: number) => void
  readonly chooseCard: () => void
  readonly resend: () => void
}

type Said = (answer: Answer) => void

/** News of saved cards: the usual name and that of older pages. */
const SELECTED = ['wallet_select', 'wallet_selected'] as const
const REMOVED = ['wallet_remove', 'wallet_removed'] as const
/** Polling goes on while the platform is away, but more slowly. */
const AWAY_POLL_MS = 5_000
/** That many polls in a row may fail before the customer is told. */
const SILENT_FAILURES = 2

export function openSession(state: PageState, line: ParentLine): Session {
  const { base, texts } = state
  let shown: Omit<FormUpdate, 'html'> = state.update
  let sending = false
  let lockedByShop = false
  let lastRequest: (() => void) | null = null
  let pollTimer: number | undefined
  let failures = 0
  let methodTold = false
  let loading = false
  /** The button that was pressed last is one of the shop's page. */
  let isByShop = false

  const leaving = createLeaving(line)
  const clock = startClock(() => pollNow())
  const issuer = prepareIssuerWay(state, line, () => pollNow())
  const consent = askTheShop(line, texts, (isBusy) => setBusy(isBusy))

  /** What the page shows goes along: the answer tells all that came after it, also what an answer told that was lost. */
  const at = (place: string): string => `${base}/${place}?rev=${encodeURIComponent(shown.rev)}`
  const form = (): HTMLElement | null => first(document, 'form[data-action]')
  const isFraming = state.frameMode === 'embedded'
  /** The customer has not confirmed yet: with a button of the shop, such a page is the shop's to send. */
  const isBefore = (page: HTMLElement | null): boolean =>
    /^(?:confirm|details)$/.test(page?.getAttribute('data-action') ?? '')

  function setBusy(isBusy: boolean): void {
    sending = isBusy
    showLock()
  }

  function showLock(): void {
    const locked = sending || lockedByShop
    document.body.classList[locked ? 'add' : 'remove']('busy')
    all(document, '.pf-pay, .pf-second').forEach((button) => {
      if (!(button instanceof HTMLButtonElement)) return
      button.disabled = locked
      if (button.type !== 'submit') return
      if (sending) button.setAttribute('aria-busy', 'true')
      else button.removeAttribute('aria-busy')
    })
    const live = byId('pf-live')
    if (sending && live !== null) live.textContent = texts.busy
  }

  function poll(delay: number | null): void {
    clearTimeout(pollTimer)
    if (delay !== null) pollTimer = window.setTimeout(pollNow, delay)
  }

  function pollNow(): void {
    clearTimeout(pollTimer)
    const asked = shown.rev
    ask(at('view'), undefined, (answer) => {
      // What came of a press of a button meanwhile is newer.
      if (sending || shown.rev !== asked) return
      if (answer.kind === 'update') {
        reached()
        apply(answer.update, false)
      } else if (answer.kind === 'same') {
        reached()
        if (answer.clock !== null) clock.follow(answer.clock)
        poll(shown.pollAfterMs)
      } else if (answer.kind === 'refused') sayNotice(answer.refusal.message, false)
      else {
        failures += 1
        if (failures === SILENT_FAILURES) sayNotice(texts.unreachable, false)
        poll(AWAY_POLL_MS)
      }
    })
  }

  function reached(): void {
    if (failures >= SILENT_FAILURES) sayNotice('', false)
    failures = 0
  }

  /** Sends once; a second press while an answer is awaited does nothing. */
  function send(path: string, body: unknown, onUpdate: () => void = () => undefined): void {
    setBusy(true)
    clearTimeout(pollTimer)
    sayNotice('', false)
    const said: Said = (answer) => {
      setBusy(false)
      switch (answer.kind) {
        case 'update':
          lastRequest = null
          failures = 0
          onUpdate()
          apply(answer.update, true)
          return
        case 'refused':
          lastRequest = null
          hideLoader()
          sayRefusal(answer.refusal.problems, answer.refusal.message)
          poll(shown.pollAfterMs)
          return
        case 'same':
        case 'unreachable':
          lastRequest = () => send(path, body, onUpdate)
          hideLoader()
          sayNotice(texts.unreachable, true)
      }
    }
    ask(at(path), body, said)
  }

  function sayRefusal(problems: Parameters<typeof sayProblems>[1], message: string): void {
    const page = form()
    if (page !== null) problems.forEach(({ name }) => showAskedField(page, name))
    const placed = page === null ? [] : problems.filter(({ name }) => controlNamed(page, name) !== null)
    if (page !== null) sayProblems(page, placed, texts)
    if (placed.length === 0) sayNotice(message, false)
    tellProblems(problems)
    if (isByShop) line.post('received_server_errors', inWords(problems))
  }

  function tellProblems(problems: Parameters<typeof sayProblems>[1]): void {
    if (problems.length === 0) return
    if (isFraming) line.post('embedded_mode.validation_error', inWords(problems))
    if (isByShop) line.post('validation_status_change', inWords(problems))
  }

  function inWords(problems: Parameters<typeof sayProblems>[1]): JsonObject {
    const words: Record<string, string> = {}
    problems.forEach(({ name, reason }) => {
      words[name] = texts.problems[reason]
    })
    return words
  }

  function hideLoader(): void {
    if (loading) line.post('embedded_mode.hide_loader')
    loading = false
  }

  /**
   * Draws what the platform says and tells the page around, in the order of contract 8.9. `asked`: it answers what the
   * customer did, who then looks for what came of it; else somebody may be typing.
   */
  function apply(update: FormUpdate, asked: boolean): void {
    const before = shown
    shown = update
    clock.set(update.clock)
    if (update.rev !== before.rev) draw(update.html, update.view !== before.view, asked)
    announce(update)
  }

  function draw(markup: string, isOther: boolean, asked: boolean): void {
    const main = byId('page')
    if (main === null) return
    const typing = rememberTyping(main)
    main.innerHTML = markup
    if (!isOther) typing.putBack()
    dress()
    const title = byId('pf-title')
    const live = byId('pf-live')
    if (isOther && live !== null) live.textContent = title?.textContent ?? ''
    if (isOther) window.scrollTo(0, 0)
    const wentOn = !isOther && typing.hadFocus && typing.goOn()
    if (!wentOn && (typing.hadFocus || (isOther && document.hasFocus()))) title?.focus()
    const bad = summarise(main, texts)
    if (bad !== null && document.hasFocus() && (asked || !wentOn)) bad.focus()
  }

  /** What a fresh page needs: the brand's name, the inputs of the card that is meant, buttons that are locked. */
  function dress(): void {
    showCardInputs(document)
    showBrand(document)
    showLocalTimes(document, texts.locale)
    showLock()
  }

  function announce(update: Omit<FormUpdate, 'html'>): void {
    keepAddress(base, update.view)
    if (update.view === 'result') leaving.resultShown()
    issuer.drawn(
      update.view === 'challenge',
      update.messages.map(({ message }) => message),
    )
    if (update.view === 'card') tellMethod()
    update.messages.forEach(({ message, data }) => {
      // Whether the platform was quick or slow, the loader goes after the request is registered.
      if (!/^epframe\.payment_(?:sent|submit_result)$/.test(message)) hideLoader()
      line.post(message.replace(/^epframe\./, ''), data)
    })
    if (update.view !== 'waiting') hideLoader()
    if (update.view === 'challenge') issuer.askShop()
    if (update.leave !== null) leaving.to(update.leave.url, update.leave.mode)
    poll(update.pollAfterMs)
  }

  function tellMethod(): void {
    if (methodTold) return
    methodTold = true
    line.post('payment_method_select', {
      name: texts.cards,
      payment_method_type: state.mode === 'payout' ? '2' : '1',
      payment_method_code: 'card',
    })
    tellChosenCard()
  }

  function tellChosenCard(): void {
    const facts = chosenCard(document)?.getAttribute('data-wallet') ?? null
    if (facts !== null) tellOfCard(SELECTED, readJson(facts))
  }

  /** Both names are said, the usual one first (contract 8.8). */
  function tellOfCard([name, olderName]: readonly [string, string], card: unknown): void {
    line.post(name, card)
    line.post(olderName, card)
  }

  /** The shown inputs, checked; null where something is wrong, which is then said. */
  function checked(): HTMLElement | null {
    const page = form()
    if (page === null) return null
    const problems = findProblems(page, clock.now())
    sayProblems(page, problems, texts)
    tellProblems(problems)
    return problems.length === 0 ? page : null
  }

  function sendForm(page: HTMLElement, additional: JsonObject | null): void {
    const action = page.getAttribute('data-action')
    if (action === 'confirm') {
      send('confirm', confirmBody(page, additional))
    } else if (action === 'clarification') {
      line.post('submit_clarification_form')
      send('clarification', { fields: fieldValues(page) })
    } else if (action === 'details') send('details', { fields: fieldValues(page) })
    else if (action === 'retry') retry()
  }

  function submit(): void {
    if (sending || lockedByShop) return
    const page = form()
    if (page?.getAttribute('data-action') === 'retry') {
      retry()
      return
    }
    const good = checked()
    if (good !== null) sendForm(good, null)
  }

  function retry(): void {
    if (!sending) send('retry', {}, () => line.post('payment.try_again'))
  }

  function trySubmit(): void {
    if (sending || lockedByShop) return
    const page = checked()
    if (page === null) return
    if (page.getAttribute('data-action') !== 'confirm') {
      sendForm(page, null)
      return
    }
    consent.ask((additional) => {
      loading = true
      sendForm(page, additional)
    })
  }

  return {
    leaving,
    pressed: () => {
      isByShop = false
      if (!state.shopsButton || !isBefore(form())) submit()
    },
    submitFromShop: () => {
      isByShop = true
      if (isFraming) trySubmit()
      else submit()
    },
    retry,
    start: () => {
      clock.set(shown.clock)
      dress()
      announce(shown)
    },
    trySubmit: () => {
      isByShop = false
      trySubmit()
    },
    submitWith: (fields) => {
      isByShop = false
      const current = form()
      if (sending || current === null || (!state.shopsButton && isBefore(current))) return
      const additional = takeFields(current, fields)
      showBrand(document)
      const page = checked()
      if (page !== null) sendForm(page, additional)
    },
    checkOnly: () => {
      const page = form()
      if (!state.shopsButton && isBefore(page)) return
      const problems = page === null ? [] : findProblems(page, clock.now())
      if (page !== null) sayProblems(page, problems, texts)
      const typed = page === null ? {} : typedValues(page)
      line.post('embedded_mode.check_validation_response', inWords(problems), { field_values: typed })
    },
    shopAnswered: consent.answered,
    setLocked: (locked) => {
      lockedByShop = locked
      showLock()
    },
    giveUp: () => {
      if (!sending) send('give-up', {}, () => line.post('payment.canceled'))
    },
    removeCard: (id) => {
      if (sending) return
      const radio = first(document, `input[name="saved_card"][value="${id}"]`)
      const facts = readJson(radio?.getAttribute('data-wallet') ?? '')
      send('cards/remove', { id }, () => tellOfCard(REMOVED, facts))
    },
    chooseCard: () => {
      showCardInputs(document)
      showBrand(document)
      tellChosenCard()
    },
    resend: () => {
      if (!sending) lastRequest?.()
    },
  }
}
