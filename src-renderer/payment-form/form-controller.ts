import type { PageState, PageTexts } from '#domain/form/page-state'
import type { FieldProblem, FormView } from '#domain/form/view'
import type { FormRefusal, FormUpdate } from '#domain/form/wire'
import { chosenCard, showBrand, showCardInputs } from './card-typing'
import {
  type Control,
  controlNamed,
  first,
  problemText,
  showFieldError,
  showFieldErrors,
  shownForm,
  showNotice,
  showRequestedField,
  startClock,
} from './dom'
import { drawPage, preparePage, showLock } from './draw-page'
import { findProblems } from './field-checks'
import { prepareIssuerRedirect } from './issuer-redirect'
import { createLeaving, type ParentWindow } from './parent-window'
import { callPlatform, isObject, type JsonObject, type PlatformResponse, readJson } from './platform'
import { confirmBody, fieldValues, takeFields, typedValues } from './request-body'
import type { ConfirmBody, ProviderBody, WayBody } from '#domain/form/request-bodies'

interface FormRequest {
  readonly path:
    | 'way'
    | 'confirm'
    | 'details'
    | 'provider'
    | 'clarification'
    | 'resend'
    | 'retry'
    | 'give-up'
    | 'cards/remove'
  readonly body: ConfirmBody | WayBody | ProviderBody | { readonly id: number }
  readonly card?: unknown
  /** The embedding page submitted the form, so field errors are posted to it (contract 12.26). */
  readonly reportsProblems: boolean
}

interface PageContent {
  readonly problems: readonly FieldProblem[]
  readonly request: FormRequest
}

const CONSENT_TIMEOUT_MS = 30_000
const UNREACHABLE_POLL_MS = 5_000
/** The customer sees a notice after this number of failed polls in a row. */
const FAILED_POLLS_TO_NOTICE = 2

/**
 * The messages to the embedding page once the platform has accepted a request. Those about saved cards have two
 * names: the usual one, then the one for older pages (contract 8.8).
 */
const ACCEPTED: Readonly<Partial<Record<FormRequest['path'], readonly string[]>>> = {
  retry: ['payment.try_again'],
  'give-up': ['payment.canceled'],
  'cards/remove': ['wallet_remove', 'wallet_removed'],
}
const CARD_SELECTED = ['wallet_select', 'wallet_selected']

export type FormController = ReturnType<typeof createFormController>

