import { violations } from '#domain/api/check'
import { FIELD_RULES } from '#domain/api/requests'
import { fieldRulesOf } from '#domain/method/method-rules'
import { apiError, type ApiError, type FieldError, fieldError } from '#domain/api/errors'
import { respondsWithStatus } from '#domain/payment/callbacks'
import type { Decision, PaymentCommand } from '#domain/payment/commands'
import type { OperationCallbacks, Payment } from '#domain/payment/payment'
import type { HttpResponse } from '#lib/http-message/message'
import type { PaymentService } from '#platform/payments/payment-service'
import { methodRefusal } from '#domain/method/availability'
import { bankError } from '#domain/method/banks'
import { findMethod } from '#domain/method/method'
import type { MethodOperation } from '#domain/project/method-shape'
import {
  methodCommand,
  type MethodRegistration,
  optionalDataViolations,
  registerCommand,
} from '#platform/payments/registration'
import type { PaymentKey } from '#domain/ids'
import { isRecord } from '#lib/json/node'
import { valueAt, wholeNumber } from '#domain/api/rules'
import { readPaRes } from '#domain/payment/pa-res'
import { isFinal } from '#domain/payment/statuses'
import { utcDay } from '#lib/time/time'
import type { AuthenticRequest, Body } from './authenticate'
import { signedResponse } from '#platform/exchanges/recorder'
import { commandResponse, statusResponse } from './responses'
import type { BenchServices } from '#core/services'

/** An `error` still lacks its request id. */
export type ApiResult = { readonly paymentKey: PaymentKey | null } & (
  | { readonly response: HttpResponse; readonly error: null }
  | { readonly response: null; readonly error: ApiError }
)

export interface Services
  extends CommandContext, Pick<BenchServices, 'store' | 'crypto' | 'now' | 'addresses'> {
  readonly paymentService: PaymentService
}

export interface Call {
  readonly request: AuthenticRequest
  /** Null if the project has no payment with this id. */
  readonly payment: Payment | null
  readonly now: number
}

export interface Action {
  readonly violations: (call: Call) => readonly FieldError[]
  readonly run: (call: Call, services: Services) => ApiResult
}

export function fieldViolations({ request }: Call): readonly FieldError[] {
  return violations(fieldRulesOf(request.endpoint, request.project.switches.ownMethods), request.body)
}

/** Registers a card payment (contract 5.5). */
export function registers(operation: 'sale' | 'auth'): Action {
  return {
    violations: ({ request, now }) => [
      ...violations(FIELD_RULES[operation], request.body),
      ...codeViolations(request.body),
      ...expiryViolations(request.body, now),
      ...avsErrors(request.body),
      ...optionalDataViolations(request.body, now),
    ],
    run(call, services) {
      const { body, project } = call.request
      const taken = takenId(call)
      if (taken !== null) return taken
      const { ids, reference } = services
      const command = registerCommand({ operation, body, project, ids, now: call.now, reference })
      return execute(call, null, command, services)
    },
  }
}

/** Registers a payment with a method other than a card (contract 16.2, 16.8). */
export function registersMethod(operation: MethodRegistration): Action {
  return {
    violations(call) {
      const { request, now } = call
      const method = findMethod(request.endpoint.method ?? '', request.project.switches.ownMethods)
      const parameters = method?.operations[operation]?.parameters ?? []
      // A wrong value of a required parameter is requested again instead (contract 16.3).
      const isRequestable = ({ field }: FieldError): boolean =>
        parameters.some(({ name, need }) => name === field && need === 'required')
      const optionalData = optionalDataViolations(request.body, now)
      return [...fieldViolations(call), ...optionalData.filter((each) => !isRequestable(each))]
    },
    run(call, services) {
      const { body, project } = call.request
      const offered = offeredMethod(call, operation)
      if (offered.refusal !== null) return refused(refusalError(offered.refusal, call.request))
      const { method } = offered
      const wrongBank = bankError(method, operation, body)
      if (wrongBank !== null) return refused(refusalError(wrongBank, call.request))
      const { ids, reference } = services
      const request = { method, operation, body, project, ids, now: call.now, reference }
      const { payment } = call
      if (payment !== null && operation === 'sale' && triesNext(payment, method.path)) {
        const { requestId, account, plan, supplied } = methodCommand(request)
        const command = { type: 'startAttempt', requestId, account, plan, supplied } as const
        return execute(call, payment.key, command, services)
      }
      return takenId(call) ?? execute(call, null, methodCommand(request), services)
    },
  }
}

