import { z } from 'zod'
import { MESSAGE_KINDS } from '#domain/payment/callbacks'
import { REORDER_TARGETS } from '#domain/fault/fault-table'
import { CALLBACK_SORT_FIELDS, EXCHANGE_SORT_FIELDS } from '#domain/query/sorting'
import { annotation } from './annotations'
import {
  callbackId,
  callbackIdParam,
  exchangeId,
  exchangeIdParam,
  headerPairs,
  isoTime,
  listParams,
  messageId,
  pageOf,
  paymentKey,
  paymentKeyFilter,
  projectId,
  sortedBy,
} from './shapes'

/** `other`: composed by the tester, or made from a request that is not one of our callbacks. */
export const callbackKind = z.enum(MESSAGE_KINDS)
export type CallbackKind = z.infer<typeof callbackKind>

export const callbackState = z.enum(['scheduled', 'delivering', 'delivered', 'failed', 'held', 'dropped'])
export type CallbackState = z.infer<typeof callbackState>

/** What a tester can do to the schedule of a callback: `callbacks.sendNow` and so on. */
export const RETRY_ACTIONS = ['sendNow', 'hold', 'release', 'cancel', 'retarget', 'resend'] as const
export const retryAction = z.enum(RETRY_ACTIONS)
export type RetryAction = z.infer<typeof retryAction>

/** Verdict about the signature of a message; `dialect` is set if a dialect matched (contract 2.5). */
export const signatureVerdict = z.object({
  state: z.enum(['valid', 'invalid', 'missing', 'empty', 'unreadable', 'unknown_project']),
  place: z.string().optional(),
  dialect: z.string().optional(),
  received: z.string().optional(),
  expected: z.string().optional(),
  explanation: z.string(),
})
export type SignatureVerdict = z.infer<typeof signatureVerdict>

/** What a rule, a job or the tester did to a message, in a sentence; `ruleId` is null without a rule. */
export const messageMark = z.object({ ruleId: z.string().nullable(), text: z.string() })
export type MessageMark = z.infer<typeof messageMark>

/** The mark of a callback that was held or dropped until the tester released it. */
export const RELEASED = 'Released by the tester.'

/** Whether the tester released the message and has not changed it since. */
export const isReleased = (marks: readonly MessageMark[]): boolean =>
  marks.findLast(({ ruleId }) => ruleId === null)?.text === RELEASED

/** The marks of rules and of the latest release. The other marks say what the kind or the state says too. */
export const notableMarks = (marks: readonly MessageMark[]): MessageMark[] =>
  marks.filter(({ ruleId, text }) => ruleId !== null || (text === RELEASED && isReleased(marks)))

/** Splits the mark of a replay into the check that sent it, if one did, and the change, without the full stop. */
export function readMark(text: string): { readonly check: string | undefined; readonly change: string } {
  const [, check, change = ''] = /^(?:(Check “[^”]+”); )?(.*?)\.?$/.exec(text) ?? []
  return { check, change }
}

/**
 * Words shown after the kind of a message that the platform did not create itself: `copy` if a rule made it, otherwise
 * from its first mark, such as `check: signature corrupted` or `replay: signed again, body edited`. Null for others.
 */
export function repeatWord({
  replayOf,
  marks: [first],
}: {
  readonly replayOf?: string | null | undefined
  readonly marks: readonly MessageMark[]
}): string | null {
  if (replayOf === undefined || replayOf === null) return null
  if (first !== undefined && first.ruleId !== null) return 'copy'
  const { check, change } = readMark(first?.text ?? '')
  if (change === '') return 'replay'
  return check === undefined
    ? `replay: ${change.charAt(0).toLowerCase()}${change.slice(1)}`
    : `check: ${change}`
}

export const callbackSummary = z.object({
  id: callbackId,
  /** Null for a callback without a payment: about a token, or composed. */
  paymentKey: paymentKey.nullable(),
  paymentId: z.string(),
  projectId,
  kind: callbackKind,
  createdAt: isoTime,
  target: z.string().nullable(),
  state: callbackState,
  attemptCount: z.int(),
  /** Set if the callback failed and was to be sent only once, so that no attempt follows. */
  once: z.literal(true).optional(),
  /** Of a failed callback with a schedule: attempts since the schedule began; a resend restarts it. */
  scheduleAttempts: z.int().optional(),
  lastStatus: z.int().optional(),
  lastDurationMs: z.number().optional(),
  nextAttemptAt: isoTime.optional(),
  /** The callback (`cb_`), capture or exchange (`ex_`) that this one was made from. */
  replayOf: messageId.optional(),
  note: z.string().optional(),
  /** Why it is held. `dueAt`: when it was due; `wakesAt`: when it is released at the latest. */
  hold: z
    .object({
      by: z.enum(['rule', 'tester']),
      dueAt: isoTime,
      until: z.enum(REORDER_TARGETS).optional(),
      wakesAt: isoTime.optional(),
    })
    .optional(),
  marks: z.array(messageMark),
  annotation: annotation.optional(),
})
export type CallbackSummary = z.infer<typeof callbackSummary>

const merchantResponse = z.object({
  status: z.int(),
  httpVersion: z.string(),
  headers: headerPairs,
  body: z.string().nullable(),
  bodyBase64: z.string(),
  truncated: z.boolean(),
})

