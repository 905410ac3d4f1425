import { type ApiRequestKind, type Endpoint, endpointOf } from '#domain/api/endpoints'
import { findField } from '#domain/clarification/catalogue'
import { additionalDataOf } from '#domain/clarification/fields'
import { findMethod } from '#domain/method/method'
import { evolve } from '#domain/payment/evolve'
import { readPaRes } from '#domain/payment/pa-res'
import { foldPaymentId, type Payment, waitingPages } from '#domain/payment/payment'
import type { Method } from '#domain/project/method-shape'
import { parseJsonBytes } from '#lib/json/parse'
import { isRecord } from '#lib/json/node'
import { fromEvent, type StoredEvent } from '#platform/payments/payment-writer'
import { act, CannotRecord, type Fact, type TimedFact } from '#scenarios/recording/facts'
import { cardLike } from '#scenarios/recording/recorded-values'
import { type RecordedRequest, requestAct } from '#scenarios/recording/request-step'
import { sampleContent } from '#scenarios/running/acts/method-content'
import { DECISIONS } from '#scenarios/running/acts/provider'
import { type Amount, writeAmount, writeDuration } from '#scenarios/vocabulary/fields'
import type { CallbackRow, ExchangeRecord, ExchangeRow } from '#store/records'
import type { Store } from '#store/store'
import { actingVisits, createFormReader, customerAct, type Omissions, validCodes } from './form-facts'

const VERBS: Readonly<Partial<Record<ApiRequestKind, RecordedRequest['verb']>>> = {
  sale: 'sale',
  auth: 'auth',
  capture: 'capture',
  cancel: 'cancel',
  refund: 'refund',
  status: 'status',
  clarification: 'clarify',
  challengeResult: 'challenge result',
  codeResend: 'resend code',
  methodSale: 'sale',
  methodAuth: 'post',
  methodPayout: 'post',
  cascadeStep: 'post',
}

/** The steps of later requests have the address for cards, so another address needs the general step. */
function verbOf({ kind, method }: Endpoint): RecordedRequest['verb'] | undefined {
  const verb = VERBS[kind]
  return verb === undefined || method === undefined || kind === 'methodSale' ? verb : 'post'
}

const SIGNATURES: ReadonlyMap<string, RecordedRequest['signature']> = new Map([
  ['valid', 'valid'],
  ['invalid', 'wrong'],
  ['missing', 'missing'],
  ['empty', 'empty'],
])

interface PlacedFact extends TimedFact {
  readonly wallAt: number
  /** Orders facts of the same millisecond: causes before their effects. */
  readonly rank: number
}

interface FactsOptions {
  readonly store: Store
  readonly omissions: Omissions
  /** The methods that the project adds to the catalogue. */
  readonly ownMethods: readonly Method[]
  /** The payment that registered a series; null if it was removed. */
  readonly registeredBy: (series: number) => string | null
}

/**
 * What happened to a payment, in order: requests of its merchant and its customer, actions of the tester,
 * callbacks, and progress of the platform.
 * @throws CannotRecord for what a scenario cannot repeat
 */
export function factsOfPayment(payment: Payment, options: FactsOptions): readonly TimedFact[] {
  const { store, omissions } = options
  const { key, projectId, paymentId } = payment
  const log = store.events.byPayment(key).map(({ data }) => fromEvent(data))
  const early = store.exchanges.ofUnknownPayment(projectId, foldPaymentId(paymentId))
  const entries = [
    ...requestsOf([...early, ...store.exchanges.byPayment(key)], { ...options, log }),
    ...log.map((event) => ({
      at: event.at,
      wallAt: event.wallAt ?? 0,
      rank: 1,
      fact: factOfEvent(event, log, options),
    })),
    ...store.callbacks.byPayment(key).flatMap((row) => callbackAt(store, row, omissions)),
  ]
  return entries
    .map((entry, index) => ({ ...entry, index }))
    .sort((a, b) => a.at - b.at || a.wallAt - b.wallAt || a.rank - b.rank || a.index - b.index)
    .map(({ at, wallAt, fact }) => ({ at, wallAt, fact }))
}

function requestsOf(
  rows: readonly ExchangeRow[],
  options: FactsOptions & { readonly log: readonly StoredEvent[] },
): readonly PlacedFact[] {
  const { store, omissions, log, ownMethods } = options
  const formFactOf = createFormReader(actingVisits(rows), log, omissions)
  const valid = validCodes(log)
  return rows.flatMap((row, at) => {
    const until = rows[at + 1]?.wallReceivedAt ?? Number.MAX_VALUE
    if (row.source === 'capture' || row.source === 'imported') return []
    const exchange = store.exchanges.byId(row.id)
    if (exchange === null) return []
    if (row.source === 'api' && row.paymentKey === null) {
      omissions.add('The platform refused a request before there was a payment.')
      return []
    }
    const fact = row.source === 'form' ? formFactOf(exchange, until) : requestOf(exchange, valid, ownMethods)
    return fact === null ? [] : [{ at: row.receivedAt, wallAt: row.wallReceivedAt, rank: 0, fact }]
  })
}