/** Connects the page, the platform and the embedding page. Only one request of the customer is in flight at a time. */
export function createFormController(page: PageState, parent: ParentWindow) {
  const { base, texts } = page
  let shown: Omit<FormUpdate, 'html'> = page.update
  let activity: 'idle' | 'awaiting consent' | 'sending' = 'idle'
  let isLockedByShop = false
  let announcedMethod = ''
  let isLoaderShown = false
  /** Whether the submission that awaits the shop's consent reports its problems to the shop. */
  let asksWithReport = false
  let failedPolls = 0
  let unanswered: FormRequest | null = null
  let pollTimer: number | undefined
  let consentTimer: number | undefined

  // A countdown may end while the view is being replaced; the poll must wait until that is done.
  const clock = startClock(() => setTimeout(poll, 0))
  const issuer = prepareIssuerRedirect(page, parent, poll)
  const leaving = createLeaving(parent)

  /** `rev` identifies the shown view: the response repeats all later messages, in case a response was lost. */
  const address = (path: string): string => `${base}/${path}?rev=${encodeURIComponent(shown.rev)}`
  const isBusy = (): boolean => activity !== 'idle'

  function updateLock(): void {
    showLock({ isBusy: isBusy(), isLocked: isBusy() || isLockedByShop }, texts.busy)
  }

  function enter(next: typeof activity): void {
    activity = next
    updateLock()
  }

  /** `afterMs` is null if no further poll is needed. */
  function schedulePoll(afterMs: number | null): void {
    clearTimeout(pollTimer)
    if (afterMs !== null) pollTimer = window.setTimeout(poll, afterMs)
  }

  function poll(): void {
    clearTimeout(pollTimer)
    if (isBusy()) return
    const { rev } = shown
    callPlatform(address('view'), undefined, (response) => {
      // If the customer has sent a request meanwhile, its response is newer, and polling continues after it.
      if (!isBusy() && shown.rev === rev) takePolled(response)
    })
  }

  function takePolled(response: PlatformResponse): void {
    if (response.kind === 'unreachable') {
      failedPolls += 1
      if (failedPolls === FAILED_POLLS_TO_NOTICE && unanswered === null) showNotice(texts.unreachable, false)
      schedulePoll(UNREACHABLE_POLL_MS)
      return
    }
    if (response.kind === 'refused') {
      showNotice(response.refusal.message, false)
      return
    }
    if (failedPolls >= FAILED_POLLS_TO_NOTICE && unanswered === null) hideNotice()
    failedPolls = 0
    if (response.kind === 'update') {
      take(response.update, false)
      return
    }
    if (response.clock !== null) clock.follow(response.clock)
    schedulePoll(shown.pollAfterMs)
  }

  function send(request: FormRequest): void {
    enter('sending')
    unanswered = null
    clearTimeout(pollTimer)
    hideNotice()
    callPlatform(address(request.path), request.body, (response) => takeResponse(request, response))
  }

  function sendIfIdle(request: FormRequest): void {
    if (!isBusy()) send(request)
  }

  function ask(path: FormRequest['path'], body: FormRequest['body'] = {}, card?: unknown): void {
    sendIfIdle({ path, body, card, reportsProblems: false })
  }

  function takeResponse(request: FormRequest, response: PlatformResponse): void {
    failedPolls = 0
    enter('idle')
    if (response.kind === 'update') {
      ACCEPTED[request.path]?.forEach((message) => parent.post(message, request.card))
      take(response.update, true)
      return
    }
    hideLoader()
    if (response.kind === 'refused') {
      const { problems } = response.refusal
      showRefusal(response.refusal, texts)
      postProblems(problems, request.reportsProblems)
      if (request.reportsProblems) parent.post('received_server_errors', problemTexts(problems))
      schedulePoll(shown.pollAfterMs)
    } else {
      // "Unchanged" is not expected here; if it arrives, the request can be sent again.
      unanswered = request
      showNotice(texts.unreachable, true)
      schedulePoll(shown.pollAfterMs === null ? null : UNREACHABLE_POLL_MS)
    }
  }

  /** Draws the view of an update and forwards its messages, in the order of contract 8.9. */
  function take(update: FormUpdate, isResponse: boolean): void {
    const isOtherView = update.view !== shown.view
    const isOtherPage = update.rev !== shown.rev
    shown = update
    unanswered = null
    clock.set(update.clock)
    if (isOtherPage) {
      drawPage(update.html, { isOtherView, isResponse }, texts)
      updateLock()
    }
    announce()
  }

  function announce(): void {
    const { view, messages } = shown
    keepAddress(base, view)
    if (view === 'result') leaving.resultShown()
    issuer.drawn(
      view === 'challenge' || view === 'provider',
      messages.map(({ message }) => message),
    )
    announceMethod()
    messages.forEach(({ message, data }) => {
      // These two messages only confirm the submission; the loader stays until a later message or view.
      if (!/^epframe\.payment_(?:sent|submit_result)$/.test(message)) hideLoader()
      parent.post(message.replace(/^epframe\./, ''), data)
    })
    if (view !== 'waiting') hideLoader()
    if (view === 'challenge') issuer.askShop()
    if (shown.leave !== null) leaving.goTo(shown.leave.url, shown.leave.mode)
    schedulePoll(shown.pollAfterMs)
  }

  /** When the first page is shown that pays by it (contract 8.8). */
  function announceMethod(): void {
    const form = shownForm()
    const code = form?.getAttribute('data-method-code') ?? 'card'
    if (form?.getAttribute('data-action') !== 'confirm' || code === announcedMethod) return
    announcedMethod = code
    parent.post('payment_method_select', {
      name: form.getAttribute('data-method-name') ?? texts.cards,
      payment_method_type: page.mode === 'payout' ? '2' : '1',
      payment_method_code: code,
    })
    announceChosenCard()
  }

  function hideLoader(): void {
    if (isLoaderShown) parent.post('embedded_mode.hide_loader')
    isLoaderShown = false
  }

  function announceChosenCard(): void {
    const card = chosenCard()?.getAttribute('data-wallet') ?? null
    if (card !== null) CARD_SELECTED.forEach((message) => parent.post(message, readJson(card)))
  }

  function problemTexts(problems: readonly FieldProblem[]): JsonObject {
    const byName: Record<string, string> = {}
    problems.forEach(({ name, reason }) => {
      byName[name] = problemText(controlNamed(name), reason, texts)
    })
    return byName
  }

  function postProblems(problems: readonly FieldProblem[], isReported: boolean): void {
    if (problems.length === 0) return
    const data = problemTexts(problems)
    if (page.frameMode === 'embedded') parent.post('embedded_mode.validation_error', data)
    if (isReported) parent.post('validation_status_change', data)
  }

  /** Null if the page has no form to submit. */
  function readPage(additional: JsonObject | null = null, reportsProblems = false): PageContent | null {
    const form = shownForm()
    const request = form === null ? null : requestOf(form, additional, reportsProblems)
    return request === null ? null : { problems: findProblems(clock.now()), request }
  }

  const isShopAllowed = (content: PageContent): boolean => page.shopsButton || !isBeforeConfirmation(content)

  function isFreeOfProblems({ problems, request }: PageContent): boolean {
    showFieldErrors(problems, texts)
    postProblems(problems, request.reportsProblems)
    return problems.length === 0
  }

  /** A clarification is announced when the customer submits it, but not when the same request is sent again. */
  function sendPage({ request }: PageContent): void {
    if (request.path === 'clarification') parent.post('submit_clarification_form')
    send(request)
  }

  function askShop({ request }: PageContent): void {
    enter('awaiting consent')
    asksWithReport = request.reportsProblems
    hideNotice()
    consentTimer = window.setTimeout(() => refuseForShop(texts.shopSilent), CONSENT_TIMEOUT_MS)
    parent.post('embedded_mode.check_submit', {})
  }

  /** Ends the wait for consent. A poll response that arrived meanwhile was ignored, so polling starts again. */
  function endConsent(): void {
    clearTimeout(consentTimer)
    enter('idle')
    schedulePoll(shown.pollAfterMs)
  }

  function refuseForShop(text: string): void {
    endConsent()
    parent.post('embedded_mode.hide_loader')
    showNotice(text, false)
  }

  return {
    leaving,
    start: (): void => {
      preparePage(texts)
      updateLock()
      clock.set(shown.clock)
      announce()
    },
    /** `source`: the form's own button, the embedding page (contract 8.7), or the shop's own button (contract 8.9). */
    submit: (source: 'form' | 'embedding page' | 'shop button'): void => {
      const content = readPage(null, source === 'embedding page')
      if (content === null || isBusy() || isLockedByShop) return
      if (source === 'form' && page.shopsButton && isBeforeConfirmation(content)) return
      if (!isFreeOfProblems(content)) return
      const asksShop =
        source === 'shop button' || (source === 'embedding page' && page.frameMode === 'embedded')
      if (asksShop && content.request.path === 'confirm') askShop(content)
      else sendPage(content)
    },
    /** The embedding page fills in fields and submits the form (contract 8.7, `embedded_mode.submit`). */
    submitWith: (fields: JsonObject): void => {
      const before = readPage()
      if (before === null || isBusy() || !isShopAllowed(before)) return
      const additional = takeFields(fields)
      showBrand()
      const content = readPage(additional)
      if (content !== null && isFreeOfProblems(content)) sendPage(content)
    },
    check: (): void => {
      const content = readPage()
      if (content !== null && !isShopAllowed(content)) return
      const problems = content?.problems ?? []
      if (content !== null) showFieldErrors(problems, texts)
      parent.post('embedded_mode.check_validation_response', problemTexts(problems), {
        field_values: typedValues(),
      })
    },
    /** `body` holds the shop's decision on whether the payment may start (contract 8.9, step 4). */
    takeConsent: (body: JsonObject): void => {
      const answer = isObject(body['data']) ? body['data'] : {}
      if (activity !== 'awaiting consent') return
      if (answer['result'] !== true) {
        refuseForShop(texts.shopRefused)
        return
      }
      const content = readPage(additionalIn(answer), asksWithReport)
      if (content === null) {
        endConsent()
        return
      }
      clearTimeout(consentTimer)
      parent.post('embedded_mode.show_loader')
      isLoaderShown = true
      send(content.request)
    },
    setLocked: (isLocked: boolean): void => {
      isLockedByShop = isLocked
      updateLock()
    },
    /** `way`: `card`, the path of a method, or '' for the choice. */
    choose: (way: string): void => ask('way', { way }),
    /** What the customer did about a payment at the provider. */
    decide: (outcome: ProviderBody['outcome']): void => ask('provider', { outcome }),
    sendNewCode: (): void => ask('resend'),
    cancel: (): void => ask('give-up'),
    removeCard: (id: number): void => {
      const radio = first(`input[name="saved_card"][value="${id}"]`)
      ask('cards/remove', { id }, readJson(radio?.getAttribute('data-wallet') ?? ''))
    },
    chooseCard: (): void => {
      showCardInputs()
      showBrand()
      announceChosenCard()
    },
    /** A filled field is checked when the customer leaves it; an empty one only when they submit. */
    checkLeft: (field: Control): void => {
      if (field.value.trim() === '') return
      findProblems(clock.now())
        .filter(({ name }) => name === field.name)
        .forEach((problem) => showFieldError(problem, texts))
    },
    resend: (): void => {
      if (unanswered !== null) sendIfIdle(unanswered)
    },
  }
}

