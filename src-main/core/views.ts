import { z } from 'zod'
import { decodeUtf8 } from '#lib/bytes/utf8'
import { boundedNote } from '#lib/limits/bounded-text'
import { annotation, type Annotation } from '#protocol/annotations'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import { readShape } from '#domain/read-shape'
import { clarificationFields, epochTime } from '#protocol/shapes'
import { TIME_RANGE } from '#lib/time/time'
import { failedOnce } from '#store/rows'
import type { CallbackRow, ExchangeRow, MessageListRequest, PaymentRow } from '#store/records'
import type { QueryField } from '#domain/query/terms'
import { isCursor } from '#store/lists/list-order'
import { REORDER_TARGETS } from '#domain/fault/fault-table'
import { pick, present } from '#lib/members'
import { invalidParam, termsOf } from './errors'
import { toUrl } from './self-address'
import { readStoredJsonOrNull } from './stored-json'
import type { SelfAddresses } from './sending'

/** ISO 8601 in UTC with milliseconds. Clamps times out of range, so that one damaged row does not break a list. */
export function iso(at: number): string {
  const shown = Number.isNaN(at)
    ? TIME_RANGE.first
    : Math.min(TIME_RANGE.last, Math.max(TIME_RANGE.first, at))
  return new Date(shown).toISOString()
}

const storedClarification = z.object({ requested: clarificationFields, remaining: clarificationFields })

/** Null if it cannot be read: the payment is then shown without its clarification. */
const readClarification = (json: string): z.infer<typeof storedClarification> | null =>
  readShape(storedClarification, readStoredJsonOrNull(json)).data ?? null

export const readAnnotation = (json: string | null): Annotation | undefined =>
  json === null ? undefined : readShape(annotation, readStoredJsonOrNull(json)).data

// Copied with Object.assign and shorthands: copies by name or by spreading literals take twenty times as long, and
// every event and every row of a list is one of these views.

export function paymentSummary(row: PaymentRow): PaymentSummary {
  const open = row.clarification === null ? null : readClarification(row.clarification)
  const { key, projectId, paymentId, status, amount, currency, method, customerId } = row
  const { resultCode, resultMessage, accountNumber, chargedAmount } = row
  const waitEndsAt = row.waitEndsAt === null ? null : iso(row.waitEndsAt)
  return Object.assign(
    { key, projectId, paymentId, status, amount, currency, method, customerId, resultCode, resultMessage },
    {
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
      callbacks: {
        delivered: row.callbacksDelivered,
        dropped: row.callbacksDropped,
        failed: row.callbacksFailed,
        held: row.callbacksHeld,
        pending: row.callbacksPending,
      },
    },
    present({
      chargedAmount,
      waitEndsAt,
      annotation: readAnnotation(row.annotation),
      account: accountNumber === null ? null : { number: accountNumber, type: row.accountType ?? '' },
      clarification:
        waitEndsAt === null
          ? null
          : open && { ...open, expiresAt: waitEndsAt, deadlineAt: iso(row.deadlineAt) },
    }),
  )
}

/** `addresses` turn a stored target into its current URL. */
export function callbackSummary(row: CallbackRow, addresses: SelfAddresses | null): CallbackSummary {
  const { id, paymentKey, paymentId, projectId, kind, state, attemptCount } = row
  const { lastStatus, lastDurationMs, replayOf } = row
  return Object.assign(
    { id, paymentKey, paymentId, projectId, kind, state, attemptCount, marks: [...row.marks] },
    {
      createdAt: iso(row.createdAt),
      target: row.targetUrl === null ? null : toUrl(row.targetUrl, addresses),
    },
    present({
      lastStatus,
      lastDurationMs,
      replayOf,
      nextAttemptAt: row.nextAttemptAt === null ? null : iso(row.nextAttemptAt),
      note: row.note === null ? null : boundedNote(row.note),
      annotation: readAnnotation(row.annotation),
    }),
    { ...failureView(row), ...holdView(row) },
  )
}

function failureView(row: CallbackRow): Pick<CallbackSummary, 'once' | 'scheduleAttempts'> {
  if (row.state !== 'failed') return {}
  return failedOnce(row)
    ? { once: true }
    : { scheduleAttempts: row.nextN + (row.nextAttemptAt === null ? 1 : 0) }
}

