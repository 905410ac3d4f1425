import type { CallbackSummary } from '#protocol/messages'
import type { Handlers, Result } from '#protocol/methods'
import type { CallbackRow, ExchangeRow } from '#store/records'
import { verdictAbout } from '#workbench/callbacks/callback-detail'
import type { BenchContext } from '#workbench/payment-engine'
import { callbackSummary, iso, textOf } from '#core/views'
import { composeMessage, filledTemplates } from './message/compose'
import type { BulkReplays } from './bulk/bulk-replays'
import { makeOutgoing, type Outgoing, previewOf, readOrigin, sendOutgoing } from './message/outgoing'
import { notFound } from '#core/errors'
import type { FamilyMember } from '#protocol/replay'

export function replayHandlers(context: BenchContext, bulk: BulkReplays) {
  const { store, addresses } = context

  const send = async (outgoing: Outgoing, repeat = false): Promise<CallbackSummary> => {
    const id = sendOutgoing(context, outgoing, repeat)
    await store.committed()
    const row = store.callbacks.row(id)
    if (row === null) throw notFound('callback', id)
    return callbackSummary(row, addresses())
  }

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
  const members: FamilyMember[] = []
  let generation: readonly CallbackRow[]
  if (root.kind === 'callback') {
    generation = [root.row]
  } else {
    members.push(captureMember(root.row))
    generation = store.callbacks.replaysOf(root.row.id)
  }
  let cut = 0
  while (generation.length > 0) {
    const shown = generation.slice(0, MAX_MEMBERS - members.length)
    cut += generation.length - shown.length
    members.push(...shown.map((row) => callbackMember(context, row)))
    generation = shown.flatMap((row) => store.callbacks.replaysOf(row.id))
  }
  return { members, cut }
}

type Root =
  | { readonly kind: 'callback'; readonly row: CallbackRow }
  | { readonly kind: 'capture'; readonly row: ExchangeRow }

function rootOf({ store }: BenchContext, id: string): Root {
  let found: Root | null = null
  let at: string | null = id
  for (let step = 0; at !== null && step < MAX_STEPS_UP; step += 1) {
    const callback = store.callbacks.row(at)
    if (callback !== null) {
      found = { kind: 'callback', row: callback }
      at = callback.replayOf
      continue
    }
    const exchange = store.exchanges.row(at)
    if (exchange !== null) return { kind: 'capture', row: exchange }
    // The original was removed, so this is the oldest remaining message.
    at = null
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
    ...(row.responseStatus === null ? {} : { lastStatus: row.responseStatus }),
    ...(row.durationMs === null ? {} : { lastDurationMs: row.durationMs }),
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
  return {
    id: row.id,
    replayOf: row.replayOf,
    what: 'callback',
    kind: row.kind,
    createdAt: iso(row.createdAt),
    change: row.marks.find(({ ruleId }) => ruleId === null)?.text.replace(/\.$/, '') ?? '',
    state: row.state,
    attemptCount: row.attemptCount,
    ...(row.lastStatus === null ? {} : { lastStatus: row.lastStatus }),
    ...(row.lastDurationMs === null ? {} : { lastDurationMs: row.lastDurationMs }),
    ...(sent === null || sent.byteLength > MAX_VERIFIED_BYTES || project === null
      ? {}
      : { signature: verdictAbout(context, sent, project).state }),
    ...(answer === null ? {} : { answer: answer.slice(0, ANSWER_CHARACTERS) }),
  }
}
