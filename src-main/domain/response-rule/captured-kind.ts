import { isRecord } from '#lib/json/node'
import { valueAt } from '#domain/api/rules'
import type { MessageKind } from '#domain/payment/callbacks'
import { isFinal, PAYMENT_STATUSES } from '#domain/payment/statuses'

/** Senders spell the status `canceled` in two ways (contract 4.1). */
const FINAL: ReadonlySet<string> = new Set([...PAYMENT_STATUSES.filter(isFinal), 'cancelled'])

/** The kind as a merchant's server reads it (contract 3.2, 3.6, 3.9); remaining data counts as clarification. */
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
