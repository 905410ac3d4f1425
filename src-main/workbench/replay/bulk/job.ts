import { iso } from '#core/views'
import { invalidParam, notFound, termsOf } from '#core/errors'
import type { CallbackId } from '#domain/ids'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import { planReplay, type ReplaySource } from '#domain/replay/plan'
import { pick, present } from '#lib/members'
import type { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import { MAX_REPLAYED, type ReplayItem, type ReplayJob } from '#protocol/replay'
import type { CallbackRow, ExchangeRow } from '#store/records'
import type { BenchContext } from '#workbench/payment-engine'

/** One message of a bulk replay. */
export interface BulkItem {
  readonly source: BulkSource
  readonly copy: number
  readonly offsetMs: number
  state: ReplayItem['state']
  /** Null until the item's turn comes, when its message is created. */
  callbackId: CallbackId | null
  after: number | null
  otherBody: boolean
  durationMs: number | null
  note: string | null
}

/** A bulk replay; its items are in the order of sending. {@link moveItem} updates the counts. */
export interface BulkJob {
  readonly params: Pick<
    ReplayJob,
    'id' | 'pacing' | 'order' | 'copies' | 'concurrency' | 'signing' | 'target' | 'seed' | 'startedAt'
  >
  /** Whether messages without a 200 response follow the retry schedule. */
  readonly repeat: boolean
  readonly items: readonly BulkItem[]
  readonly counts: Record<ReplayItem['state'], number>
  state: ReplayJob['state']
  /** Virtual time from which the offsets count. */
  readonly startAt: number
  /** Index of the first item whose turn has not come. */
  next: number
  readonly inFlight: Set<CallbackId>
  /** Callbacks that are being retried after a failed first attempt. */
  readonly retrying: Set<CallbackId>
  maxInFlight: number
}

export async function plannedJob(
  context: BenchContext,
  params: ParsedParams<'replay.start'>,
): Promise<BulkJob> {
  const { ports, clock } = context
  const { pacing, order, copies = 1, concurrency, signing, target, repeat = false } = params
  const seed = params.seed ?? Number.parseInt(ports.randomHex(8), 16)
  const sources = new Map((await bulkSources(context, params)).map((source) => [source.id, source]))
  const items = planReplay([...sources.values()], { pacing, order, copies, seed }).flatMap(
    ({ id, copy, offsetMs }): BulkItem[] => {
      const source = sources.get(id)
      if (source === undefined) return []
      const unsent = { callbackId: null, after: null, otherBody: false, durationMs: null, note: null }
      return [{ source, copy, offsetMs, state: 'waiting', ...unsent }]
    },
  )
  const id = `job_${ports.randomHex(20)}`
  const startedAt = new Date(ports.wallNow()).toISOString()
  return {
    params: { id, pacing, order, copies, concurrency, signing, target, seed, startedAt },
    repeat,
    items,
    counts: { waiting: items.length, inFlight: 0, accepted: 0, refused: 0, unanswered: 0, left: 0 },
    state: 'running',
    startAt: clock.now(),
    next: 0,
    inFlight: new Set(),
    retrying: new Set(),
    maxInFlight: 0,
  }
}

export function moveItem(job: BulkJob, item: BulkItem, state: BulkItem['state']): void {
  job.counts[item.state] -= 1
  job.counts[state] += 1
  item.state = state
}

/** Marks an item as not sent, for the reason in `note`. */
export function leaveItem(job: BulkJob, item: BulkItem, note: string): void {
  item.note = note
  moveItem(job, item, 'left')
}

/** @param now virtual time */
export function jobView(job: BulkJob, now: number): ReplayJob {
  const nextAt = nextDueAt(job, now)
  return {
    state: job.state,
    ...job.params,
    total: job.items.length,
    ...job.counts,
    repeating: job.retrying.size,
    mostAtOnce: job.maxInFlight,
    outcomes: outcomesOf(job),
    ...(nextAt === null ? {} : { nextAt: iso(nextAt) }),
  }
}

/** When the next message is due; null if the job has stopped, if one is in flight or due, or if none is scheduled. */
function nextDueAt(job: BulkJob, now: number): number | null {
  if (job.state !== 'running' || job.inFlight.size > 0) return null
  const dueTimes = job.items
    .slice(0, job.next)
    .flatMap((item) => (item.state === 'inFlight' ? [job.startAt + item.offsetMs] : []))
  const due = Math.min(...dueTimes)
  return dueTimes.length === 0 || due <= now ? null : due
}

/** Counts each pair of original and new response status, most frequent first. */
function outcomesOf({ items }: BulkJob): ReplayJob['outcomes'] {
  const outcomes = new Map<string, ReplayJob['outcomes'][number]>()
  for (const item of items) {
    if (!isAnswered(item)) continue
    const { after, otherBody } = item
    const before = item.source.lastStatus
    const key = `${String(before)} ${String(after)}`
    const outcome = outcomes.get(key) ?? { before, after, count: 0, otherBody: 0 }
    outcome.count += 1
    if (otherBody) outcome.otherBody += 1
    outcomes.set(key, outcome)
  }
  return [...outcomes.values()].sort((one, other) => other.count - one.count)
}

export function itemView(item: BulkItem): ReplayItem {
  const { source, otherBody } = item
  return {
    sourceId: source.id,
    ...pick(item, 'copy', 'state'),
    ...pick(source, 'paymentId', 'kind'),
    createdAt: iso(source.createdAt),
    before: source.lastStatus,
    ...present(pick(item, 'callbackId', 'after', 'durationMs', 'note')),
    ...(otherBody ? { otherBody } : {}),
  }
}

const isAnswered = ({ state }: BulkItem): boolean =>
  state === 'accepted' || state === 'refused' || state === 'unanswered'

/** Whether the item was not sent, or its response differs in status or body from the original response. */
export const isDifferent = (item: BulkItem): boolean =>
  item.state === 'left' || (isAnswered(item) && (item.otherBody || item.source.lastStatus !== item.after))

/** A message that a bulk replay sends again; its bytes are read when its turn comes. */
export type BulkSource = ReplaySource & Pick<CallbackRow, 'paymentId' | 'kind' | 'createdAt' | 'lastStatus'>

const PAGE = 500

/** @throws BenchError if the ids or the query select no message or too many */
async function bulkSources(
  context: BenchContext,
  params: ParsedParams<'replay.start'>,
): Promise<readonly BulkSource[]> {
  const { ids, query, except = [] } = params
  if ((ids === undefined) === (query === undefined)) {
    throw invalidParam('ids', 'Give either ids or a query. An empty query matches everything.')
  }
  const most = Math.floor(MAX_REPLAYED / (params.copies ?? 1))
  const left = new Set(except)
  const sources = (
    ids === undefined ? await sourcesMatching(context, params, most) : ids.map((id) => sourceOf(context, id))
  ).filter(({ id }) => !left.has(id))
  if (sources.length === 0) throw invalidParam('query', 'No message matches. Change the query, or give ids.')
  if (sources.length > most) throw tooMany(ids === undefined ? 'query' : 'ids', sources.length, most)
  return sources
}

function sourceOf({ store }: BenchContext, id: string): BulkSource {
  const callback = store.callbacks.row(id)
  if (callback !== null) return fromCallback(callback)
  const exchange = store.exchanges.row(id)
  if (exchange === null) throw notFound('callback or captured request', id)
  if (exchange.source !== 'capture' && exchange.source !== 'imported') {
    throw invalidParam(
      'ids',
      `${id} is a request to the platform, not a callback. Send it again on the Traffic page.`,
    )
  }
  return fromExchange(exchange)
}

async function sourcesMatching(
  { store, clock }: BenchContext,
  { query = '', list, projectId }: ParsedParams<'replay.start'>,
  most: number,
): Promise<readonly BulkSource[]> {
  const captures = list === 'captures'
  const terms = termsOf(query, captures ? EXCHANGE_QUERY_FIELDS : CALLBACK_QUERY_FIELDS)
  const sources: BulkSource[] = []
  let cursor: string | undefined
  do {
    const request = { terms, projectId, cursor, limit: PAGE, nowMs: clock.now() }
    const page = await (captures ? store.exchanges.list('captures', request) : store.callbacks.list(request))
    if (page.total > most) throw tooMany('query', page.total, most)
    sources.push(...page.items.map((row) => ('source' in row ? fromExchange(row) : fromCallback(row))))
    cursor = page.next
  } while (cursor !== undefined && sources.length <= most)
  return sources.toReversed()
}

const fromCallback = (row: CallbackRow): BulkSource => ({
  ...pick(row, 'id', 'createdAt', 'paymentId', 'kind', 'lastStatus'),
  dueAt: row.firstDueAt,
})

const fromExchange = ({ id, receivedAt, paymentId, responseStatus }: ExchangeRow): BulkSource => ({
  id,
  dueAt: receivedAt,
  createdAt: receivedAt,
  paymentId: paymentId ?? '',
  kind: 'other',
  lastStatus: responseStatus,
})

function tooMany(field: string, count: number, most: number): BenchError {
  return invalidParam(
    field,
    `${String(count)} messages are selected, but one bulk replay can send at most ${String(most)} with this number of copies. Select fewer.`,
  )
}