/** Whether a sale with this method continues the payment through the provider that was requested (contract 16.7). */
const triesNext = ({ nextProvider, methodPath, status }: Payment, path: string): boolean =>
  nextProvider !== undefined && methodPath === path && !isFinal(status)

/** The method that the address names, or why it cannot be used now (contract 16.1, 16.2). */
export function offeredMethod(
  { request, now }: { readonly request: Omit<AuthenticRequest, 'fingerprint'>; readonly now: number },
  operation: MethodOperation,
) {
  const { endpoint, body, project } = request
  const method = findMethod(endpoint.method ?? '', project.switches.ownMethods)
  if (method?.operations[operation] === undefined) {
    const message = `There is no method ${endpoint.method ?? ''} with the operation ${operation}. Use a path of the catalogue (contract 16.1), or add the method to the project in Settings.`
    return { method: null, refusal: fieldError('2541', '', 'enum', message) }
  }
  const refusal = methodRefusal(method, sumIn(valueAt(body, ['payment'])), project.switches, now)
  return refusal === null ? { method, refusal } : { method: null, refusal }
}

/** The amount in minor units, if it is a whole number, and the currency that an object of a request has. */
export const sumIn = (object: unknown) => ({
  amount: wholeNumber(valueAt(object, ['amount'])),
  currency: valueAt(object, ['currency']),
})

/** Refuses an address that names a method without this operation (contract 16.8). */
export function followsUp(type: 'capture' | 'cancel' | 'refund'): Action {
  const action = onPayment(followUpCommand(type))
  return {
    ...action,
    run(call, services) {
      const { endpoint, project } = call.request
      const { method: path } = endpoint
      const method = findMethod(path ?? '', project.switches.ownMethods)
      // The address of a refund may have any name.
      const isLacking = method === null ? type !== 'refund' : method.operations[type] === undefined
      if (path === undefined || !isLacking) return action.run(call, services)
      const remedy =
        type === 'refund' ? ' Use /v2/payment/refund, which works for every method.' : ' See the catalogue.'
      const message = `The method ${path} has no ${type}.${remedy}`
      return refused(refusalError(fieldError('3610', '', 'state', message), call.request))
    },
  }
}

/** Refuses the id of another payment of the project, unless that payment is in `error` (contract 5.7). */
export function takenId({ payment }: Call): ApiResult | null {
  if (payment === null || payment.status === 'error') return null
  const message = `The payment ${payment.paymentId} is already registered; letter case is ignored. Use a new id.`
  return refused(
    apiError(400, '5.7', fieldError('3041', 'general.payment_id', 'unique', message)),
    payment.key,
  )
}

const UNKNOWN_PAYMENT = fieldError(
  '3061',
  'general.payment_id',
  'state',
  'The project has no payment with this id; letter case is ignored.',
)

/** Chooses the next provider of a payment; the response has 0 if none is left (contract 16.7). */
export const stepsCascade: Action = {
  violations: fieldViolations,
  run({ request, payment }, { paymentService, ids, crypto }) {
    const { project } = request
    const { projectId } = project
    if (payment === null) return refused(refusalError(UNKNOWN_PAYMENT, request))
    const command = { type: 'requestProvider', requestId: ids.requestId(projectId) } as const
    const { decision } = paymentService.executeAndSettle(payment.key, command, project)
    if (!decision.ok) return refused(refusalError(decision.refusal, request), payment.key)
    return responded(signedResponse(cascadeBody(payment, decision), project, crypto), payment.key)
  },
}

/** The response to such a request, without its signature (contract 16.7). */
export function cascadeBody(
  { projectId, paymentId }: Payment,
  { events: [requested] }: Decision & { readonly ok: true },
) {
  const providerId = requested?.type === 'providerRequested' ? requested.providerId : 0
  return { status: 'success', project_id: projectId, payment_id: paymentId, provider_id: providerId }
}

