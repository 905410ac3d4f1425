import type { SavedCards } from '../session/saved-cards'
import { browserFacts } from '../opening/browser-facts'
import type { BrowserRequest } from '../opening/browser-facts'
import { asTyped, checkCollected, misplacedCardNumbers } from '../session/collect'
import { checkCardEntry, codeProblem } from '../session/card-entry'
import type { CheckedCard } from '../session/card-entry'
import { offeredCards } from '../session/offered-cards'
import { collection, isTooLate, needsCode } from '../session/present'
import type { FormSession } from '../session/session'
import type { FieldProblem, IssuerPlace, SavedCard } from '../../../domain/form/view'
import type { OpeningWarning } from '../opening/opening-warning'
import { mergeAdditional } from '../opening/merge-additional'
import { phoneIn } from '../opening/settings-of'
import { utcDay } from '../../../lib/time/days'
import { flattenFields } from '../../../domain/clarification/fields'
import type { AcceptedValues } from '../../../domain/clarification/submission'
import type { PaymentCommand, Refusal, Register } from '../../../domain/payment/commands'
import { asCustomerKnows } from '../../../domain/payment/payment'
import type { Account, Payment } from '../../../domain/payment/payment'
import type { Project } from '../../../domain/project/project'
import { planFor } from '../../../domain/provider/outcome'
import type { OutcomeStep } from '../../../domain/provider/outcome'
import { accountOf, callbackPlan } from '../../payments/registration'
import type { PlatformIds } from '../../../bench/ids'
import type { Ledger } from '../../payments/ledger'
import type { Confirmation } from './bodies'
import type { FormSessions } from '../session/sessions'
import type { Tokens } from '../session/tokens'

/** What an action of the customer came to: the session as it is now, or what has to be put right. */
export type ActionOutcome = (
  | { readonly ok: true; readonly session: FormSession }
  | { readonly ok: false; readonly problems: readonly FieldProblem[]; readonly refusal: Refusal | null }
) & {
  /** What the merchant's page gave and was not taken, with the reasons. */
  readonly ignored?: readonly OpeningWarning[]
}

/** What a customer can do on the form. Each runs inside a transaction of the caller. */
export interface FormActions {
  details(session: FormSession, project: Project, fields: Readonly<Record<string, string>>): ActionOutcome
  confirm(
    session: FormSession,
    project: Project,
    confirmation: Confirmation,
    browser: BrowserRequest,
  ): ActionOutcome
  clarify(
    session: FormSession,
    project: Project,
    fields: Readonly<Record<string, string>>,
    fingerprint: string,
  ): ActionOutcome
  /** Code of the issuer's page at that place; null: the customer cancelled there. */
  challenge(session: FormSession, project: Project, code: string | null, place: IssuerPlace): ActionOutcome
  retry(session: FormSession): ActionOutcome
  giveUp(session: FormSession, project: Project): ActionOutcome
  removeCard(session: FormSession, project: Project, id: number): ActionOutcome
}

/** The card that is charged: typed now, or saved before. */
type ChosenCard =
  | { readonly kind: 'typed'; readonly card: CheckedCard }
  | { readonly kind: 'saved'; readonly card: SavedCard }

