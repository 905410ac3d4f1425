import { decodeUtf8 } from '../../lib/bytes/utf8'
import type { ApiRequestKind } from '../../domain/api/endpoints'
import * as rules from '../../domain/api/rules'
import type { Store } from '../../store/store'
import { readStoredJson } from '../../bench/stored-json'
import type { PlatformIds } from '../../bench/ids'
import { exchangeOfRefusal } from '../../bench/ids'
import type { Subject } from '../../bench/exchange-record'

/** A refused request that its caller can ask about (contract 12 row 20). */
export interface RefusedRequest {
  readonly requestId: string
  readonly paymentId: string
  /** The payment that it named, where there was one. */
  readonly paymentKey: string | null
  readonly code: string
  /** Epoch milliseconds, virtual. */
  readonly receivedAt: number
  /** Entries of the error shape (contract 3.7), as they were answered. */
  readonly errors: readonly unknown[]
}

/**
 * The id of a refused request; null where it gets none: it named no project that there is, or no payment as one can be
 * named, or it only asked for a status. The record of the exchange is all that is kept of it, for as long as it is kept.
 */
export function refusedRequestId(
  ids: PlatformIds,
  exchangeId: string,
  kind: ApiRequestKind,
  { projectId, paymentId }: Subject,
): string | null {
  if (kind === 'status' || kind === 'statusByRequest' || projectId === null) return null
  return rules.paymentId(paymentId) === null ? ids.refusedRequestId(projectId, exchangeId) : null
}

/** The refused request with this id, as the record of its exchange tells it; null where there is none any more. */
export function findRefusedRequest(
  store: Store,
  requestId: string,
  projectId: number,
): RefusedRequest | null {
  const exchangeId = exchangeOfRefusal(requestId)
  const exchange = exchangeId === null ? null : store.exchanges.byId(exchangeId)
  if (exchange?.door !== 'platform' || exchange.projectId !== projectId) return null
  const { refusal, paymentId, paymentKey, receivedAt, replyBody } = exchange
  if (refusal === null || paymentId === null || replyBody === null) return null
  // Only the bench writes these answers, so the text is JSON of its own.
  const answer = readStoredJson(decodeUtf8(replyBody) ?? 'null')
  if (!rules.isRecord(answer) || answer['request_id'] !== requestId) return null
  const { errors } = answer
  return {
    requestId,
    paymentId,
    paymentKey,
    code: refusal.code,
    receivedAt,
    errors: Array.isArray(errors) ? errors : [],
  }
}
