import { decodeUtf8 } from '#lib/bytes/utf8'
import { isRecord } from '#lib/json/record'
import type { ApiRequestKind } from '#domain/api/endpoints'
import * as rules from '#domain/api/rules'
import type { Store } from '#store/store'
import { readStoredJson } from '#core/stored-json'
import { exchangeOfRefusal, type PlatformIds } from '#core/ids'
import type { Subject } from '#core/exchange-record'
import type { ExchangeId, PaymentKey, ProjectId } from '#domain/ids'

/** A refused request whose status the caller can request (contract 12 row 20). */
export interface RefusedRequest {
  readonly requestId: string
  readonly paymentId: string
  /** The payment that it named; null where there was none. */
  readonly paymentKey: PaymentKey | null
  readonly code: string
  /** Epoch milliseconds, virtual. */
  readonly receivedAt: number
  /** Entries of the error shape (contract 3.7), as they were sent. */
  readonly errors: readonly unknown[]
}

/**
 * Creates the id of a refused request. Null: it gets none, because it names no known project or no valid payment id, or
 * because it is a status request. Only the record of the exchange keeps the request.
 */
export function refusedRequestId(
  ids: PlatformIds,
  exchangeId: ExchangeId,
  kind: ApiRequestKind,
  { projectId, paymentId }: Subject,
): string | null {
  if (kind === 'status' || kind === 'statusByRequest' || projectId === null) return null
  return rules.paymentId(paymentId) === null ? ids.refusedRequestId(projectId, exchangeId) : null
}

/** Reads the refused request with this id from the record of its exchange; null: there is no such record. */
export function findRefusedRequest(
  store: Store,
  requestId: string,
  projectId: ProjectId,
): RefusedRequest | null {
  const exchangeId = exchangeOfRefusal(requestId)
  const exchange = exchangeId === null ? null : store.exchanges.byId(exchangeId)
  if (exchange?.source !== 'api' || exchange.projectId !== projectId) return null
  const { refusal, paymentId, paymentKey, receivedAt, responseBody } = exchange
  if (refusal === null || paymentId === null || responseBody === null) return null
  // Only the bench writes these responses, so the text is stored JSON.
  const body = readStoredJson(decodeUtf8(responseBody) ?? 'null')
  if (!isRecord(body) || body['request_id'] !== requestId) return null
  const { errors } = body
  return {
    requestId,
    paymentId,
    paymentKey,
    code: refusal.code,
    receivedAt,
    errors: Array.isArray(errors) ? errors : [],
  }
}
