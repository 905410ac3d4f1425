import { violations } from '../../domain/api/check'
import type { FieldError } from '../../domain/api/errors'
import { isRecord, valueAt, wholeNumber } from '../../domain/api/rules'
import { brandOf } from '../../domain/card/brand'
import { maskCardNumber } from '../../domain/card/card-number'
import { FIELD_CATALOGUE } from '../../domain/clarification/catalogue'
import { checkValue, isBlank } from '../../domain/clarification/check'
import type { CheckContext } from '../../domain/clarification/check'
import { fieldPath } from '../../domain/clarification/fields'
import type { AcceptedValues } from '../../domain/clarification/submission'
import { utcDay } from '../../lib/time/days'
import type { Account, CallbackPlan, Payment, SeriesDebit } from '../../domain/payment/payment'
import type { Register } from '../../domain/payment/commands'
import { newSeries } from '../../domain/payment/series'
import type { Project } from '../../domain/project/project'
import { planFor } from '../../domain/provider/outcome'
import type { PlatformIds } from '../../bench/ids'

type Body = Readonly<Record<string, unknown>>

/** Where the callbacks of a payment go; own targets are paths already. */
export function callbackPlan(project: Project, given: Partial<CallbackPlan> = {}): CallbackPlan {
  return {
    successUrl: null,
    declineUrl: null,
    paymentUrl: null,
    rules: project.switches.callbackRules,
    projectUrl: project.callbackUrl,
    delayMs: 0,
    disabled: false,
    ...given,
  }
}

/** The card as it may be kept. The number goes no further than this function. */
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

/** Everything about a sale or auth that its fields alone do not tell: conditions between fields (contract 5.5). */
export function saleViolations(kind: 'sale' | 'auth', body: Body, now: number): readonly FieldError[] {
  return [
    ...violations(kind, body),
    ...missingCode(body),
    ...expired(body, now),
    ...halfAvs(body),
    ...wrongOptionalData(body, now),
  ]
}

/** The same about a later debit of a series, which names it in one of two places (contract 13.1). */
export function debitViolations(body: Body, now: number): readonly FieldError[] {
  const missing: readonly FieldError[] =
    seriesIdOf(body) !== null
      ? []
      : [
          {
            code: '2004',
            field: 'recurring.id',
            constraint: 'required',
            message:
              'Add recurring.id, or recurring_id: the id of the series from the callback of its registration.',
          },
        ]
  const wrong = [...violations('recurring', body), ...halfAvs(body), ...wrongOptionalData(body, now)]
  return wrong.some(({ field }) => field.startsWith('recurring')) ? wrong : [...missing, ...wrong]
}

/** The id of the series that a debit names, where it is a number; else null. */
export function seriesIdOf(body: Body): number | null {
  return wholeNumber(valueAt(body, ['recurring', 'id']) ?? valueAt(body, ['recurring_id']))
}

interface RegistrationRequest {
  readonly body: Body
  readonly project: Project
  readonly ids: PlatformIds
  readonly now: number
  readonly reference: (url: string) => string
}

/** What every payment by the API has in its request, whatever pays it. */
function sharedParts({ body, project, ids, now, reference }: RegistrationRequest) {
  const text = (...path: string[]): string => textAt(body, path)
  const number = (...path: string[]): number => numberAt(body, path)
  const url = (...path: string[]): string | null => {
    const value = text(...path)
    return value === '' ? null : reference(value)
  }
  return {
    type: 'register',
    key: ids.paymentKey(),
    paymentId: text('general', 'payment_id'),
    origin: 'api',
    method: 'card',
    requestId: ids.requestId(project.projectId),
    sum: { amount: number('payment', 'amount'), currency: text('payment', 'currency') },
    customer: { id: text('customer', 'id'), phone: text('customer', 'phone') },
    description: text('payment', 'description'),
    callbacks: callbackPlan(project, {
      paymentUrl: url('general', 'merchant_callback_url'),
      successUrl: url('general', 'merchant_success_callback_url'),
      declineUrl: url('general', 'merchant_decline_callback_url'),
      delayMs: number('callback', 'delay') * 1000,
      disabled: valueAt(body, ['callback', 'force_disable']) === true,
    }),
    supplied: suppliedValues(body, now),
    retries: null,
  } as const
}

/** The command that registers the payment of a checked sale or auth. */
export function registerCommand(
  request: RegistrationRequest & { readonly operation: 'sale' | 'auth' },
): Register {
  const { operation, body, project, ids, reference } = request
  const text = (...path: string[]): string => textAt(body, path)
  const number = (...path: string[]): number => numberAt(body, path)
  const cardNumber = text('card', 'pan')
  const recurring = valueAt(body, ['recurring'])
  const registersRecurring =
    valueAt(body, ['recurring_register']) === true || valueAt(body, ['recurring', 'register']) === true
  const returnUrl = text('acs_return_url', 'return_url')
  return {
    ...sharedParts(request),
    kind: 'purchase',
    operation,
    account: accountOf(
      {
        number: cardNumber,
        holder: text('card', 'card_holder'),
        month: number('card', 'month'),
        year: number('card', 'year'),
      },
      ids,
    ),
    plan: planFor({
      cardNumber,
      switches: { outcome: project.switches.outcome },
      registersRecurring,
      threeDSecure: challengeOf(project, returnUrl === '' ? null : reference(returnUrl)),
    }),
    ...(registersRecurring
      ? {
          series: newSeries(
            ids.accountId(),
            isRecord(recurring) ? recurring : {},
            number('payment', 'amount'),
          ),
        }
      : {}),
  }
}

