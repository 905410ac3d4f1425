import type { PlatformIds } from '#core/ids'
import type { AcceptedValues } from '#domain/clarification/submission'
import type { Register } from '#domain/payment/commands'
import type { Account, Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { utcDay } from '#lib/time/days'
import type { PaymentService } from '#platform/payments/payment-service'
import { callbackPlan } from '#platform/payments/registration'
import { browserFacts, type BrowserRequest } from '#platform/form/opening/browser-facts'
import { mergeAdditional } from '#platform/form/opening/merge-additional'
import { phoneIn } from '#platform/form/opening/settings-of'
import { checkCollected, type Collected } from '#platform/form/visit/collect'
import { collection, isTooLate } from '#platform/form/visit/present'
import type { SavedCards } from '#platform/form/visit/saved-cards'
import type { FormVisit } from '#platform/form/visit/visit'
import type { FormVisits } from '#platform/form/visit/visits'
import type { Tokens } from '#platform/form/visit/tokens'
import { type ActionOutcome, execute, refused, saved } from './action-outcome'
import { accountOfChosen, chooseCard } from './choose-card'
import { planOf, retriesOf } from './payment-plan'
import type { Confirmation } from './request-bodies'

export interface ConfirmDependencies {
  readonly paymentService: PaymentService
  readonly visits: FormVisits
  readonly savedCards: SavedCards
  readonly tokens: Tokens
  readonly ids: PlatformIds
  readonly now: () => number
  readonly reference: (url: string) => string
}

/** Everything that a confirmation decides about a payment. */
interface PaymentStart {
  readonly visit: FormVisit
  readonly project: Project
  readonly account: Account
  readonly plan: Register['plan']
  readonly supplied: AcceptedValues
}

/**
 * Carries out the customer's confirmation: turns the card into a token, registers the payment, or starts another attempt
 * (contract 7.4, 7.5). Until then only the visit is stored.
 */
export function confirm(
  dependencies: ConfirmDependencies,
  visit: FormVisit,
  project: Project,
  confirmation: Confirmation,
  browser: BrowserRequest,
): ActionOutcome {
  const { paymentService, visits, savedCards, tokens, ids } = dependencies
  const now = dependencies.now()
  const today = utcDay(now)
  const { settings } = visit
  const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
  if (!mayConfirm(visit, payment, now)) return saved(visits, visit)

  const merged = mergeAdditional(settings, confirmation.additional ?? {}, now)
  const { ignored } = merged
  const agreed: FormVisit = { ...visit, settings: merged.settings }
  const collected = collectedNow(agreed, project, confirmation, today)
  const chosen = chooseCard(confirmation, settings, () => savedCards.of(settings, project), today)
  if (!chosen.ok || !collected.ok) {
    const problems = [...(chosen.ok ? [] : chosen.problems), ...(collected.ok ? [] : collected.problems)]
    return { ok: false, problems, refusal: null, ignored }
  }

  const facts = browserFacts(browser, confirmation.browser ?? {}, visit.id, today)
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
  const outcome = payment === null ? register(dependencies, start) : tryAgain(dependencies, start)
  if (outcome.ok && chosen.card.kind === 'saved') savedCards.used(settings, chosen.card.card.id)
  return { ...outcome, ignored }
}

function mayConfirm(
  { settings, token, tryingAgain }: FormVisit,
  payment: Payment | null,
  now: number,
): boolean {
  if (payment === null) return token === null && !isTooLate(settings, now)
  return tryingAgain && payment.attempts !== null
}

function collectedNow(
  visit: FormVisit,
  project: Project,
  { fields }: Confirmation,
  today: string,
): Collected {
  const { onCardPage, afterShop } = collection(visit, project.switches)
  const onPage = onCardPage === null ? afterShop : [onCardPage, ...afterShop]
  const asked = visit.paymentKey === null ? onPage : []
  return checkCollected(asked, fields ?? {}, visit.settings.supplied, today)
}

function register(dependencies: ConfirmDependencies, start: PaymentStart): ActionOutcome {
  const { paymentService, visits } = dependencies
  const { visit, project } = start
  const existing = paymentService.byPaymentId(project.projectId, visit.settings.paymentId ?? '')
  if (existing !== null && existing.status !== 'error') return registeredMeanwhile(existing)
  const { decision, payment } = paymentService.execute(null, registration(dependencies, start), project)
  if (!decision.ok) return refused(decision.refusal)
  return saved(visits, { ...visit, paymentKey: payment?.key ?? null, tryingAgain: false })
}

function registration(
  { ids, reference }: ConfirmDependencies,
  { visit, project, account, plan, supplied }: PaymentStart,
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
    method: 'card',
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

const PAYMENT_KINDS = {
  purchase: 'purchase',
  card_verify: 'account verification',
  payout: 'payout',
} as const

function registeredMeanwhile({ paymentId }: Payment): ActionOutcome {
  return refused({
    code: '3041',
    field: 'payment_id',
    constraint: 'unique',
    message: `The payment ${paymentId} was registered while the form was open. Open the form with a new payment_id.`,
  })
}

function tryAgain(
  dependencies: ConfirmDependencies,
  { visit, project, account, plan, supplied }: PaymentStart,
): ActionOutcome {
  const requestId = dependencies.ids.requestId(project.projectId)
  const command = { type: 'startAttempt', requestId, account, plan, supplied } as const
  return execute(dependencies, { ...visit, tryingAgain: false }, project, command)
}
