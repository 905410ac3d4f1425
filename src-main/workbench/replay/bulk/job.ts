import type { ReplayItem, ReplayJob } from '#protocol/replay'
import { iso } from '#core/views'
import type { BulkSource } from './sources'
import type { CallbackId } from '#domain/ids'

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
