import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'
import { callbackKind, callbackState, signatureVerdict } from './messages'
import {
  callbackId,
  headerPairs,
  isoTime,
  messageId,
  messageIdParam,
  paymentKey,
  paymentKeyFilter,
  projectId,
} from './shapes'

const jobId = z.string().min(1).max(100)
const MAX_BODY = 16_777_216

/** What becomes of the signature; `own` writes the given `signature`, valid or not. */
export const signing = z.enum(['resign', 'keep', 'omit', 'corrupt', 'own'])

/** `signature`, or `general.signature` (contract 3.9); left out: where the message has it, else the top level. */
export const signingPlace = z.enum(['top', 'general'])

/**
 * What a tester says about a message that is to be sent. The body goes out byte for byte as it is written here, but for
 * its signature. A body, header fields, target or method that are left out are those of the original.
 */
const messageEdit = {
  body: z.string().max(MAX_BODY).optional(),
  headers: headerPairs.max(200).optional(),
  target: z.string().max(LIMITS.filterChars).optional(),
  method: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/, 'is not an HTTP method')
    .optional(),
  signing,
  place: signingPlace.optional(),
  signature: z.string().max(10_000).optional(),
  /** Sends what is not answered with 200 again by the schedule (contract 9.3); otherwise the message is sent once. */
  repeat: z.boolean().optional(),
} as const

/** `id` names a callback (`cb_…`) or a captured request (`ex_…`). */
export const replayParams = z.strictObject({ id: messageIdParam, ...messageEdit })

/** Without a body the template's, filled with the payment's values, and signed where the template has its signature. */
export const composeParams = z.strictObject({
  projectId: projectId.optional(),
  paymentKey: paymentKeyFilter.optional(),
  template: z.string().max(40).optional(),
  /** How the message is listed; that of the template unless given, else `other`. */
  kind: callbackKind.optional(),
  ...messageEdit,
})

/** A message as it would be sent. `body` is null, and `bodyBase64` there, where the bytes are not UTF-8. */
export const messagePreview = z.object({
  method: z.string(),
  target: z.string().nullable(),
  headers: headerPairs,
  body: z.string().nullable(),
  bodyBase64: z.string().optional(),
  sizeBytes: z.int(),
  signature: signatureVerdict,
  kind: callbackKind,
  projectId,
  paymentKey: paymentKey.nullable(),
  paymentId: z.string(),
})
export type MessagePreview = z.infer<typeof messagePreview>

export const templatesParams = z.strictObject({
  projectId: projectId.optional(),
  paymentKey: paymentKeyFilter.optional(),
})

/** Ready to be edited: filled, unsigned, compact as the platform writes it. */
export const filledTemplate = z.object({
  id: z.string(),
  name: z.string(),
  explanation: z.string(),
  kind: callbackKind,
  place: signingPlace,
  body: z.string(),
})
export type FilledTemplate = z.infer<typeof filledTemplate>
export const templatesResult = z.object({
  projectId,
  target: z.string().nullable(),
  method: z.string(),
  headers: headerPairs,
  items: z.array(filledTemplate),
})
export type TemplatesResult = z.infer<typeof templatesResult>

/** A message of a tree of replays. `answer`: the beginning of the merchant's last answer. */
export const familyMember = z.object({
  id: z.string(),
  replayOf: messageId.nullable(),
  /** A captured request stands only at the root. */
  what: z.enum(['callback', 'capture']),
  kind: callbackKind,
  createdAt: isoTime,
  /** What was done to it, in a sentence; empty for what the platform created. */
  change: z.string(),
  state: callbackState,
  attemptCount: z.int(),
  lastStatus: z.int().optional(),
  lastDurationMs: z.number().optional(),
  /** Left out for a body that is too large to be verified in passing. */
  signature: signatureVerdict.shape.state.optional(),
  answer: z.string().optional(),
})
export type FamilyMember = z.infer<typeof familyMember>

/** From the original on, parents before children, each generation oldest first; `cut` counts those left out. */
export const familyResult = z.object({ members: z.array(familyMember), cut: z.int() })

