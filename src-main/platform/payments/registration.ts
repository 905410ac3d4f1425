import { isRecord } from '#lib/json/node'
import { valueAt, wholeNumber } from '#domain/api/rules'
import { brandOf } from '#domain/card/brand'
import { NO_TARGETS } from '#domain/callback/target'
import { maskCardNumber } from '#domain/card/card-number'
import type { Account, CallbackPlan, Payment, SeriesDebit } from '#domain/payment/payment'
import type { Register } from '#domain/payment/commands'
import { newSeries, registeredSeries } from '#domain/payment/series'
import type { Method } from '#domain/project/method-shape'
import type { Project } from '#domain/project/project'
import { maskMiddle } from '#domain/method/customer-part'
import { sentNameOf } from '#domain/method/method'
import { methodPlan } from '#domain/method/method-plan'
import { missingParameters } from '#domain/method/method-rules'
import { planFor } from '#domain/provider/outcome'
import { CASCADE_PROVIDERS, declined } from '#domain/provider/outcome-steps'
import { METHOD_DECLINE_CODE } from '#domain/result-code/result-codes'
import type { PlatformIds } from '#core/ids'
import type { FieldError } from '#domain/api/errors'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { checkValue, contextOf, countryPathBeside, isBlank } from '#domain/clarification/check'
import { acceptedValues } from '#domain/clarification/submission'
import { utcDay } from '#lib/time/time'

type Body = Readonly<Record<string, unknown>>

/** How many characters of the first payment's id a scheduled payment's id keeps, so that it is not too long. */
const MAX_SCHEDULED_STEM = 230

/** Where, when and whether a payment's callbacks are sent. Give targets as stored: our own listener as `own:/path`. */
export function callbackPlan(project: Project, given: Partial<CallbackPlan> = {}): CallbackPlan {
  const { callbackUrl: projectUrl, switches } = project
  return { ...NO_TARGETS, rules: switches.callbackRules, projectUrl, ...given }
}

/** The card as it may be stored. The full number does not leave this function. */
export function accountOf(
  card: { readonly number: string; readonly holder: string; readonly month: number; readonly year: number },
  ids: PlatformIds,
): Account {
  return {
    number: maskCardNumber(card.number),
    type: brandOf(card.number) ?? '',
    cardHolder: card.holder,
    expiryMonth: String(card.month).padStart(2, '0'),
    expiryYear: String(card.year),
    id: ids.accountId(),
    token: ids.cardToken(),
  }
}

interface RegistrationRequest {
  readonly body: Body
  readonly project: Project
  readonly ids: PlatformIds
  readonly now: number
  readonly reference: (url: string) => string
}

function sharedParts(request: RegistrationRequest) {
  const { body, project, ids, now } = request
  return {
    type: 'register',
    key: ids.paymentKey(),
    paymentId: textAt(body, 'general', 'payment_id'),
    origin: 'api',
    method: 'card',
    requestId: ids.requestId(project.projectId),
    sum: { amount: numberAt(body, 'payment', 'amount'), currency: textAt(body, 'payment', 'currency') },
    customer: { id: textAt(body, 'customer', 'id'), phone: textAt(body, 'customer', 'phone') },
    description: textAt(body, 'payment', 'description'),
    callbacks: callbackPlan(project, {
      paymentUrl: urlAt(request, 'general', 'merchant_callback_url'),
      successUrl: urlAt(request, 'general', 'merchant_success_callback_url'),
      declineUrl: urlAt(request, 'general', 'merchant_decline_callback_url'),
      delayMs: numberAt(body, 'callback', 'delay') * 1000,
      disabled: valueAt(body, ['callback', 'force_disable']) === true,
    }),
    // Valid values are not requested later.
    supplied: acceptedValues(givenValues(body, now)),
    retries: null,
  } as const
}

const registersSeries = (body: Body): boolean =>
  valueAt(body, ['recurring_register']) === true || valueAt(body, ['recurring', 'register']) === true