function requestOf(
  exchange: ExchangeRecord,
  valid: ReadonlySet<string>,
  ownMethods: readonly Method[],
): Fact {
  const { target, body, verdict, responseStatus, responseBody } = exchange
  const path = target.split('?', 1)[0] ?? ''
  const endpoint = endpointOf(path)
  const verb = endpoint === null ? undefined : verbOf(endpoint)
  if (verb === undefined)
    throw new CannotRecord(`A scenario has no step for a request to ${path.slice(0, 100)}.`)
  const signature = SIGNATURES.get(verdict.state)
  const json = parseJsonBytes(body)
  if (!json.ok || !isRecord(json.plain) || signature === undefined)
    throw new CannotRecord(
      `A request to ${path} cannot be repeated: its body or its signature cannot be read.`,
    )
  const response =
    responseStatus === null || responseBody === null
      ? null
      : { http: responseStatus, body: jsonOf(responseBody) }
  const pares = json.plain['pares'] ?? json.plain['cres']
  const code = typeof pares === 'string' ? readPaRes(pares)?.code : undefined
  const isPassed = typeof code === 'string' && valid.has(code)
  const method = verb === 'sale' ? endpoint?.method : undefined
  return requestAct({
    verb,
    address: path,
    ...(method === undefined ? {} : { method: { path: method, row: findMethod(method, ownMethods) } }),
    body: json.plain,
    signature,
    response,
    isPassed,
  })
}

function jsonOf(bytes: Uint8Array): unknown {
  const json = parseJsonBytes(bytes)
  return json.ok ? json.plain : {}
}

/** Leaves out replays and copies; the section `given` of the scenario records what fault rules did. */
function callbackAt(store: Store, row: CallbackRow, omissions: Omissions): readonly PlacedFact[] {
  if (row.replayOf !== null) {
    if (row.marks.every(({ ruleId }) => ruleId === null)) omissions.add('A callback was sent again by hand.')
    return []
  }
  const callback = store.callbacks.byId(row.id)
  if (callback === null) return []
  if (row.marks.some(({ ruleId }) => ruleId === null))
    omissions.add('The tester controlled the attempts of a callback.')
  const fact: Fact = { kind: 'callback', callback: callback.kind, body: jsonOf(callback.body) }
  return [{ at: callback.createdAt, wallAt: Number.MAX_VALUE, rank: 2, fact }]
}

const PROGRESS: Fact = { kind: 'progress' }

type Registered = Extract<StoredEvent, { readonly type: 'registered' }>
type Started = Extract<StoredEvent, { readonly type: 'operationStarted' }>
type Decided = Extract<StoredEvent, { readonly type: 'customerDecided' }>

/**
 * The meaning of an event for a scenario: an action of the tester or at the provider, or progress.
 * @param log all events of the payment
 * @throws CannotRecord for what a scenario cannot repeat
 */
function factOfEvent(
  event: StoredEvent,
  log: readonly StoredEvent[],
  options: Pick<FactsOptions, 'ownMethods' | 'registeredBy'>,
): Fact {
  if (event.type === 'registered') return factOfRegistration(event, options)
  if (event.type === 'customerDecided') return factOfDecision(event, log)
  // Whoever had it sent again, the payment continues alike; the merchant's request is a fact itself.
  if (event.type === 'codeResent')
    return event.by === 'merchant' ? PROGRESS : act(({ name }) => ({ 'resend code': { of: name } }))
  if (event.type === 'waitEnded') return event.cause === 'tester' ? handMadeAct('expire') : PROGRESS
  if (!('by' in event) || event.by !== 'tester') return PROGRESS
  switch (event.type) {
    case 'clarificationRequested':
      return act(({ name }) => ({ ask: { of: name, fields: event.fields } }))
    case 'operationStarted':
      return factOfOperation(event, log)
    case 'seriesChanged':
      return handMadeAct('cancel series')
    case 'operationFinished': {
      const { status: outcome, code, message } = event
      const reason = outcome === 'success' ? {} : { code, ...(message === undefined ? {} : { message }) }
      return act(({ name }) => ({ complete: { of: name, outcome, ...reason } }))
    }
    default:
      return PROGRESS
  }
}

const handMadeAct = (does: string, sum?: Amount, isHeld = false): Fact => {
  const amount = sum === undefined ? {} : { amount: writeAmount(sum) }
  return act(({ name }) => ({ 'by hand': { of: name, does, ...amount, ...holdOutcome(isHeld) } }))
}

const holdOutcome = (isHeld: boolean) => (isHeld ? { outcome: 'hold' } : {})

