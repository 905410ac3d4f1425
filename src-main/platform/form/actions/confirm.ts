import { type FieldError, fieldError } from '#domain/api/errors'
import { type FormStock, type FormVisit, visitPath } from '#platform/form/visit/visit'
import type { PlatformIds } from '#core/ids'
import type { AcceptedValues } from '#domain/clarification/submission'
import type { PaymentCommand, Register } from '#domain/payment/commands'
import type { Account } from '#domain/payment/payment'
import type { Method } from '#domain/project/method-shape'
import type { Project } from '#domain/project/project'
import { utcDay } from '#lib/time/time'
import { sentNameOf } from '#domain/method/method'
import { methodPlan } from '#domain/method/method-plan'
import { CARD } from '#domain/form/ways-to-pay'
import { methodFields } from '#platform/form/opening/method-fields'
import { accountOf, callbackPlan, methodAccount } from '#platform/payments/registration'
import { browserFacts, type BrowserRequest, type Checked, checkCollected } from '#platform/form/visit/collect'
import { mergeAdditional } from '#platform/form/opening/merge-additional'
import { phoneIn } from '#platform/form/opening/settings-of'
import { collection, isTooLate, needsCode, wayName, waysOf, wayToPay } from '#platform/form/visit/present'
import type { SavedCard, FormSettings } from '#domain/form/settings'
import type { FieldProblem } from '#domain/form/view'
import { checkCardEntry, type CheckedCard, codeProblem, offeredCards } from '#platform/form/visit/card-entry'
import type { OpeningWarning } from '#platform/form/opening/opening'
import { planFor } from '#domain/provider/outcome'
import type { ConfirmBody } from '#domain/form/request-bodies'

interface PaymentStart {
  readonly visit: FormVisit
  readonly project: Project
  readonly account: Account | null
  readonly plan: Register['plan']
  readonly supplied: AcceptedValues
  /** Absent for a card. */
  readonly method?: Method
}

/** Makes a token, registers the payment or starts another attempt (contract 7.4, 7.5). Nothing is stored earlier. */
export function confirm(
  form: FormStock,
  visit: FormVisit,
  project: Project,
  confirmation: ConfirmBody,
  browser: BrowserRequest,
): ActionOutcome {
  const { paymentService, visits, savedCards, tokens, ids } = form
  const now = form.clock.now()
  const today = utcDay(now)
  const { settings } = visit
  const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
  const mayConfirm =
    payment === null
      ? visit.token === null && !isTooLate(settings, now)
      : visit.tryingAgain && payment.attempts !== null
  if (!mayConfirm) return saved(visits, visit)

  const merged = mergeAdditional(settings, confirmation.additional ?? {}, now)
  const { ignored } = merged
  const agreed: FormVisit = { ...visit, settings: merged.settings }
  const facts = browserFacts(browser, confirmation.browser ?? {}, visit.id, today)
  const wanted: FormVisit = confirmation.way === undefined ? visit : { ...visit, way: confirmation.way }
  const method = wayToPay(wanted, waysOf(visit, payment, { switches: project.switches, now }))
  if (method === null) return saved(visits, visit)
  const { way = '' } = wanted
  // The way is no longer offered: the customer sees the one that remains before they pay with it.
  if (way !== '' && way !== wayName(method)) return saved(visits, { ...visit, way: '' })
  if (method !== CARD) {
    const { fields = {} } = confirmation
    const asked = payment === null ? methodFields(agreed.settings, method) : []
    const entered = checkCollected(asked, fields, agreed.settings.supplied, today)
    if (!entered.ok) return { ok: false, problems: entered.problems, refusal: null, ignored }
    const supplied = { ...facts, ...agreed.settings.supplied, ...entered.values }
    const account = methodAccount(supplied['account.number'] ?? payment?.supplied['account.number'], '')
    const plan = methodPlan(method, 'sale', {}, project.switches)
    const start = { visit: agreed, project, account, plan, supplied, method }
    return { ...(payment === null ? register(form, start) : tryAgain(form, start)), ignored }
  }
  const { onCardPage, afterShop } = collection(agreed, project.switches)
  const onPage = onCardPage === null ? afterShop : [onCardPage, ...afterShop]
  const toCheck = visit.paymentKey === null ? onPage : []
  const collected = checkCollected(toCheck, confirmation.fields ?? {}, agreed.settings.supplied, today)
  const chosen = chooseCard(confirmation, settings, () => savedCards.of(settings, project), today)
  if (!chosen.ok || !collected.ok) {
    const problems = [...(chosen.ok ? [] : chosen.problems), ...(collected.ok ? [] : collected.problems)]
    return { ok: false, problems, refusal: null, ignored }
  }

  if (settings.mode === 'card_tokenize') {
    if (chosen.card.kind === 'saved') return saved(visits, visit)
    const known = { ...settings, supplied: { ...facts, ...settings.supplied } }
    const token = tokens.make(visit, project, chosen.card.card)
    return saved(visits, { ...visit, settings: known, token })
  }
  const toBeSaved = confirmation.save === true && savedCards.maySave(settings, project)
  const start: PaymentStart = {
    visit: agreed,
    project,
    account: { ...accountOfChosen(chosen.card, ids), toBeSaved },
    plan: planOf(agreed, project, chosen.card),
    supplied: { ...facts, ...agreed.settings.supplied, ...visit.details, ...collected.values },
  }
  const outcome = payment === null ? register(form, start) : tryAgain(form, start)
  if (outcome.ok && chosen.card.kind === 'saved') savedCards.used(settings, chosen.card.card.id)
  return { ...outcome, ignored }
}

