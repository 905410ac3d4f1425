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
import type { CallbackRow, ExchangeRow, ListRequest, PaymentRow } from '#store/records'
import type { Sorting } from '#domain/query/sorting'
import { isCursor } from '#store/lists/list-order'
import { REORDER_TARGETS } from '#domain/fault/fault-table'
import { invalidParam } from './errors'
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

function annotationView(row: { readonly annotation: string | null }): { readonly annotation?: Annotation } {
  const read = readAnnotation(row.annotation)
  return read === undefined ? {} : { annotation: read }
}

export function paymentSummary(row: PaymentRow): PaymentSummary {
  const open = row.clarification === null ? null : readClarification(row.clarification)
  return {
    key: row.key,
    projectId: row.projectId,
    paymentId: row.paymentId,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    method: row.method,
    customerId: row.customerId,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    resultCode: row.resultCode,
    resultMessage: row.resultMessage,
    callbacks: {
      delivered: row.callbacksDelivered,
      failed: row.callbacksFailed,
      pending: row.callbacksPending,
    },
    ...annotationView(row),
    ...(row.accountNumber === null
      ? {}
      : { account: { number: row.accountNumber, type: row.accountType ?? '' } }),
    ...(open === null || row.clarificationExpiresAt === null
      ? {}
      : {
          clarification: {
            ...open,
            expiresAt: iso(row.clarificationExpiresAt),
            deadlineAt: iso(row.deadlineAt),
          },
        }),
  }
}

/** `addresses` turn a stored target into its current URL. */
export function callbackSummary(row: CallbackRow, addresses: SelfAddresses | null): CallbackSummary {
  return {
    id: row.id,
    paymentKey: row.paymentKey,
    paymentId: row.paymentId,
    projectId: row.projectId,
    kind: row.kind,
    createdAt: iso(row.createdAt),
    target: row.targetUrl === null ? null : toUrl(row.targetUrl, addresses),
    state: row.state,
    attemptCount: row.attemptCount,
    ...(row.lastStatus === null ? {} : { lastStatus: row.lastStatus }),
    ...(row.lastDurationMs === null ? {} : { lastDurationMs: row.lastDurationMs }),
    ...(row.nextAttemptAt === null ? {} : { nextAttemptAt: iso(row.nextAttemptAt) }),
    ...(row.replayOf === null ? {} : { replayOf: row.replayOf }),
    ...(row.note === null ? {} : { note: boundedNote(row.note) }),
    ...failureView(row),
    ...holdView(row),
    ...annotationView(row),
    marks: [...row.marks],
  }
}

function failureView(row: CallbackRow): Pick<CallbackSummary, 'once' | 'scheduleAttempts'> {
  if (row.state !== 'failed') return {}
  return failedOnce(row)
    ? { once: true }
    : { scheduleAttempts: row.nextN + (row.nextAttemptAt === null ? 1 : 0) }
}

function holdView(row: CallbackRow): Pick<CallbackSummary, 'hold'> {
  const hold = readHold(row.hold)
  if (row.state !== 'held' || hold === null) return {}
  switch (hold.kind) {
    case 'rule':
      return {
        hold: {
          by: 'rule',
          dueAt: iso(hold.dueAt),
          until: hold.until,
          ...(hold.wakeAt === null ? {} : { wakesAt: iso(hold.wakeAt) }),
        },
      }
    case 'tester':
      return { hold: { by: 'tester', dueAt: iso(hold.dueAt) } }
    case 'dropped':
    case 'passed':
    case 'free':
      return {}
  }
}

export function exchangeSummary(row: ExchangeRow): ExchangeSummary {
  return {
    id: row.id,
    source: row.source,
    receivedAt: iso(row.receivedAt),
    wallReceivedAt: iso(row.wallReceivedAt),
    secure: row.secure,
    method: row.method,
    path: row.target,
    httpVersion: row.httpVersion,
    signatureState: row.signatureState,
    sizeBytes: row.sizeBytes,
    ...(row.durationMs === null ? {} : { durationMs: row.durationMs }),
    ...(row.tlsVersion === null ? {} : { tlsVersion: row.tlsVersion }),
    ...(row.remoteAddress === null ? {} : { remoteAddress: row.remoteAddress }),
    ...(row.projectId === null ? {} : { projectId: row.projectId }),
    ...(row.paymentKey === null ? {} : { paymentKey: row.paymentKey }),
    ...(row.paymentId === null ? {} : { paymentId: row.paymentId }),
    ...(row.callbackId === null ? {} : { callbackId: row.callbackId }),
    ...(row.responseStatus === null ? {} : { status: row.responseStatus }),
    ...(row.refusal === null ? {} : { refusal: row.refusal }),
    ...(row.note === null ? {} : { note: boundedNote(row.note) }),
    ...(row.replayOf === null ? {} : { replayOf: row.replayOf }),
    ...annotationView(row),
    marks: [...row.marks],
  }
}

const DEFAULT_LIMIT = 50

/**
 * Reads the parameters that every list accepts.
 * @throws BenchError invalid_params for a cursor of another list or order
 */
export function pageRequest(
  params: {
    readonly cursor?: string | undefined
    readonly skip?: number | undefined
    readonly limit?: number | undefined
    readonly sort?: Sorting | undefined
  },
  nowMs: number,
): Pick<ListRequest, 'cursor' | 'skip' | 'limit' | 'sort' | 'nowMs'> {
  const { cursor, skip, sort } = params
  if (cursor !== undefined && !isCursor(cursor, sort)) {
    throw invalidParam('cursor', 'use the value of "next" from the previous page, with the same sort.')
  }
  return { cursor, skip, sort, limit: params.limit ?? DEFAULT_LIMIT, nowMs }
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
  if (text === null) return null
  const parsed = readShape(storedHold, readStoredJsonOrNull(text))
  return parsed.success ? parsed.data : null
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