/** Runs a command on the payment that the request names (contract 5.2, 5.6). */
export function onPayment(commandFor: CommandBuilder): Action {
  return {
    violations: fieldViolations,
    run(call, services) {
      const { request, payment } = call
      if (payment === null) {
        return refused(refusalError(UNKNOWN_PAYMENT, request))
      }
      return execute(call, payment.key, commandFor(request, payment, services), services)
    },
  }
}

/** Runs a command on the payment with this key, or on a new one (`key` null), and builds the response. */
export function execute(
  { request }: Call,
  key: PaymentKey | null,
  command: PaymentCommand,
  { paymentService, crypto, now, addresses }: Services,
): ApiResult {
  const { project } = request
  const { decision, payment } = paymentService.executeAndSettle(key, command, project)
  if (!decision.ok) return refused(refusalError(decision.refusal, request), payment?.key ?? null)
  if (payment === null) throw new Error('An accepted command left no payment')
  const context = { crypto, now: now(), platformUrl: addresses()?.platform }
  // Whatever can be decided within 12 seconds is decided in the same write (contract 16.10).
  const [first] = decision.events
  const settled = respondsWithStatus(first, payment, project.switches)
    ? paymentService.byKey(payment.key)
    : null
  if (settled !== null) return responded(statusResponse(settled, project, context), settled.key)
  return responded(commandResponse(decision, payment, project, context), payment.key)
}

export function responded(response: HttpResponse, paymentKey: PaymentKey | null): ApiResult {
  return { response, error: null, paymentKey }
}

export function refused(error: ApiError, paymentKey: PaymentKey | null = null): ApiResult {
  return { response: null, error, paymentKey }
}

/** The error with HTTP status 400 and the contract section of the endpoint. */
export function refusalError(refusal: FieldError, { endpoint }: AuthenticRequest): ApiError {
  return apiError(400, endpoint.contract, refusal)
}

type CommandContext = Pick<BenchServices, 'ids' | 'reference'>

type CommandBuilder = (request: AuthenticRequest, payment: Payment, context: CommandContext) => PaymentCommand

/** Additional data from the merchant (contract 5.2). */
export const clarificationCommand: CommandBuilder = ({ body, project, fingerprint }, _payment, { ids }) => {
  const additionalData = valueAt(body, ['additional_data'])
  return {
    type: 'submitClarification',
    via: 'api',
    requestId: ids.requestId(project.projectId),
    fingerprint,
    additionalData: isRecord(additionalData) ? additionalData : {},
  }
}

/** The merchant has the one-time code sent again (contract 16.4). */
export const resendCommand: CommandBuilder = ({ project }, _payment, { ids }) => ({
  type: 'resendCode',
  by: 'merchant',
  requestId: ids.requestId(project.projectId),
})

/** A capture, cancellation or refund (contract 5.6). */
function followUpCommand(type: 'capture' | 'cancel' | 'refund'): CommandBuilder {
  return ({ body, project }, _payment, { ids, reference }) => {
    const text = (name: string): string | null => {
      const value = valueAt(body, ['payment', name])
      return typeof value === 'string' ? value : null
    }
    return {
      type,
      by: 'merchant',
      requestId: ids.requestId(project.projectId),
      amount: wholeNumber(valueAt(body, ['payment', 'amount'])),
      currency: text('currency'),
      merchantRefundId: text('merchant_refund_id'),
      callbacks: operationCallbacks(body, reference),
    }
  }
}

/** The result of the issuer's page that the merchant passes on (contract 13.3). */
export const challengeCommand: CommandBuilder = ({ body, project }, payment, { ids }) => ({
  type: 'submitChallenge',
  requestId: ids.requestId(project.projectId),
  code: challengeCode(body, payment),
})

/** Changes or ends a series (contract 13.1). */
export function changeSeriesCommand(change: 'update' | 'cancel'): CommandBuilder {
  return ({ body, project }, _registration, { ids, reference }) => {
    const fields = valueAt(body, ['recurring'])
    return {
      type: 'changeSeries',
      change,
      by: 'merchant',
      requestId: ids.requestId(project.projectId),
      fields: isRecord(fields) ? fields : {},
      callbacks: operationCallbacks(body, reference),
    }
  }
}

