import { endpointOf } from '../../../domain/api/endpoint-of'
import type { ApiRequestKind } from '../../../domain/api/endpoints'
import type { PaymentKey } from '../../../domain/ids'
import { parseJsonBytes } from '../../../lib/json/parse'
import { isRecord } from '../../../lib/json/record'
import { fromEvent, type StoredEvent } from '../../../platform/payments/payment-record'
import { CannotRecord, type Fact, type RequestFact, type TimedFact } from '../../../scenarios/recording/facts'
import type { CallbackRow, ExchangeRecord, ExchangeRow } from '../../../store/records'
import type { Store } from '../../../store/store'

const VERBS: Readonly<Partial<Record<ApiRequestKind, RequestFact['verb']>>> = {
  sale: 'sale',
  auth: 'auth',
  capture: 'capture',
  cancel: 'cancel',
  refund: 'refund',
  status: 'status',
  clarification: 'clarify',
}

const SIGNATURES: ReadonlyMap<string, RequestFact['signature']> = new Map([
  ['valid', 'valid'],
  ['invalid', 'wrong'],
  ['missing', 'missing'],
  ['empty', 'empty'],
])

interface Placed extends TimedFact {
  readonly wallAt: number
  /** Causes before their effects, within one millisecond. */
  readonly rank: number
}

/**
 * What happened to a payment, in its order: requests of its merchant, what the tester did, callbacks, and that the platform
 * did something by itself. Fault rules and captures are no part of it.
 * @throws CannotRecord for what a scenario cannot repeat
 */
export function factsOfPayment(store: Store, key: PaymentKey): readonly TimedFact[] {
  const placed = [
    ...store.exchanges.byPayment(key).flatMap((row) => requestAt(store, row)),
    ...store.events.byPayment(key).map(({ data }) => eventAt(fromEvent(data))),
    ...store.callbacks.byPayment(key).flatMap((row) => callbackAt(store, row)),
  ]
  return placed
    .map((entry, index) => ({ ...entry, index }))
    .sort((a, b) => a.at - b.at || a.wallAt - b.wallAt || a.rank - b.rank || a.index - b.index)
    .map(({ at, fact }) => ({ at, fact }))
}

function requestAt(store: Store, row: ExchangeRow): readonly Placed[] {
  if (row.source === 'capture' || row.source === 'imported') return []
  if (row.source === 'form')
    throw new CannotRecord('The customer used the payment form, which cannot be saved yet.')
  const exchange = store.exchanges.byId(row.id)
  return exchange === null
    ? []
    : [{ at: row.receivedAt, wallAt: row.wallReceivedAt, rank: 0, fact: requestOf(exchange) }]
}

function requestOf(exchange: ExchangeRecord): RequestFact {
  const { target, body, verdict, responseStatus, responseBody } = exchange
  const path = target.split('?', 1)[0] ?? ''
  const kind = endpointOf(path)?.kind
  const verb = kind === undefined ? undefined : VERBS[kind]
  if (verb === undefined)
    throw new CannotRecord(`A scenario has no step for a request to ${path.slice(0, 100)}.`)
  const signature = SIGNATURES.get(verdict.state)
  const json = parseJsonBytes(body)
  if (!json.ok || !isRecord(json.plain) || signature === undefined)
    throw new CannotRecord(
      `A request to ${path} cannot be repeated: its body or its signature cannot be read.`,
    )
  const answer =
    responseStatus === null || responseBody === null
      ? null
      : { http: responseStatus, body: jsonOf(responseBody) }
  return { kind: 'request', verb, body: json.plain, signature, answer }
}

function jsonOf(bytes: Uint8Array): unknown {
  const json = parseJsonBytes(bytes)
  return json.ok ? json.plain : {}
}

const eventAt = (event: StoredEvent): Placed => ({
  at: event.at,
  wallAt: event.wallAt ?? 0,
  rank: 1,
  fact: factOf(event),
})

const PROGRESS: Fact = { kind: 'progress' }

function factOf(event: StoredEvent): Fact {
  switch (event.type) {
    case 'registered':
      if (event.origin !== 'api')
        throw new CannotRecord('It did not come through the API, so there is no request to repeat.')
      return PROGRESS
    case 'clarificationRequested':
      return event.by === 'tester' ? { kind: 'ask', fields: event.fields } : PROGRESS
    case 'operationStarted':
      if (event.by === 'tester')
        throw new CannotRecord(
          `The tester began a ${event.operation.type}, for which a scenario has no step.`,
        )
      return PROGRESS
    case 'operationFinished':
      return event.by === 'tester'
        ? { kind: 'complete', outcome: event.status, code: event.code, message: event.message ?? null }
        : PROGRESS
    case 'waitEnded':
      if (event.cause === 'tester')
        throw new CannotRecord('The tester let a wait expire, for which a scenario has no step.')
      return PROGRESS
    case 'challengeFinished':
    case 'attemptStarted':
      throw new CannotRecord(
        'The customer went on by the issuer’s page or the form, which cannot be saved yet.',
      )
    default:
      return PROGRESS
  }
}

/** Repeated messages, and those that a rule has changed, are no part of what the payment brings about. */
function callbackAt(store: Store, row: CallbackRow): readonly Placed[] {
  const callback = row.replayOf === null && row.marks.length === 0 ? store.callbacks.byId(row.id) : null
  if (callback === null) return []
  return [
    {
      ...{ at: callback.createdAt, wallAt: Number.MAX_VALUE, rank: 2 },
      fact: { kind: 'callback', callback: callback.kind, body: jsonOf(callback.body) },
    },
  ]
}
