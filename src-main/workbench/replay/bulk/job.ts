import { MAX_REPLAYED, type ReplayItem, type ReplayJob } from '#protocol/replay'
import { iso } from '#core/views'
import type { CallbackId } from '#domain/ids'
import type { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { ReplaySource } from '#domain/replay/plan'
import type { CallbackRow, ExchangeRow } from '#store/records'
import type { BenchContext } from '#workbench/context'
import { invalidParam, notFound, termsOf } from '#core/errors'

type ItemState = ReplayItem['state']

/** One message of a bulk replay. It changes as the replay proceeds. */
export interface BulkItem {
  readonly source: BulkSource
  readonly copy: number
  readonly offsetMs: number
  /** In the order of sending, from 0. */
  readonly position: number
  state: ItemState
  callbackId: CallbackId | null
  after: number | null
  /** Whether the response body differs from that of the original. */
  otherBody: boolean
  durationMs: number | null
  note: string | null
}

/** How many originals with the response `before` got the response `after` this time; null: no response. */
export interface BulkOutcome {
  readonly before: number | null
  readonly after: number | null
  count: number
  otherBody: number
}

/** A bulk replay with its counts. {@link moveItem} keeps the counts in step with the items. */
export interface BulkJob {
  readonly id: string
  readonly params: Pick<
    ReplayJob,
    'pacing' | 'order' | 'copies' | 'concurrency' | 'signing' | 'seed' | 'startedAt'
  > & { readonly repeat: boolean }
  /** In the order of sending. Items of an earlier run of the program are read on first use. */
  readonly items: readonly BulkItem[]
  readonly total: number
  /** Positions of the items that changed since the job was last saved. */
  readonly unsaved: Set<number>
  readonly counts: Record<ItemState, number>
  readonly outcomes: Map<string, BulkOutcome>
  state: ReplayJob['state']
  /** Virtual time from which the offsets count. */
  startAt: number
  /** Index of the first item that was not released yet. */
  next: number
  /** Callbacks whose attempt is in flight. */
  readonly inFlight: Set<string>
  /** Callbacks whose first attempt failed and that the schedule retries. */
  readonly retrying: Set<string>
  /** How many callbacks were being retried when an earlier run of the program ended. */
  readonly retryingBefore: number
  maxInFlight: number
}

export function newItem(
  source: BulkSource,
  plan: Pick<BulkItem, 'copy' | 'offsetMs' | 'position'>,
): BulkItem {
  return {
    source,
    copy: plan.copy,
    offsetMs: plan.offsetMs,
    position: plan.position,
    state: 'waiting',
    callbackId: null,
    after: null,
    otherBody: false,
    durationMs: null,
    note: null,
  }
}

export function newJob(id: string, params: BulkJob['params'], items: readonly BulkItem[]): BulkJob {
  return {
    id,
    params,
    items,
    total: items.length,
    unsaved: new Set(items.keys()),
    counts: { waiting: items.length, inFlight: 0, accepted: 0, refused: 0, unanswered: 0, left: 0 },
    outcomes: new Map(),
    state: 'preparing',
    startAt: 0,
    next: 0,
    inFlight: new Set(),
    retrying: new Set(),
    retryingBefore: 0,
    maxInFlight: 0,
  }
}

/** Whether the job still sends messages. */
export const isActive = ({ state }: BulkJob): boolean => state === 'preparing' || state === 'running'

export function moveItem(job: BulkJob, item: BulkItem, state: ItemState): void {
  job.counts[item.state] -= 1
  job.counts[state] += 1
  item.state = state
  job.unsaved.add(item.position)
}

/** Marks the item as not sent, for the reason in `note`. */
export function leaveItem(job: BulkJob, item: BulkItem, note: string): void {
  item.note = note
  moveItem(job, item, 'left')
}

/** The job as clients see it, at the virtual time `now`. */
export function jobView(job: BulkJob, now: number): ReplayJob {
  const nextAt = nextDueAt(job, now)
  return { ...jobProgress(job), ...(nextAt === null ? {} : { nextAt: iso(nextAt) }) }
}

/** What holds of the job at any time. */
export function jobProgress(job: BulkJob): Omit<ReplayJob, 'nextAt'> {
  const { repeat: _, ...params } = job.params
  return {
    id: job.id,
    state: job.state,
    ...params,
    total: job.total,
    ...job.counts,
    repeating: job.retrying.size,
    mostAtOnce: job.maxInFlight,
    outcomes: [...job.outcomes.values()]
      .map((outcome) => ({ ...outcome }))
      .sort((one, other) => other.count - one.count),
  }
}

/** When the next released message is due; null where one is in flight or due already. */
function nextDueAt(job: BulkJob, now: number): number | null {
  if (job.state !== 'running' || job.inFlight.size > 0) return null
  const dueTimes = job.items
    .slice(0, job.next)
    .flatMap((item) => (item.state === 'inFlight' ? [job.startAt + item.offsetMs] : []))
  const due = Math.min(...dueTimes)
  return dueTimes.length === 0 || due <= now ? null : due
}

export function itemView(item: BulkItem): ReplayItem {
  const { source, callbackId, after, otherBody, durationMs, note } = item
  return {
    sourceId: source.id,
    copy: item.copy,
    paymentId: source.paymentId,
    kind: source.kind,
    ...(source.createdAt === null ? {} : { createdAt: iso(source.createdAt) }),
    before: source.lastStatus,
    state: item.state,
    ...(callbackId === null ? {} : { callbackId }),
    ...(after === null ? {} : { after }),
    ...(otherBody ? { otherBody } : {}),
    ...(durationMs === null ? {} : { durationMs }),
    ...(note === null ? {} : { note }),
  }
}

/** Whether the response has another status or body than before. An item without a response yet is not different. */
export function isDifferent({ state, source, after, otherBody }: BulkItem): boolean {
  const ended = state === 'accepted' || state === 'refused' || state === 'unanswered'
  return state === 'left' || (ended && (otherBody || source.lastStatus !== after))
}

/** A message that a bulk replay sends again, without its bytes. */
export interface BulkSource extends ReplaySource {
  readonly paymentId: string
  readonly kind: CallbackRow['kind']
  /** When it was created, or came in; null where an older version did not store it. */
  readonly createdAt: number | null
  /** Status of the merchant's last response; null where there was none. */
  readonly lastStatus: number | null
}

const PAGE = 500

/** The messages with the given ids, or all that the query matches. @throws BenchError for none and for too many */
export async function bulkSources(
  context: BenchContext,
  params: ParsedParams<'replay.start'>,
): Promise<readonly BulkSource[]> {
  const { ids, query } = params
  if ((ids === undefined) === (query === undefined)) {
    throw invalidParam('ids', 'Give either ids or a query. An empty query matches everything.')
  }
  const most = Math.floor(MAX_REPLAYED / (params.copies ?? 1))
  const sources =
    ids === undefined ? await matching(context, params, most) : ids.map((id) => named(context, id))
  if (sources.length === 0) throw invalidParam('query', 'No message matches. Change the query, or give ids.')
  if (sources.length > most) throw tooMany(ids === undefined ? 'query' : 'ids', sources.length, most)
  return sources
}

function named({ store }: BenchContext, id: string): BulkSource {
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

async function matching(
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

const fromCallback = ({
  id,
  firstDueAt,
  createdAt,
  paymentId,
  kind,
  lastStatus,
}: CallbackRow): BulkSource => ({
  id,
  createdAt,
  dueAt: firstDueAt,
  paymentId,
  kind,
  lastStatus,
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
    `${String(count)} messages are selected, but one bulk replay can send at most ${String(most)} of them with these copies. Select fewer.`,
  )
}
