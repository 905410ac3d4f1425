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
import { checkCollected, type Collected } from '#platform/form/session/collect'
import { collection, isTooLate } from '#platform/form/session/present'
import type { SavedCards } from '#platform/form/session/saved-cards'
import type { FormSession } from '#platform/form/session/session'
import type { FormSessions } from '#platform/form/session/sessions'
import type { Tokens } from '#platform/form/session/tokens'
import { type ActionOutcome, execute, refused, saved } from './action-outcome'
import { accountOfChosen, chooseCard } from './choose-card'
import { planOf, retriesOf } from './payment-plan'
import type { Confirmation } from './request-bodies'

export interface ConfirmDependencies {
  readonly paymentService: PaymentService
  readonly sessions: FormSessions
  readonly savedCards: SavedCards
  readonly tokens: Tokens
  readonly ids: PlatformIds
  readonly now: () => number
  readonly reference: (url: string) => string
}

/** Everything that a confirmation decides about a payment. */
interface PaymentStart {
  readonly session: FormSession
  readonly project: Project
  readonly account: Account
  readonly plan: Register['plan']
  readonly supplied: AcceptedValues
}

/**
 * Carries out the customer's confirmation: turns the card into a token, registers the payment, or starts another attempt
 * (contract 7.4, 7.5). Until then only the session is stored.
 */
export function confirm(
  dependencies: ConfirmDependencies,
  session: FormSession,
  project: Project,
  confirmation: Confirmation,
  browser: BrowserRequest,
): ActionOutcome {
  const { paymentService, sessions, savedCards, tokens, ids } = dependencies
  const now = dependencies.now()
  const today = utcDay(now)
  const { settings } = session
  const payment = session.paymentKey === null ? null : paymentService.upToDate(session.paymentKey)
  if (!mayConfirm(session, payment, now)) return saved(sessions, session)

  const merged = mergeAdditional(settings, confirmation.additional ?? {}, now)
  const { ignored } = merged
  const agreed: FormSession = { ...session, settings: merged.settings }
  const collected = collectedNow(agreed, project, confirmation, today)
  const chosen = chooseCard(confirmation, settings, () => savedCards.of(settings, project), today)
  if (!chosen.ok || !collected.ok) {
    const problems = [...(chosen.ok ? [] : chosen.problems), ...(collected.ok ? [] : collected.problems)]
    return { ok: false, problems, refusal: null, ignored }
  }

  const facts = browserFacts(browser, confirmation.browser ?? {}, session.id, today)
  if (settings.mode === 'card_tokenize') {
    if (chosen.card.kind === 'saved') return saved(sessions, session)
    const known = { ...settings, supplied: { ...facts, ...settings.supplied } }
    const token = tokens.make(session, project, chosen.card.card)
    return saved(sessions, { ...session, settings: known, token })
  }
  const toBeSaved = confirmation.save === true && savedCards.maySave(settings, project)
  const start: PaymentStart = {
    session: agreed,
    project,
    account: { ...accountOfChosen(chosen.card, ids), toBeSaved },
    plan: planOf(agreed, project, chosen.card),
    supplied: { ...facts, ...agreed.settings.supplied, ...session.details, ...collected.values },
  }
  const outcome = payment === null ? register(dependencies, start) : tryAgain(dependencies, start)
  if (outcome.ok && chosen.card.kind === 'saved') savedCards.used(settings, chosen.card.card.id)
  return { ...outcome, ignored }
}

function mayConfirm(
  { settings, token, tryingAgain }: FormSession,
  payment: Payment | null,
  now: number,
): boolean {
  if (payment === null) return token === null && !isTooLate(settings, now)
  return tryingAgain && payment.attempts !== null
}

function collectedNow(
  session: FormSession,
  project: Project,
  { fields }: Confirmation,
  today: string,
): Collected {
  const { onCardPage, afterShop } = collection(session, project.switches)
  const onPage = onCardPage === null ? afterShop : [onCardPage, ...afterShop]
  const asked = session.paymentKey === null ? onPage : []
  return checkCollected(asked, fields ?? {}, session.settings.supplied, today)
}

function register(dependencies: ConfirmDependencies, start: PaymentStart): ActionOutcome {
  const { paymentService, sessions } = dependencies
  const { session, project } = start
  const existing = paymentService.byPaymentId(project.projectId, session.settings.paymentId ?? '')
  if (existing !== null && existing.status !== 'error') return registeredMeanwhile(existing)
  const { decision, payment } = paymentService.execute(null, registration(dependencies, start), project)
  if (!decision.ok) return refused(decision.refusal)
  return saved(sessions, { ...session, paymentKey: payment?.key ?? null, tryingAgain: false })
}

function registration(
  { ids, reference }: ConfirmDependencies,
  { session, project, account, plan, supplied }: PaymentStart,
): Register {
  const { settings } = session
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
    retries: retriesOf(session, project),
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
  { session, project, account, plan, supplied }: PaymentStart,
): ActionOutcome {
  const requestId = dependencies.ids.requestId(project.projectId)
  const command = { type: 'startAttempt', requestId, account, plan, supplied } as const
  return execute(dependencies, { ...session, tryingAgain: false }, project, command)
}