function operationCallbacks(body: Body, reference: CommandContext['reference']): OperationCallbacks {
  const url = valueAt(body, ['general', 'merchant_callback_url'])
  const delay = wholeNumber(valueAt(body, ['callback', 'delay']))
  const disabled = valueAt(body, ['callback', 'force_disable'])
  return {
    ...(typeof url === 'string' ? { url: reference(url) } : {}),
    ...(delay === null ? {} : { delayMs: delay * 1000 }),
    ...(typeof disabled === 'boolean' ? { disabled } : {}),
  }
}

const challengeResultIn = (body: Body): unknown => valueAt(body, ['pares']) ?? valueAt(body, ['cres'])

const NO_RESULT = fieldError(
  '2004',
  'pares',
  'required',
  'Add pares, or cres: what the issuer\u2019s page posted to your acs_return_url.',
)
const FOREIGN_MD = fieldError(
  '502',
  'md',
  'enum',
  'Send md unchanged, as in acs of the callback (the issuer returns it in MD), or leave it out.',
)

/** A 3-D Secure result requires `pares` or `cres`, and an `md` must belong to the payment. */
export function challengeResultViolations(body: Body, payment: Payment | null): readonly FieldError[] {
  const md = valueAt(body, ['md'])
  const isAbsent = (challengeResultIn(body) ?? null) === null
  const isForeign = typeof md === 'string' && payment !== null && md !== payment.key
  return [...(isAbsent ? [NO_RESULT] : []), ...(isForeign ? [FOREIGN_MD] : [])]
}

/** Null if the customer cancelled. A text from elsewhere, or for another payment, counts as a wrong code. */
function challengeCode(body: Body, payment: Payment): string | null {
  const text = challengeResultIn(body)
  const paRes = typeof text === 'string' ? readPaRes(text) : null
  return paRes?.md === payment.key ? paRes.code : ''
}

/** A debit names its series in one of two fields (contract 13.1). */
export function debitViolations(call: Call): readonly FieldError[] {
  const { now } = call
  const { body } = call.request
  const wrong = [...fieldViolations(call), ...avsErrors(body), ...optionalDataViolations(body, now)]
  if (seriesIdOf(body) !== null || wrong.some(({ field }) => field.startsWith('recurring'))) return wrong
  const message =
    'Add recurring.id, or recurring_id: the id of the series from the callback of its registration.'
  return [fieldError('2004', 'recurring.id', 'required', message), ...wrong]
}

/** Null if the request has no id that is a whole number. */
export function seriesIdOf(body: Body): number | null {
  return wholeNumber(valueAt(body, ['recurring', 'id']) ?? valueAt(body, ['recurring_id']))
}

function codeViolations(body: Body): readonly FieldError[] {
  const moto = wholeNumber(valueAt(body, ['payment', 'moto_type'])) ?? 0
  if (moto > 0 || valueAt(body, ['card', 'cvv']) !== undefined) return []
  const message =
    'Add the card code; only mail and telephone orders (payment.moto_type 1 or 2) may leave it out.'
  return [fieldError('3141', 'card.cvv', 'required', message)]
}

function expiryViolations(body: Body, now: number): readonly FieldError[] {
  const year = wholeNumber(valueAt(body, ['card', 'year']))
  const month = wholeNumber(valueAt(body, ['card', 'month']))
  if (year === null || month === null) return []
  const expiry = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  if (expiry >= utcDay(now).slice(0, 7)) return []
  const message = `The card expired in ${expiry}; on the virtual clock it is ${utcDay(now)}. Use a later expiry.`
  return [fieldError('3021', 'card.year', 'minimum', message)]
}

function avsErrors(body: Body): readonly FieldError[] {
  if (!isRecord(valueAt(body, ['avs_data']))) return []
  const message = 'When avs_data is sent, both of its fields must have a value.'
  return ['avs_post_code', 'avs_street_address'].flatMap((name) => {
    const value = valueAt(body, ['avs_data', name])
    const isGiven = typeof value === 'string' && value.trim() !== ''
    return isGiven ? [] : [fieldError('2061', `avs_data.${name}`, 'required', message)]
  })
}
