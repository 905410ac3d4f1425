import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'
import { callbackKind, callbackState, signatureVerdict } from './messages'
import { httpUrl } from './projects'
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

/** What happens to the signature; `own` writes the given `signature`, valid or not. */
export const signing = z.enum(['resign', 'keep', 'omit', 'corrupt', 'own'])

/** Where to sign: `signature` or `general.signature` (contract 3.9); default: as in the message, `top` if unsigned. */
export const signingPlace = z.enum(['top', 'general'])

/**
 * Edits of a message to send. The body is sent byte for byte, except for its signature. An omitted body, header
 * list, target or method is taken from the original.
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
  /** Resends the message on the retry schedule until the response is 200 (contract 9.3); otherwise sends it once. */
  repeat: z.boolean().optional(),
} as const

/** `id` names a callback (`cb_…`) or a captured request (`ex_…`). */
export const replayParams = z.strictObject({ id: messageIdParam, ...messageEdit })

/** Without `body`, fills the template with the payment's values, and signs where the template has its signature. */
export const composeParams = z.strictObject({
  projectId: projectId.optional(),
  paymentKey: paymentKeyFilter.optional(),
  template: z.string().max(40).optional(),
  /** The kind under which the message is listed; by default the template's kind, or `other` without a template. */
  kind: callbackKind.optional(),
  ...messageEdit,
})

/** A message before it is sent. `body` is null and `bodyBase64` present if the bytes are not UTF-8. */
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

/** Ready to edit: filled in, unsigned, and as compact as the platform writes it. */
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

/** A message in a tree of replays. `answer`: the beginning of the merchant's last response. */
export const familyMember = z.object({
  id: z.string(),
  replayOf: messageId.nullable(),
  /** A captured request can only be the root. */
  what: z.enum(['callback', 'capture']),
  kind: callbackKind,
  createdAt: isoTime,
  /** The change, as a sentence; empty for a message that the platform created. */
  change: z.string(),
  state: callbackState,
  attemptCount: z.int(),
  lastStatus: z.int().optional(),
  lastDurationMs: z.number().optional(),
  /** Absent if the body is too large to verify here. */
  signature: signatureVerdict.shape.state.optional(),
  answer: z.string().optional(),
})
export type FamilyMember = z.infer<typeof familyMember>

/** The original first, parents before children, each generation oldest first. `cut`: number of members left out. */
export const familyResult = z.object({ members: z.array(familyMember), cut: z.int() })

/** Maximum number of messages that one bulk replay sends, copies included. */
export const MAX_REPLAYED = 20_000

/** Maximum number of copies of each message. */
export const MAX_COPIES = 10
export const MAX_CONCURRENCY = 32

const manner = {
  pacing: z.enum(['original', 'flat']),
  order: z.enum(['original', 'shuffled']),
  signing: z.enum(['resign', 'keep']),
  /** Where all messages are sent; by default, each goes where its original went. */
  target: httpUrl.optional(),
}

/**
 * Which messages to replay, in which order and how fast. Either `ids` or everything that `query` matches (an empty
 * query matches all); `list` says what the query searches.
 */
export const startParams = z.strictObject({
  ids: z.array(messageIdParam).min(1).max(MAX_REPLAYED).optional(),
  query: z.string().max(2000).optional(),
  list: z.enum(['callbacks', 'captures']).optional(),
  projectId: projectId.optional(),
  /** Messages to leave out. */
  except: z.array(messageIdParam).max(MAX_REPLAYED).optional(),
  ...manner,
  copies: z.int().min(1).max(MAX_COPIES).optional(),
  concurrency: z.int().min(1).max(MAX_CONCURRENCY),
  /** Determines a shuffle; by default Paybench chooses a seed, and the result contains it. */
  seed: z.int('Enter a whole number from 0 to 4294967295.').min(0).max(4_294_967_295).optional(),
  /** Resends every message on the retry schedule until the response is 200; otherwise sends each once. */
  repeat: z.boolean().optional(),
})

/** `count` replays have these statuses (null if no response); in `otherBody` of them, the response body differs too. */
const replayOutcome = z.object({
  before: z.int().nullable(),
  after: z.int().nullable(),
  count: z.int(),
  otherBody: z.int(),
})

/** A bulk replay. The newest `LIMITS.bulkReplays` are kept. While one runs, no other session can be opened. */
export const replayJob = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled']),
  startedAt: isoTime,
  ...manner,
  copies: z.int(),
  concurrency: z.int(),
  seed: z.int(),
  total: z.int(),
  waiting: z.int(),
  /** Sent, without a response yet. */
  inFlight: z.int(),
  accepted: z.int(),
  refused: z.int(),
  unanswered: z.int(),
  /** Not sent: the message could not be created, was dropped or removed, or is held by a rule or the tester. */
  left: z.int(),
  /** Failed messages that the retry schedule repeats until the replay is cancelled. */
  repeating: z.int(),
  /** The highest number in flight at the same time. */
  mostAtOnce: z.int(),
  outcomes: z.array(replayOutcome),
  /** When the next message is due on the virtual clock, while the replay waits for it. */
  nextAt: isoTime.optional(),
})
export type ReplayJob = z.infer<typeof replayJob>

export const replayItem = z.object({
  sourceId: z.string(),
  /** From 0. */
  copy: z.int(),
  paymentId: z.string(),
  kind: callbackKind,
  /** When the original was created or arrived. */
  createdAt: isoTime,
  before: z.int().nullable(),
  state: z.enum(['waiting', 'inFlight', 'accepted', 'refused', 'unanswered', 'left']),
  callbackId: callbackId.optional(),
  after: z.int().optional(),
  /** Whether the response body differs in any byte from that of the original's last response. */
  otherBody: z.boolean().optional(),
  durationMs: z.number().optional(),
  /** Why there is no response, or why the message was not sent. */
  note: z.string().optional(),
})
export type ReplayItem = z.infer<typeof replayItem>

export const getParams = z.strictObject({
  id: jobId,
  /** `different`: only those whose response differs from the original's in status or body, or that have none. */
  only: z.enum(['all', 'different']).optional(),
  skip: z.int().min(0).max(MAX_REPLAYED).optional(),
  limit: z.int().min(1).max(500).optional(),
})
/** `items` are in sending order; `matching` counts those that `only` selects. */
export const replayGetResult = z.object({
  job: replayJob,
  items: z.array(replayItem),
  matching: z.int(),
})
/** What a bulk replay would send: the first messages in sending order, and the number of all of them. */
export const replayPlan = z.object({ items: z.array(replayItem), total: z.int() })
export const replayListResult = z.object({ items: z.array(replayJob) })
export const cancelParams = z.strictObject({ id: jobId })