/** The command that registers a checked debit of a series, which pays with the card of its registration (contract 13.1). */
export function debitCommand(
  request: RegistrationRequest & { readonly registration: Payment; readonly series: SeriesDebit },
): Register {
  const { project, registration, series } = request
  return { ...sharedParts(request), ...debitParts(registration, series, project) }
}

/** What makes a payment a debit of a series: no code and no 3-D Secure; the card decides about debits in its own way. */
export function debitParts(
  registration: Payment,
  { id, currency, endsAt, isScheduled }: SeriesDebit,
  project: Project,
) {
  return {
    kind: 'recurring',
    operation: 'recurring',
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

function textAt(body: Body, path: readonly string[]): string {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : ''
}

function numberAt(body: Body, path: readonly string[]): number {
  return wholeNumber(valueAt(body, path)) ?? 0
}

/** Whether and where the issuer may challenge the customer of a payment by the API (contract 13.3). */
function challengeOf(
  { switches }: Project,
  returnUrl: string | null,
): false | { readonly returnUrl: string } {
  return switches.threeDSecureByApi === 'return_url' && returnUrl !== null ? { returnUrl } : false
}

/** Optional data of the initial request, by `key.name`: what is here and right is not asked for later. */
export function suppliedValues(body: Body, now: number): AcceptedValues {
  const today = utcDay(now)
  const supplied: Record<string, string | number | boolean> = {}
  for (const field of FIELD_CATALOGUE) {
    const value = valueAt(body, [field.key, ...field.name.split('.')])
    const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!scalar || checkValue(field, value, contextOf(field, body, today)) !== null) continue
    supplied[fieldPath(field.key, field.name)] = typeof value === 'string' ? value.trim() : value
  }
  return supplied
}

function missingCode(body: Body): readonly FieldError[] {
  const moto = wholeNumber(valueAt(body, ['payment', 'moto_type'])) ?? 0
  if (moto > 0 || valueAt(body, ['card', 'cvv']) !== undefined) return []
  return [
    {
      code: '3141',
      field: 'card.cvv',
      constraint: 'required',
      message:
        'Add the card code; only mail and telephone orders (payment.moto_type 1 or 2) may leave it out.',
    },
  ]
}

function expired(body: Body, now: number): readonly FieldError[] {
  const year = wholeNumber(valueAt(body, ['card', 'year']))
  const month = wholeNumber(valueAt(body, ['card', 'month']))
  if (year === null || month === null) return []
  const expiry = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  if (expiry >= utcDay(now).slice(0, 7)) return []
  return [
    {
      code: '3021',
      field: 'card.year',
      constraint: 'minimum',
      message: `The card expired in ${expiry}; on the bench's clock it is ${utcDay(now)}. Use a later expiry.`,
    },
  ]
}

function halfAvs(body: Body): readonly FieldError[] {
  if (!isRecord(valueAt(body, ['avs_data']))) return []
  return ['avs_post_code', 'avs_street_address']
    .filter((name) => {
      const value = valueAt(body, ['avs_data', name])
      return typeof value !== 'string' || value.trim() === ''
    })
    .map((name) => ({
      code: '2061',
      field: `avs_data.${name}`,
      constraint: 'required' as const,
      message: 'When avs_data is sent, both of its fields must have a value.',
    }))
}

/** The platform checks every value of the catalogue that is supplied (contract 5.8). */
function wrongOptionalData(body: Body, now: number): readonly FieldError[] {
  const today = utcDay(now)
  const errors: FieldError[] = []
  for (const field of FIELD_CATALOGUE) {
    if (field.key === 'customer' && field.name === 'ip_address') continue
    const value = valueAt(body, [field.key, ...field.name.split('.')])
    if (isBlank(value)) continue
    const problem = checkValue(field, value, contextOf(field, body, today))
    if (problem !== null) errors.push({ ...problem, field: `${field.key}.${field.name}` })
  }
  return errors
}

/** A value is judged with the country of its own address; names go with the billing address (contract 5.8). */
function contextOf(
  { key, name }: { readonly key: string; readonly name: string },
  body: Body,
  today: string,
): CheckContext {
  const address = name.includes('.') ? name.split('.').slice(0, -1) : ['billing']
  const country = valueAt(body, [key, ...address, 'country'])
  return typeof country === 'string' && country.trim() !== '' ? { today, country: country.trim() } : { today }
}