/** `n` counts retries: the first send is 0 (contract 9.4). Only `wallSentAt` and `durationMs` are wall time. */
export const callbackAttempt = z.object({
  /** Its number among all attempts, because `n` starts again with every resend. */
  seq: z.int(),
  n: z.int(),
  dueAt: isoTime,
  sentAt: isoTime,
  wallSentAt: isoTime,
  /** Absent for old attempts, which were stored without it. */
  target: z.string().optional(),
  status: z.int().optional(),
  durationMs: z.number().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  requestHead: z.string().optional(),
  /** The body of this attempt if it differs from that of the callback. */
  requestBodyBase64: z.string().optional(),
  signature: signatureVerdict.optional(),
  /** The bytes on the wire if they are not simply head and body. */
  wireBase64: z.string().optional(),
  marks: z.array(messageMark),
  tlsVersion: z.string().optional(),
  /** Why the receiver's certificate would have been refused, in a sentence; absent if it is trusted or missing. */
  certificateError: z.string().optional(),
  /** The exchange that the merchant listener captured. */
  captureId: exchangeId.optional(),
  /** The response rule that decided the merchant listener's response. Absent if none did. */
  responseMarks: z.array(messageMark).optional(),
  /** Number of omitted bytes (request body, wire, response). The verdict is omitted too; see `callbacks.attempt`. */
  withheldBytes: z.int().optional(),
  answer: merchantResponse.optional(),
})
export type CallbackAttempt = z.infer<typeof callbackAttempt>

/** One attempt in full; `seq` is that of the attempt in `callbacks.get`. */
export const attemptParams = z.strictObject({ id: callbackIdParam, seq: z.int().min(0) })

/**
 * A callback with every attempt. The newest attempt is complete; if all together exceed 2 MiB, long earlier ones
 * omit their bytes (`withheldBytes`).
 */
export const callbackDetail = callbackSummary.extend({
  method: z.string(),
  body: z.string(),
  /** Only if the bytes are not UTF-8: `body` then has one character for each byte. */
  bodyBase64: z.string().optional(),
  headers: headerPairs,
  signature: signatureVerdict,
  attempts: z.array(callbackAttempt),
  actions: z.array(retryAction),
  /** Attempts still to come if none succeeds, except one in flight; for a held callback, those after its release. */
  planned: z.array(z.object({ n: z.int(), dueAt: isoTime })),
  replays: z.array(callbackId),
  /** The newest capture of any of its attempts. */
  captureId: exchangeId.optional(),
})
export type CallbackDetail = z.infer<typeof callbackDetail>

const messageListParams = listParams.extend({
  paymentKey: paymentKeyFilter.optional(),
  projectId: projectId.optional(),
})
export const callbackListParams = messageListParams.extend({ sort: sortedBy(CALLBACK_SORT_FIELDS) })
export const exchangeListParams = messageListParams.extend({ sort: sortedBy(EXCHANGE_SORT_FIELDS) })
export const callbackIdParams = z.strictObject({ id: callbackIdParam })
export const exchangeIdParams = z.strictObject({ id: exchangeIdParam })

export const reply = merchantResponse
  .omit({ httpVersion: true, truncated: true })
  .extend({ durationMs: z.number().optional() })

/** Where a request arrived; `imported` if it arrived at none of our listeners. */
export const exchangeSource = z.enum(['api', 'capture', 'form', 'imported'])
export type ExchangeSource = z.infer<typeof exchangeSource>

/** Why the platform refused; `contract` is the section of the rule. */
export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  contract: z.string(),
})
export type Refusal = z.infer<typeof refusal>

/** An exchange as listed. `note` says what is unusual: cut off, too large, unreadable, HTTP/1.0. */
export const exchangeSummary = z.object({
  id: exchangeId,
  source: exchangeSource,
  receivedAt: isoTime,
  wallReceivedAt: isoTime,
  secure: z.boolean(),
  method: z.string(),
  path: z.string(),
  httpVersion: z.string(),
  tlsVersion: z.string().optional(),
  remoteAddress: z.string().optional(),
  projectId: projectId.optional(),
  paymentKey: paymentKey.optional(),
  paymentId: z.string().optional(),
  callbackId: callbackId.optional(),
  signatureState: signatureVerdict.shape.state.optional(),
  sizeBytes: z.int(),
  status: z.int().optional(),
  durationMs: z.number().optional(),
  refusal: refusal.optional(),
  note: z.string().optional(),
  replayOf: messageId.optional(),
  marks: z.array(messageMark),
  annotation: annotation.optional(),
})
export type ExchangeSummary = z.infer<typeof exchangeSummary>

/** A part of the body that was masked before storing, in characters of the text. */
export const maskedSpan = z.object({ start: z.int(), end: z.int(), kind: z.enum(['pan', 'cvv']) })
export type MaskedSpan = z.infer<typeof maskedSpan>

export const exchangeDetail = exchangeSummary.extend({
  headers: headerPairs,
  body: z.string().nullable(),
  bodyBase64: z.string(),
  masked: z.array(maskedSpan),
  signature: signatureVerdict,
  reply: reply.nullable(),
  /** The callback that we sent as this captured request; `attempt`, if known, by its `seq` and `n`. */
  sentBy: z
    .object({
      callbackId,
      kind: callbackKind,
      attempt: z.object({ seq: z.int(), n: z.int() }).optional(),
    })
    .optional(),
})
export type ExchangeDetail = z.infer<typeof exchangeDetail>

export const callbacksPage = pageOf(callbackSummary)
export const exchangesPage = pageOf(exchangeSummary)