export function createFormActions(options: {
  readonly ledger: Ledger
  readonly sessions: FormSessions
  readonly savedCards: SavedCards
  readonly tokens: Tokens
  readonly ids: PlatformIds
  readonly now: () => number
  readonly reference: (url: string) => string
}): FormActions {
  const { ledger, sessions, savedCards, tokens, ids, now, reference } = options

  const keep = (session: FormSession): ActionOutcome => {
    const changed = { ...session, version: session.version + 1 }
    sessions.save(changed)
    return { ok: true, session: changed }
  }

  const paymentOf = (session: FormSession): Payment | null =>
    session.paymentKey === null ? null : ledger.upToDate(session.paymentKey)

  const execute = (session: FormSession, project: Project, command: PaymentCommand): ActionOutcome => {
    const { decision } = ledger.execute(session.paymentKey, command, project)
    // Somebody was faster: the merchant through the API, the clock, or a second tab. The page shows what is now.
    if (!decision.ok && decision.refusal.code === '3060') return keep(session)
    return decision.ok ? keep(session) : refuse(decision.refusal)
  }

  const confirm = (
    session: FormSession,
    project: Project,
    confirmation: Confirmation,
    browser: BrowserRequest,
  ): ActionOutcome => {
    const { settings } = session
    const payment = paymentOf(session)
    const open = payment === null ? session.token === null : session.tryingAgain && payment.attempts !== null
    if (!open || (payment === null && isTooLate(settings, now()))) return keep(session)

    const { settings: merged, ignored } = mergeAdditional(settings, confirmation.additional ?? {}, now())
    const agreed: FormSession = { ...session, settings: merged }
    const collected = collectedNow(agreed, project, confirmation)
    const chosen = chooseCard(session, project, confirmation)
    const problems = [...(chosen.ok ? [] : chosen.problems), ...(collected.ok ? [] : collected.problems)]
    if (!chosen.ok || !collected.ok) return { ok: false, problems, refusal: null, ignored }

    const facts = browserFacts(browser, confirmation.browser ?? {}, session.id, utcDay(now()))
    if (settings.mode === 'card_tokenize') {
      if (chosen.card.kind === 'saved') return keep(session)
      const known = { ...settings, supplied: { ...facts, ...settings.supplied } }
      const token = tokens.make(session, project, chosen.card.card)
      return keep({ ...session, settings: known, token })
    }
    const supplied = { ...facts, ...merged.supplied, ...session.details, ...collected.values }
    const plan = planOf(agreed, project, chosen.card)
    const toBeSaved = confirmation.save === true && savedCards.maySave(settings, project)
    const account = { ...accountFor(chosen.card), toBeSaved }
    const outcome =
      payment === null
        ? register(agreed, project, account, plan, supplied)
        : tryAgain(agreed, project, account, plan, supplied)
    if (outcome.ok && chosen.card.kind === 'saved') savedCards.used(settings, chosen.card.card.id)
    return { ...outcome, ignored }
  }

  const register = (
    session: FormSession,
    project: Project,
    account: Account,
    plan: readonly OutcomeStep[],
    supplied: AcceptedValues,
  ): ActionOutcome => {
    const { settings } = session
    const existing = ledger.byPaymentId(project.projectId, settings.paymentId ?? '')
    if (existing !== null && existing.status !== 'error') return refuse(registeredMeanwhile(existing))
    const kind =
      settings.mode === 'card_verify'
        ? 'account verification'
        : settings.mode === 'payout'
          ? 'payout'
          : 'purchase'
    const { decision, payment } = ledger.execute(
      null,
      {
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
          paymentUrl: asReference(settings.callbacks.paymentUrl),
          successUrl: asReference(settings.callbacks.successUrl),
          declineUrl: asReference(settings.callbacks.declineUrl),
        }),
        supplied,
        plan,
        retries: retriesOf(session, project),
        ...(settings.registersRecurring && kind !== 'payout'
          ? {
              series: {
                id: ids.accountId(),
                endsAt: settings.seriesEndsAt ?? null,
                ...(settings.series ?? { type: 'U' }),
              },
            }
          : {}),
      },
      project,
    )
    if (!decision.ok) return refuse(decision.refusal)
    return keep({ ...session, paymentKey: payment?.key ?? null, tryingAgain: false })
  }

  const tryAgain = (
    session: FormSession,
    project: Project,
    account: Account,
    plan: readonly OutcomeStep[],
    supplied: AcceptedValues,
  ): ActionOutcome =>
    execute({ ...session, tryingAgain: false }, project, {
      type: 'startAttempt',
      requestId: ids.requestId(project.projectId),
      account,
      plan,
      supplied,
    })

  const asReference = (url: string | null): string | null => (url === null ? null : reference(url))

  const accountFor = (chosen: ChosenCard): Account => {
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

  const collectedNow = (session: FormSession, project: Project, { fields }: Confirmation) => {
    const { onCardPage, afterShop } = collection(session, project.switches)
    const onPage = onCardPage === null ? afterShop : [onCardPage, ...afterShop]
    const asked = session.paymentKey === null ? onPage : []
    return checkCollected(asked, fields ?? {}, session.settings.supplied, utcDay(now()))
  }

  const chooseCard = (
    { settings }: FormSession,
    project: Project,
    { card, saved_card: saved }: Confirmation,
  ):
    | { readonly ok: true; readonly card: ChosenCard }
    | { readonly ok: false; readonly problems: readonly FieldProblem[] } => {
    const today = utcDay(now())
    const onlyBrand = settings.methods.forcedBrand
    if (saved !== undefined) {
      const own = savedCards.of(settings, project)
      const known = offeredCards(own, settings).cards.find(({ id }) => id === saved.id)
      if (known === undefined) {
        const named = own.find(({ id }) => id === saved.id)
        const ofOtherBrand = named !== undefined && onlyBrand !== null && named.brand !== onlyBrand
        return {
          ok: false,
          problems: [{ name: 'saved_card', reason: ofOtherBrand ? 'card_brand' : 'value' }],
        }
      }
      const problem = known.expired
        ? ({ name: 'saved_card', reason: 'card_expired' } as const)
        : needsCode(settings) && codeProblem(saved.cvv, known.number) !== null
          ? ({ name: 'cvv', reason: codeProblem(saved.cvv, known.number) ?? 'card_code' } as const)
          : null
      return problem === null
        ? { ok: true, card: { kind: 'saved', card: known } }
        : { ok: false, problems: [problem] }
    }
    const entry = checkCardEntry(card ?? NO_CARD, {
      today,
      needsCode: needsCode(settings),
      onlyBrand,
    })
    return entry.ok ? { ok: true, card: { kind: 'typed', card: entry.card } } : entry
  }

  return {
    details(session, project, fields) {
      const { onOwnPage } = collection(session, project.switches)
      if (session.paymentKey !== null || onOwnPage.length === 0) return keep(session)
      const checked = checkCollected(onOwnPage, fields, session.settings.supplied, utcDay(now()))
      return checked.ok
        ? keep({ ...session, details: checked.values })
        : { ok: false, problems: checked.problems, refusal: null }
    },
    confirm,
    clarify(session, project, fields, fingerprint) {
      const payment = paymentOf(session)
      const open = payment === null ? null : asCustomerKnows(payment).clarification
      if (open === null) return keep(session)
      const misplaced = misplacedCardNumbers(fields)
      if (misplaced.length > 0) return { ok: false, problems: misplaced, refusal: null }
      return execute(session, project, {
        type: 'submitClarification',
        via: 'form',
        requestId: ids.requestId(project.projectId),
        fingerprint,
        additionalData: nested(flattenFields(open.requested), fields),
      })
    },
    challenge: (session, project, code, place) =>
      execute(place === 'parent' ? onOwnPage(session) : session, project, {
        type: 'submitChallenge',
        requestId: ids.requestId(project.projectId),
        code,
      }),
    retry(session) {
      const payment = paymentOf(session)
      return keep({ ...session, tryingAgain: payment?.attempts !== null && payment !== null })
    },
    giveUp: (session, project) => execute({ ...session, tryingAgain: false }, project, { type: 'giveUp' }),
    removeCard(session, project, id) {
      const removed = savedCards.remove(session.settings, id)
      if (removed !== null) tokens.deleted(session, project, removed)
      return keep(session)
    },
  }
}

