import { boundedNote } from '#lib/limits/bounded-text'
import { z } from 'zod'
import { annotation, type Annotation } from '#protocol/annotations'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import { readShape } from '#protocol/read-shape'
import { clarificationFields } from '#protocol/shapes'
import { TIME_RANGE } from '#lib/time/time'
import { failedOnce } from '#store/callback-row'
import type { CallbackRow, ExchangeRow, PaymentRow } from '#store/records'
import { UNREADABLE_CAUSE } from './unreadable'
import type { Listed } from '#store/unreadable-value'
import { toUrl } from './self-address'
import { readHold } from './hold'
import { readStoredJsonOrNull } from './stored-json'
import type { SelfAddresses } from './ports'

/**
 * Formats epoch milliseconds as ISO 8601 in UTC with milliseconds. A time out of range becomes the nearest possible
 * one, so that one damaged row does not break a whole list.
 */
export function iso(at: number): string {
  const shown = Number.isNaN(at)
    ? TIME_RANGE.first
    : Math.min(TIME_RANGE.last, Math.max(TIME_RANGE.first, at))
  return new Date(shown).toISOString()
}

const storedClarification = z.object({ requested: clarificationFields, remaining: clarificationFields })

/** Reads a stored clarification; null where it cannot be read, so that the payment is shown without it. */
const readClarification = (json: string): z.infer<typeof storedClarification> | null =>
  readShape(storedClarification, readStoredJsonOrNull(json)).data ?? null

const unreadableView = ({ unreadable }: Listed): Pick<PaymentSummary, 'unreadable'> =>
  unreadable === undefined ? {} : { unreadable: `${unreadable}. ${UNREADABLE_CAUSE}` }

/** Reads a stored annotation. One that cannot be read counts as absent. */
export const readAnnotation = (json: string | null): Annotation | undefined =>
  json === null ? undefined : readShape(annotation, readStoredJsonOrNull(json)).data

function annotationView(row: { readonly annotation: string | null }): { readonly annotation?: Annotation } {
  const read = readAnnotation(row.annotation)
  return read === undefined ? {} : { annotation: read }
}

/** Builds the view of a payment for lists and events. */
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
    ...unreadableView(row),
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

/** Builds the view of a callback for lists and events. `addresses` turns a stored target into its present URL. */
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
    ...unreadableView(row),
    marks: [...row.marks],
  }
}

/** How far the schedule of a failed callback has come. */
function failureView(row: CallbackRow): Pick<CallbackSummary, 'once' | 'scheduleAttempts'> {
  if (row.state !== 'failed') return {}
  return failedOnce(row)
    ? { once: true }
    : { scheduleAttempts: row.nextN + (row.nextAttemptAt === null ? 1 : 0) }
}

/** Builds the hold of a held callback; a bulk replay is not shown as a hold. */
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
    case 'replay':
    case 'passed':
    case 'free':
      return {}
  }
}

/** Builds the view of an exchange for lists and events. */
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
    ...unreadableView(row),
    marks: [...row.marks],
  }
}