/** The series that a sale or auth registers (contract 13.1, 16.8). */
function seriesPart(body: Body, ids: PlatformIds): Pick<Register, 'series'> {
  if (!registersSeries(body)) return {}
  const recurring = valueAt(body, ['recurring'])
  const amount = numberAt(body, 'payment', 'amount')
  return { series: newSeries(ids.accountId(), isRecord(recurring) ? recurring : {}, amount) }
}

/** Registers the payment of a checked sale or auth. */
export function registerCommand(
  request: RegistrationRequest & { readonly operation: 'sale' | 'auth' },
): Register {
  const { operation, body, project, ids } = request
  const cardNumber = textAt(body, 'card', 'pan')
  return {
    ...sharedParts(request),
    kind: 'purchase',
    operation,
    account: accountOf(
      {
        number: cardNumber,
        holder: textAt(body, 'card', 'card_holder'),
        month: numberAt(body, 'card', 'month'),
        year: numberAt(body, 'card', 'year'),
      },
      ids,
    ),
    plan: planFor({
      cardNumber,
      switches: { outcome: project.switches.outcome },
      registersRecurring: registersSeries(body),
      threeDSecure: challengeOf(project, urlAt(request, 'acs_return_url', 'return_url')),
    }),
    ...seriesPart(body, ids),
  }
}

/** The operations that register a payment with a method other than a card. */
export type MethodRegistration = 'sale' | 'auth' | 'payout'

/** Registers a checked sale, auth or payout with a method other than a card (contract 16.2, 16.8). */
export function methodCommand(
  request: RegistrationRequest & { readonly method: Method; readonly operation: MethodRegistration },
): Register {
  const { body, method, operation, project, ids, now } = request
  const number = valueAt(body, ['account', 'number'])
  return {
    ...sharedParts(request),
    kind: operation === 'payout' ? 'payout' : 'purchase',
    operation,
    method: sentNameOf(method, project.switches.methodWays),
    methodPath: method.path,
    account: methodAccount(number, textAt(body, 'account', 'type')),
    returnUrls: {
      success: urlAt(request, 'return_url', 'success'),
      decline: urlAt(request, 'return_url', 'decline'),
      return: urlAt(request, 'return_url', 'return'),
    },
    plan: methodPlan(
      method,
      operation,
      missingParameters(method, operation, body, utcDay(now)),
      project.switches,
      tokenPlan(body),
    ),
    ...(operation === 'payout' ? {} : seriesPart(body, ids)),
    retries: operation === 'sale' ? cascadeRetries(project) : null,
  }
}

/** How often the merchant may try another provider, even after a decline (contract 16.7); null if never. */
export function cascadeRetries({ switches }: Project): Register['retries'] {
  return switches.cascade
    ? { limit: CASCADE_PROVIDERS, windowMs: switches.retryWindowMs, endsAt: null }
    : null
}

/**
 * The outcome of the test card whose number is the token of a device wallet (contract 16.8); undefined without one.
 * Card codes are for cards only (contract 16.2).
 */
function tokenPlan(body: Body): Register['plan'] | undefined {
  const token = textAt(body, 'etoken', 'token')
  if (token === '') return undefined
  const ofCard = planFor({
    cardNumber: token,
    switches: { outcome: { mode: 'card' } },
    registersRecurring: registersSeries(body),
    threeDSecure: false,
  })
  return ofCard.map((step) =>
    step.kind === 'result' && step.outcome === 'decline' ? declined(METHOD_DECLINE_CODE) : step,
  )
}

/** The account of a method, with its number masked (contract 16.2); null without a number. */
export function methodAccount(number: unknown, type: string): Account | null {
  if (isBlank(number)) return null
  const empty = { cardHolder: '', expiryMonth: '', expiryYear: '', id: 0, token: '' }
  return { ...empty, number: maskMiddle(String(number)), type }
}

