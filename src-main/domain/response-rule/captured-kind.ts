import { isRecord } from '#lib/json/node'
import { valueAt } from '#domain/api/rules'
import type { MessageKind } from '#domain/payment/callbacks'
import { isFinal, PAYMENT_STATUSES } from '#domain/payment/statuses'

/** Senders spell the status `canceled` in two ways (contract 4.1). */
const FINAL: ReadonlySet<string> = new Set([...PAYMENT_STATUSES.filter(isFinal), 'cancelled'])

/**
 * Reads the kind as a merchant's server would (contract 3.2, 3.6, 3.9): the status is at the top, or else in
 * `payment`; without `payment`, it is ignored. A remaining-data request looks like a clarification request.
 */
export function capturedKind(body: unknown): MessageKind {
  if (!isRecord(body)) return 'other'
  if (valueAt(body, ['clarification_fields']) !== undefined) return 'clarification'
  if (typeof valueAt(body, ['token']) === 'string') return 'token'
  if (!isRecord(valueAt(body, ['payment']))) return 'other'
  const status = valueAt(body, ['status']) ?? valueAt(body, ['payment', 'status'])
  if (typeof status !== 'string') return 'other'
  if (status === 'awaiting clarification') return 'clarification'
  return FINAL.has(status) || status === 'awaiting capture' ? 'result' : 'intermediate'
}