/** How many messages one bulk replay sends at most, copies included. */
export const MAX_REPLAYED = 20_000

/** How often each message is sent at most. */
export const MAX_COPIES = 10
/** How many messages are sent at the same time at most. */
export const MAX_CONCURRENCY = 32

/** How the messages of a bulk replay are sent. */
const manner = {
  pacing: z.enum(['original', 'flat']),
  order: z.enum(['original', 'shuffled']),
  signing: z.enum(['resign', 'keep']),
}

/**
 * Which messages, in which order and how fast. Either `ids` or everything that `query` matches (an empty query matches
 * all); `list` says what the query searches.
 */
export const startParams = z.strictObject({
  ids: z.array(messageIdParam).min(1).max(MAX_REPLAYED).optional(),
  query: z.string().max(2000).optional(),
  list: z.enum(['callbacks', 'captures']).optional(),
  projectId: projectId.optional(),
  ...manner,
  copies: z.int().min(1).max(MAX_COPIES).optional(),
  concurrency: z.int().min(1).max(MAX_CONCURRENCY),
  /** Decides a shuffle; where it is left out, the bench chooses one and the result has it. */
  seed: z.int().min(0).max(4_294_967_295).optional(),
  /** Sends what is not answered with 200 again by the schedule; otherwise every message is sent once. */
  repeat: z.boolean().optional(),
})

/**
 * How the answers of the originals and of their replays compare; `null`: there was no answer. `otherBody` counts those
 * of them whose bodies differ in any byte.
 */
const replayOutcome = z.object({
  before: z.int().nullable(),
  after: z.int().nullable(),
  count: z.int(),
  otherBody: z.int(),
})

/**
 * A bulk replay. The newest `LIMITS.bulkReplays` are kept with their results until the program ends. No other session can be
 * opened before it is over.
 */
export const replayJob = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled']),
  startedAt: isoTime,
  ...manner,
  copies: z.int(),
  concurrency: z.int(),
  seed: z.int(),
  total: z.int(),
  /** Not sent yet. */
  waiting: z.int(),
  /** Being sent: the response has not come yet. */
  inFlight: z.int(),
  /** The response was 200. */
  accepted: z.int(),
  refused: z.int(),
  /** There was no response. */
  unanswered: z.int(),
  /** Not sent: the message could not be created, was dropped or removed, or is held by a rule or the tester. */
  left: z.int(),
  /** Of those that failed: how many the retry schedule sends again, until the replay is cancelled. */
  repeating: z.int(),
  /** The most that were being sent at the same time. */
  mostAtOnce: z.int(),
  outcomes: z.array(replayOutcome),
  /** When the next one is due on the virtual clock, while it waits for that. */
  nextAt: isoTime.optional(),
})
export type ReplayJob = z.infer<typeof replayJob>

export const replayItem = z.object({
  sourceId: z.string(),
  /** From 0. */
  copy: z.int(),
  paymentId: z.string(),
  kind: callbackKind,
  /** When the original was created, or came in. */
  createdAt: isoTime,
  before: z.int().nullable(),
  state: z.enum(['waiting', 'inFlight', 'accepted', 'refused', 'unanswered', 'left']),
  callbackId: callbackId.optional(),
  after: z.int().optional(),
  /** The body of the answer differs from that of the original's last answer, byte for byte. */
  otherBody: z.boolean().optional(),
  durationMs: z.number().optional(),
  /** Why there is no answer, or why it was not sent. */
  note: z.string().optional(),
})
export type ReplayItem = z.infer<typeof replayItem>

export const getParams = z.strictObject({
  id: jobId,
  /** `different`: only those whose answer has another status or another body than before, or that have none. */
  only: z.enum(['all', 'different']).optional(),
  skip: z.int().min(0).max(MAX_REPLAYED).optional(),
  limit: z.int().min(1).max(500).optional(),
})
/** `items` in the order of sending; `matching` counts those that `only` lets through. */
export const replayGetResult = z.object({
  job: replayJob,
  items: z.array(replayItem),
  matching: z.int(),
})
export const replayListResult = z.object({ items: z.array(replayJob) })
export const cancelParams = z.strictObject({ id: jobId })