function register(form: FormStock, start: PaymentStart): ActionOutcome {
  const { paymentService, visits } = form
  const { visit, project } = start
  const existing = paymentService.byPaymentId(project.projectId, visit.settings.paymentId ?? '')
  if (existing !== null && existing.status !== 'error') {
    const message = `The payment ${existing.paymentId} was registered while the form was open. Open the form with a new payment_id.`
    return refuse(fieldError('3041', 'payment_id', 'unique', message))
  }
  const { decision, payment } = paymentService.execute(null, registration(form, start), project)
  if (!decision.ok) return refuse(decision.refusal)
  return saved(visits, { ...visit, paymentKey: payment?.key ?? null, tryingAgain: false })
}

function registration(
  { ids, reference }: FormStock,
  { visit, project, account, plan, supplied, method }: PaymentStart,
): Register {
  const { settings } = visit
  const kind = PAYMENT_KINDS[settings.mode === 'card_tokenize' ? 'purchase' : settings.mode]
  const referenceOrNull = (url: string | null): string | null => (url === null ? null : reference(url))
  const { paymentUrl, successUrl, declineUrl } = settings.callbacks
  const common = {
    type: 'register',
    kind,
    operation: kind === 'purchase' ? settings.operation : kind,
    key: ids.paymentKey(),
    paymentId: settings.paymentId ?? '',
    origin: 'form',
    ...(method === undefined
      ? { method: CARD }
      : {
          method: sentNameOf(method, project.switches.methodWays),
          methodPath: method.path,
          ...returnsOf(visit),
        }),
    requestId: ids.requestId(project.projectId),
    sum: { amount: settings.amount, currency: settings.currency ?? '' },
    customer: { id: settings.customerId ?? '', phone: phoneIn(supplied) },
    account,
    description: settings.description,
    callbacks: callbackPlan(project, {
      paymentUrl: referenceOrNull(paymentUrl),
      successUrl: referenceOrNull(successUrl),
      declineUrl: referenceOrNull(declineUrl),
    }),
    supplied,
    plan,
    retries: retriesOf(visit, project),
  } as const
  if (!settings.registersRecurring || kind === 'payout') return common
  const rules = settings.series ?? { type: 'U' }
  return { ...common, series: { id: ids.accountId(), endsAt: settings.seriesEndsAt ?? null, ...rules } }
}

/** From the provider's page, a form in a tab continues; a form anywhere else is still open (contract 16.11). */
function returnsOf(visit: FormVisit): Pick<Register, 'returnUrls'> {
  if (visit.settings.frameMode !== 'tab') return {}
  const form = visit.settings.externalReturn ?? visitPath(visit)
  return { returnUrls: { success: form, decline: form, return: form } }
}

const PAYMENT_KINDS = {
  purchase: 'purchase',
  card_verify: 'account verification',
  payout: 'payout',
} as const

function tryAgain(form: FormStock, { visit, project, account, plan, supplied }: PaymentStart): ActionOutcome {
  const requestId = form.ids.requestId(project.projectId)
  const command = { type: 'startAttempt', requestId, account, plan, supplied } as const
  return execute(form, { ...visit, tryingAgain: false }, project, command)
}

type ChosenCard =
  | { readonly kind: 'typed'; readonly card: CheckedCard }
  | { readonly kind: 'saved'; readonly card: SavedCard }

type CardChoice = Checked<{ readonly card: ChosenCard }>

/** `today`: on the virtual clock, `YYYY-MM-DD` in UTC. */
function chooseCard(
  { card, saved_card: saved }: ConfirmBody,
  settings: FormSettings,
  savedCards: () => readonly SavedCard[],
  today: string,
): CardChoice {
  if (saved !== undefined) return chooseSavedCard(saved, settings, savedCards())
  const entry = checkCardEntry(card ?? NO_CARD, {
    today,
    needsCode: needsCode(settings),
    onlyBrand: settings.methods.forcedBrand,
  })
  return entry.ok ? { ok: true, card: { kind: 'typed', card: entry.card } } : entry
}