/**
 * What the customer, or the tester in their place, decided on the provider's page; progress if it was planned.
 * @throws CannotRecord if a step would find another page, or none
 */
function factOfDecision(event: Decided, log: readonly StoredEvent[]): Fact {
  const { at, by, outcome, amount, later } = event
  const before = log
    .slice(0, log.indexOf(event))
    .reduce<Payment | null>((payment, each) => evolve(payment, each), null)
  const page = before === null ? undefined : waitingPages(before).at(-1)
  const decided = event.operationId ?? page?.operationId
  const isPlanned = log.some(
    (each) => each.type === 'customerAsked' && each.operationId === decided && each.planned?.dueAt === at,
  )
  if (by === 'provider' || (by === 'customer' && isPlanned)) return PROGRESS
  if (before === null || page === undefined || page.outcome !== null || page.operationId !== decided)
    throw new CannotRecord(
      'Something was decided at an earlier provider, or for a customer who had left, for which there is no step.',
    )
  const { currency } = before.requested
  return customerAct({
    provider: Object.entries(DECISIONS).find(([, each]) => each === outcome)?.[0],
    ...(amount === null ? {} : { amount: writeAmount({ amount, currency }) }),
    ...(later === null ? {} : { in: writeDuration(later.dueAt - at) }),
    ...(later?.outcome === 'decline' ? { result: later.outcome } : {}),
  })
}

/** A payment by a method that the tester created, as the request that it is like. Unrecorded values are samples. */
function handMadeByMethod(
  { operation: { type }, supplied, customer, sum, description }: Registered,
  path: string,
  ownMethods: readonly Method[],
): Fact {
  const row = findMethod(path, ownMethods)
  const operation = type === 'auth' || type === 'payout' ? type : 'sale'
  const parameters = row?.operations[operation]?.parameters ?? []
  const unrecorded = parameters.filter(({ name }) => findField(name) === null)
  const given = additionalDataOf([
    ...Object.entries(supplied),
    ['customer.id', customer.id],
    ['payment.amount', sum.amount],
    ['payment.currency', sum.currency],
    ...(description === '' ? [] : [['payment.description', description] as const]),
  ])
  const body = sampleContent(row && { ...row, operations: { sale: { parameters: unrecorded } } }, given)
  const request = { body, signature: 'valid', response: null } as const
  return operation === 'sale'
    ? requestAct({ ...request, verb: 'sale', method: { path, row } })
    : requestAct({ ...request, verb: 'post', address: `/v2/payment/${path}/${operation}` })
}

function factOfRegistration(
  event: Registered,
  { ownMethods, registeredBy }: Pick<FactsOptions, 'ownMethods' | 'registeredBy'>,
): Fact {
  const { origin, sum, debitOf, plan, operation, account, customer, description, series } = event
  if (debitOf?.isScheduled === true)
    throw new CannotRecord(
      'The platform created it when its series was due: save the payment that registered the series.',
    )
  if (origin !== 'workbench') return PROGRESS
  const amount = writeAmount(sum)
  const isHeld = plan.length === 0
  if (debitOf !== undefined) {
    const first = registeredBy(debitOf.id)
    if (first === null) throw new CannotRecord('The payment that registered its series was removed.')
    return act(({ name, ids }) => {
      const of = ids.get(first)
      if (of !== undefined) return { 'charge again': { as: name, of, amount, ...holdOutcome(isHeld) } }
      throw new CannotRecord(
        `It charges the series of ${first}. Choose that payment too, so that both are in one file.`,
      )
    }, true)
  }
  if (event.methodPath !== undefined) return handMadeByMethod(event, event.methodPath, ownMethods)
  if (operation.type !== 'sale' && operation.type !== 'auth')
    throw new CannotRecord(`It was created by hand as a ${operation.type}, for which there is no step.`)
  const args = {
    amount,
    ...(account === null ? {} : { card: cardLike(account.number) }),
    ...(customer.id === 'customer-1' ? {} : { customer: customer.id }),
    ...(description === '' ? {} : { description }),
    ...(operation.type === 'sale' ? {} : { operation: operation.type }),
    ...(isHeld ? {} : { outcome: 'card' }),
    ...(series === undefined ? {} : { series: series.type ?? 'U' }),
  }
  return act(({ name }) => ({ create: { as: name, ...args } }), true)
}

function factOfOperation({ operation }: Started, log: readonly StoredEvent[]): Fact {
  const { id, type, sum } = operation
  const does = type === 'reversal' ? 'refund' : type
  if (does !== 'capture' && does !== 'cancel' && does !== 'refund')
    throw new CannotRecord(`The tester began a ${type}, for which a scenario has no step.`)
  const asked = log.find((event) => event.type === 'providerAsked' && event.operationId === id)
  return handMadeAct(does, sum, asked?.type === 'providerAsked' && asked.dueAt === null)
}
