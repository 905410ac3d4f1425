import type { CallbackSummary } from '#protocol/messages'
import type { Handlers, Result } from '#protocol/methods'
import type { CallbackRow, ExchangeRow } from '#store/records'
import { committedCallback, verdictAbout } from '#workbench/callbacks/callback-detail'
import type { BenchContext } from '#workbench/payment-engine'
import { iso, textOf } from '#core/views'
import { pick, present } from '#lib/members'
import { composeMessage, filledTemplates } from './message/compose'
import type { BulkReplays } from './bulk/bulk-replays'
import { makeOutgoing, type Outgoing, previewOf, readOrigin, sendOutgoing } from './message/outgoing'
import { notFound } from '#core/errors'
import type { FamilyMember } from '#protocol/replay'

export function replayHandlers(context: BenchContext, bulk: BulkReplays) {
  const send = async (outgoing: Outgoing, repeat = false): Promise<CallbackSummary> =>
    committedCallback(context, sendOutgoing(context, outgoing, repeat))

  return {
    'callbacks.replay': ({ id, repeat, ...edit }) =>
      send(makeOutgoing(context, readOrigin(context, id), edit), repeat),
    'callbacks.previewReplay': ({ id, ...edit }) =>
      previewOf(context, makeOutgoing(context, readOrigin(context, id), edit)),
    'callbacks.family': ({ id }) => familyOf(context, id),
    'callbacks.templates': (params) => filledTemplates(context, params),
    'callbacks.compose': (params) => send(composeMessage(context, params), params.repeat),
    'callbacks.previewCompose': (params) => previewOf(context, composeMessage(context, params)),
    'replay.start': (params) => bulk.start(params),
    'replay.preview': (params) => bulk.preview(params),
    'replay.get': (params) => bulk.get(params),
    'replay.list': () => ({ items: [...bulk.list()] }),
    'replay.cancel': ({ id }) => bulk.cancel(id),
  } satisfies Partial<Handlers>
}

const MAX_MEMBERS = 300
const MAX_STEPS_UP = 1000
const ANSWER_CHARACTERS = 200
const MAX_VERIFIED_BYTES = 262_144

/** The tree of replays that a message belongs to, with the merchant's response to each. */
function familyOf(context: BenchContext, id: string): Result<'callbacks.family'> {
  const { store } = context
  const root = rootOf(context, id)
  const isCapture = 'source' in root
  const members: FamilyMember[] = isCapture ? [captureMember(root)] : []
  let generation: readonly CallbackRow[] = isCapture ? store.callbacks.replaysOf(root.id) : [root]
  let cut = 0
  while (generation.length > 0) {
    const shown = generation.slice(0, MAX_MEMBERS - members.length)
    cut += generation.length - shown.length
    members.push(...shown.map((row) => callbackMember(context, row)))
    generation = shown.flatMap((row) => store.callbacks.replaysOf(row.id))
  }
  return { members, cut }
}

function rootOf({ store }: BenchContext, id: string): CallbackRow | ExchangeRow {
  let found: CallbackRow | null = null
  let at: string | null = id
  for (let step = 0; at !== null && step < MAX_STEPS_UP; step += 1) {
    const exchange = store.exchanges.row(at)
    if (exchange !== null) return exchange
    const callback: CallbackRow | null = store.callbacks.row(at)
    found = callback ?? found
    // Also null if the original was removed: then the callback is the oldest remaining message.
    at = callback?.replayOf ?? null
  }
  if (found === null) throw notFound('callback or captured request', id)
  return found
}

function captureMember(row: ExchangeRow): FamilyMember {
  return {
    id: row.id,
    replayOf: null,
    what: 'capture',
    kind: 'other',
    createdAt: iso(row.receivedAt),
    change: '',
    state: row.responseStatus === 200 ? 'delivered' : 'failed',
    attemptCount: 1,
    signature: row.signatureState,
    ...present({ lastStatus: row.responseStatus, lastDurationMs: row.durationMs }),
  }
}

function callbackMember(context: BenchContext, row: CallbackRow): FamilyMember {
  const { store, projects } = context
  const project = projects.byId(row.projectId)
  const body = row.sizeBytes > MAX_VERIFIED_BYTES ? null : (store.callbacks.byId(row.id)?.body ?? null)
  const newest = store.attempts.outlines(row.id).at(-1)
  const attempt = newest === undefined ? null : store.attempts.bySeq(row.id, newest.seq)
  const sent = attempt?.requestBody ?? body
  const answerBody = attempt?.answerBody ?? null
  const answer = answerBody === null ? (attempt?.failureMessage ?? null) : textOf(answerBody)
  const isVerified = sent !== null && sent.byteLength <= MAX_VERIFIED_BYTES && project !== null
  return {
    ...pick(row, 'id', 'replayOf', 'kind', 'state', 'attemptCount'),
    what: 'callback',
    createdAt: iso(row.createdAt),
    change: row.marks.find(({ ruleId }) => ruleId === null)?.text.replace(/\.$/, '') ?? '',
    ...present({
      ...pick(row, 'lastStatus', 'lastDurationMs'),
      signature: isVerified ? verdictAbout(context, sent, project).state : null,
      answer: answer?.slice(0, ANSWER_CHARACTERS),
    }),
  }
}