/** Registers a checked debit of a series, which pays with what its registration paid with (contract 13.1, 16.8). */
export function debitCommand(
  request: RegistrationRequest & { readonly registration: Payment; readonly series: SeriesDebit },
): Register {
  const { project, registration, series } = request
  const shared = sharedParts(request)
  const customer = shared.customer.id === '' ? registration.customer : shared.customer
  return { ...shared, customer, ...debitParts(registration, series, project) }
}

/** The n-th payment of a scheduled series (contract 13.1); null if `registration` registers no such series. */
export function scheduledDebitCommand(options: {
  readonly registration: Payment
  readonly n: number
  readonly project: Project
  readonly ids: PlatformIds
  readonly isTaken: (paymentId: string) => boolean
  readonly randomHex: (digits: number) => string
}): Register | null {
  const { registration, n, project, ids, isTaken, randomHex } = options
  const { projectId, customer, description, callbacks, supplied, origin } = registration
  const series = registeredSeries(registration)
  const schedule = registration.series?.schedule
  if (series === null || schedule === undefined) return null
  const paymentId = `${registration.paymentId.slice(0, MAX_SCHEDULED_STEM)}-${String(n)}`
  return {
    type: 'register',
    ...debitParts(registration, { ...series, isScheduled: true }, project),
    key: ids.paymentKey(),
    paymentId: isTaken(paymentId) ? `${paymentId}-${randomHex(8)}` : paymentId,
    requestId: ids.requestId(projectId),
    sum: { amount: schedule.amount, currency: series.currency },
    retries: null,
    origin,
    customer,
    description,
    callbacks,
    supplied,
  }
}

/** A debit of a series has no security code and no 3-D Secure; the card has a separate outcome for debits. */
export function debitParts(
  registration: Payment,
  { id, currency, endsAt, isScheduled }: SeriesDebit,
  project: Project,
) {
  const { method, methodPath } = registration
  return {
    kind: 'recurring',
    operation: 'recurring',
    method,
    ...(methodPath === undefined ? {} : { methodPath }),
    account: registration.account,
    plan: planFor({
      maskedNumber: registration.account?.number ?? '',
      switches: { outcome: project.switches.outcome },
      registersRecurring: false,
      isDebit: true,
      threeDSecure: false,
    }),
    debitOf: { id, currency, endsAt, ...(isScheduled === undefined ? {} : { isScheduled }) },
  } as const
}

function textAt(body: Body, ...path: readonly string[]): string {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : ''
}

function numberAt(body: Body, ...path: readonly string[]): number {
  return wholeNumber(valueAt(body, path)) ?? 0
}

/** The address as it is stored; null if there is none. */
function urlAt({ body, reference }: RegistrationRequest, ...path: readonly string[]): string | null {
  const url = textAt(body, ...path)
  return url === '' ? null : reference(url)
}

/** Whether the issuer may challenge the customer of an API payment, and where the customer returns (contract 13.3). */
function challengeOf(
  { switches }: Project,
  returnUrl: string | null,
): false | { readonly returnUrl: string } {
  return switches.threeDSecureByApi === 'return_url' && returnUrl !== null ? { returnUrl } : false
}

/** Catalogue fields, each with the path of its value in a body and that of the country that the value depends on. */
const PLACES = FIELD_CATALOGUE.map((field) => ({
  field,
  keys: field.path.split('.'),
  countryKeys: countryPathBeside(field.path).split('.'),
}))

function givenValues(body: Body, now: number) {
  const today = utcDay(now)
  return PLACES.flatMap(({ field, keys, countryKeys }) => {
    const value = valueAt(body, keys)
    const country = value === undefined ? undefined : valueAt(body, countryKeys)
    return value === undefined ? [] : [{ field, path: field.path, value, context: contextOf(today, country) }]
  })
}

/** Checks every field of the catalogue that the body contains (contract 5.8). */
export function optionalDataViolations(body: Body, now: number): readonly FieldError[] {
  return givenValues(body, now).flatMap(({ field, path, value, context }) => {
    if (path === 'customer.ip_address' || isBlank(value)) return []
    const problem = checkValue(field, value, context)
    return problem === null ? [] : [{ ...problem, field: path }]
  })
}