const NO_CARD = { pan: '', month: '', year: '', cvv: '', card_holder: '' }

function refuse(refusal: Refusal): ActionOutcome {
  return { ok: false, problems: [], refusal }
}

function registeredMeanwhile(existing: Payment): Refusal {
  return {
    code: '3041',
    field: 'payment_id',
    constraint: 'unique',
    message: `The payment ${existing.paymentId} was registered while the form was open. Open the form with a new payment_id.`,
  }
}

export function planOf(
  { settings }: Pick<FormSession, 'settings'>,
  project: Project,
  chosen: {
    readonly kind: ChosenCard['kind']
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

/** The form after the issuer's page took the place of the merchant's: it goes on without a page around it. */
function onOwnPage(session: FormSession): FormSession {
  return { ...session, settings: { ...session.settings, frameMode: 'tab', olderEmbedded: false } }
}

/** Another attempt needs the result page, so an automatic redirect rules it out (contract 7.5). */
export function retriesOf(
  { settings }: Pick<FormSession, 'settings'>,
  project: Project,
): Register['retries'] {
  const { retries, retryLimit, retryWindowMs } = project.switches
  if (!retries || settings.mode !== 'purchase' || settings.redirects.fail !== null) return null
  return { limit: retryLimit, windowMs: retryWindowMs, endsAt: settings.bestBefore }
}

/** Typed texts at their places below `additional_data`, as a merchant would send them (contract 5.2). */
function nested(
  asked: readonly { readonly path: string }[],
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const root = new Map<string, unknown>()
  for (const { path } of asked) {
    const text = fields[path]
    if (text === undefined) continue
    const names = path.split('.')
    const last = names.pop() ?? ''
    let place = root
    for (const name of names) {
      const inner = place.get(name)
      const next = inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>()
      place.set(name, next)
      place = next
    }
    place.set(last, asTyped(path, text))
  }
  return toPlainObject(root)
}

function toPlainObject(map: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...map].map(([name, value]) => [
      name,
      value instanceof Map ? toPlainObject(value as ReadonlyMap<string, unknown>) : value,
    ]),
  )
}