/** Whether the page precedes the confirmation: the shop's own button, if any, submits such pages (contract 8.9). */
function isBeforeConfirmation({ request }: PageContent): boolean {
  return request.path === 'confirm' || request.path === 'details'
}

const BEFORE_CONFIRMATION: readonly FormView['kind'][] = ['methods', 'method', 'card', 'details', 'expired']

function hideNotice(): void {
  showNotice('', false)
}

function requestOf(
  form: HTMLElement,
  additional: JsonObject | null,
  reportsProblems: boolean,
): FormRequest | null {
  const path = form.getAttribute('data-action')
  switch (path) {
    case 'confirm':
      return { path, body: confirmBody(form, additional), reportsProblems }
    case 'details':
    case 'clarification':
      return { path, body: { fields: fieldValues() }, reportsProblems }
    case 'retry':
      return { path, body: {}, reportsProblems }
    default:
      return null
  }
}

/** Fields that the shop gives with its consent (contract 8.9, step 4a); null if it gives none. */
function additionalIn(answer: JsonObject): JsonObject | null {
  const additional: Record<string, unknown> = {}
  const names = Object.keys(answer).filter((name) => name !== 'result')
  names.forEach((name) => (additional[name] = answer[name]))
  return names.length === 0 ? null : additional
}

function showRefusal({ problems, message }: FormRefusal, texts: PageTexts): void {
  problems.forEach(({ name }) => showRequestedField(name))
  const shownProblems = problems.filter(({ name }) => controlNamed(name) !== null)
  showFieldErrors(shownProblems, texts)
  if (shownProblems.length === 0) showNotice(message, false)
}

/**
 * Puts the form visit into the address of a tab once the customer has confirmed: a reload then shows the
 * payment, while the parameters would be refused as a second opening (contract 5.7). Before that the address
 * keeps the parameters, which may be edited there (contract 7.1).
 */
function keepAddress(base: string, view: FormView['kind']): void {
  if (window.parent !== window || location.pathname !== '/payment') return
  if (BEFORE_CONFIRMATION.indexOf(view) < 0) history.replaceState(null, '', base)
}