const NO_CARD = { pan: '', month: '', year: '', cvv: '', card_holder: '' }

function chooseSavedCard(
  saved: NonNullable<ConfirmBody['saved_card']>,
  settings: FormSettings,
  savedCards: readonly SavedCard[],
): CardChoice {
  const card = offeredCards(savedCards, settings).cards.find(({ id }) => id === saved.id)
  if (card === undefined) {
    const { forcedBrand } = settings.methods
    const known = savedCards.find(({ id }) => id === saved.id)
    const isOtherBrand = known !== undefined && forcedBrand !== null && known.brand !== forcedBrand
    return { ok: false, problems: [{ name: 'saved_card', reason: isOtherBrand ? 'card_brand' : 'value' }] }
  }
  if (card.expired) return { ok: false, problems: [{ name: 'saved_card', reason: 'card_expired' }] }
  const reason = needsCode(settings) ? codeProblem(saved.cvv, card.number) : null
  return reason === null
    ? { ok: true, card: { kind: 'saved', card } }
    : { ok: false, problems: [{ name: 'cvv', reason }] }
}

/** A saved card keeps its id and token. */
function accountOfChosen(chosen: ChosenCard, ids: PlatformIds): Account {
  if (chosen.kind === 'typed') return accountOf(chosen.card, ids)
  const { card } = chosen
  return {
    number: card.number,
    type: card.brand ?? '',
    cardHolder: card.holder,
    expiryMonth: String(card.month).padStart(2, '0'),
    expiryYear: String(card.year),
    id: card.id,
    token: card.token,
  }
}

/** The changed form visit, or the problems to correct. */
export type ActionOutcome = (
  | { readonly ok: true; readonly visit: FormVisit }
  | { readonly ok: false; readonly problems: readonly FieldProblem[]; readonly refusal: FieldError | null }
) & {
  readonly ignored?: readonly OpeningWarning[]
}

/** Saves the visit with a new version, so that its page is rendered again. */
export function saved(visits: FormStock['visits'], visit: FormVisit): ActionOutcome {
  const changed = { ...visit, version: visit.version + 1 }
  visits.save(changed)
  return { ok: true, visit: changed }
}

function refuse(refusal: FieldError): ActionOutcome {
  return { ok: false, problems: [], refusal }
}

export function execute(
  { paymentService, visits }: Pick<FormStock, 'paymentService' | 'visits'>,
  visit: FormVisit,
  project: Project,
  command: PaymentCommand,
): ActionOutcome {
  const { decision } = paymentService.execute(visit.paymentKey, command, project)
  // The API, the clock or a second tab changed the payment first: show its current state.
  if (!decision.ok && decision.refusal.code === '3060') return saved(visits, visit)
  return decision.ok ? saved(visits, visit) : refuse(decision.refusal)
}

/** What the simulated provider will do with the card, decided when the customer confirms. */
export function planOf(
  { settings }: Pick<FormVisit, 'settings'>,
  project: Project,
  chosen: {
    readonly kind: 'typed' | 'saved'
    readonly card: { readonly number: string }
  },
): Register['plan'] {
  const { outcome, threeDSecure } = project.switches
  const common = {
    switches: { outcome },
    registersRecurring: settings.registersRecurring,
    isPayout: settings.mode === 'payout',
    threeDSecure: threeDSecure === 'form' && settings.mode !== 'payout' && !settings.isMailOrPhoneOrder,
  }
  return chosen.kind === 'typed'
    ? planFor({ ...common, cardNumber: chosen.card.number })
    : planFor({ ...common, maskedNumber: chosen.card.number })
}

/** Limits on further attempts (contract 7.5); null if they are off, or if no result page of a purchase offers them. */
export function retriesOf({ settings }: Pick<FormVisit, 'settings'>, project: Project): Register['retries'] {
  const { retries, retryLimit, retryWindowMs } = project.switches
  if (!retries || settings.mode !== 'purchase' || settings.redirects.fail !== null) return null
  return { limit: retryLimit, windowMs: retryWindowMs, endsAt: settings.bestBefore }
}

/** No issuer has longer codes. */
const MAX_CODE_CHARS = 64

/** The code from the plain form of the issuer's page. Null if the customer cancelled; undefined if it has no code. */
export function enteredCode(fields: URLSearchParams): string | null | undefined {
  const code = fields.get('code')?.trim().slice(0, MAX_CODE_CHARS)
  return fields.has('cancel') ? null : code === '' ? undefined : code
}