function holdView(row: CallbackRow): Pick<CallbackSummary, 'hold'> {
  const held = row.state === 'held' ? readHold(row.hold) : null
  if (held?.kind === 'tester') return { hold: { by: 'tester', dueAt: iso(held.dueAt) } }
  if (held?.kind !== 'rule') return {}
  const wakes = held.wakeAt === null ? {} : { wakesAt: iso(held.wakeAt) }
  return { hold: { by: 'rule', dueAt: iso(held.dueAt), until: held.until, ...wakes } }
}

export function exchangeSummary(row: ExchangeRow): ExchangeSummary {
  const { id, source, secure, method, httpVersion, signatureState, sizeBytes } = row
  const { durationMs, tlsVersion, remoteAddress, projectId, paymentKey, paymentId } = row
  const { callbackId, refusal, replayOf } = row
  return Object.assign(
    { id, source, secure, method, httpVersion, signatureState, sizeBytes, marks: [...row.marks] },
    { receivedAt: iso(row.receivedAt), wallReceivedAt: iso(row.wallReceivedAt), path: row.target },
    present({ durationMs, tlsVersion, remoteAddress, projectId, paymentKey, paymentId }),
    present({
      callbackId,
      refusal,
      replayOf,
      status: row.responseStatus,
      note: row.note === null ? null : boundedNote(row.note),
      annotation: readAnnotation(row.annotation),
    }),
  )
}

const DEFAULT_LIMIT = 50

/**
 * Reads the parameters of a list whose query has these fields.
 * @throws BenchError invalid_params for a query with an error, or a cursor of another list or order
 */
export function pageRequest(
  params: Omit<MessageListRequest, 'terms' | 'limit' | 'nowMs'> & {
    readonly query?: string | undefined
    readonly limit?: number | undefined
  },
  fields: readonly QueryField[],
  nowMs: number,
): MessageListRequest {
  const { query, cursor, limit = DEFAULT_LIMIT, sort } = params
  if (cursor !== undefined && !isCursor(cursor, sort)) {
    throw invalidParam('cursor', 'use the value of "next" from the previous page, with the same sort.')
  }
  const filters = pick(params, 'cursor', 'skip', 'sort', 'paymentKey', 'projectId')
  return { ...filters, limit, terms: termsOf(query, fields), nowMs }
}

/** Sent once, as replays are by default: the first attempt ends the schedule, whatever its result. */
const once = { once: z.literal(true).optional() } as const

/**
 * Whether something keeps a callback from being sent as planned.
 * - `rule`: a fault rule holds it. `tester`: the tester holds it. `dropped`: it is not sent at all.
 * - `passed`: nothing holds it, and rules must not hold it again.
 * - `free`: nothing holds it.
 *
 * `dueAt` is when it was due, epoch milliseconds; null if its schedule was over.
 */
const hold = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rule'),
    ruleId: z.string(),
    until: z.enum(REORDER_TARGETS),
    dueAt: epochTime,
    wakeAt: epochTime.nullable(),
    ...once,
  }),
  z.object({ kind: z.literal('tester'), dueAt: epochTime, ...once }),
  z.object({
    kind: z.literal('dropped'),
    dueAt: epochTime.nullable(),
    note: z.string().nullable(),
    ...once,
  }),
  z.object({ kind: z.literal('passed'), ...once }),
  z.object({ kind: z.literal('free'), ...once }),
])
type Hold = Readonly<z.infer<typeof hold>>

/** Up to schema 19, bulk replays held each message until its turn. */
const formerHold = z
  .union([z.object({ by: z.literal('replay') }), z.object({ kind: z.literal('replay'), ...once })])
  .transform((former): Hold => ({ kind: 'free', ...('once' in former ? { once: former.once } : {}) }))
const storedHold = z.union([hold, formerHold])

/** Null if there is no hold, or if it is damaged or of an unknown kind. */
export function readHold(text: string | null): Hold | null {
  return text === null ? null : (readShape(storedHold, readStoredJsonOrNull(text)).data ?? null)
}

export function writeHold(value: Hold): string {
  return JSON.stringify(value)
}

export function isSentOnce(text: string | null): boolean {
  return readHold(text)?.once === true
}

/** The part of the previous hold that a new hold keeps. */
export function onceOf(text: string | null): { readonly once?: true } {
  return isSentOnce(text) ? { once: true } : {}
}

export function withoutHold(text: string | null): string | null {
  return isSentOnce(text) ? writeHold({ kind: 'free', once: true }) : null
}

export function textOf(bytes: Uint8Array): string | null {
  return decodeUtf8(bytes) ?? null
}

export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** Latin-1: one character per byte, for message heads. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

/** Reverse of {@link latin1Of}. */
export function latin1Bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
