import type { ReplayItem, ReplayJob } from '../../protocol/replay'
import type { CallbackRow } from '../../store/records'
import { iso } from '../../bench/views'
import type { BulkSource } from './sources'

type ItemState = ReplayItem['state']

/** One message of a bulk replay; it changes while the replay goes on. */
export interface BulkItem {
  readonly source: BulkSource
  readonly copy: number
  readonly offsetMs: number
  /** In the order of sending, from 0. */
  readonly place: number
  state: ItemState
  callbackId: string | null
  after: number | null
  /** Whether the answer has another body than that of the original. */
  otherBody: boolean
  durationMs: number | null
  note: string | null
}

interface Outcome {
  readonly before: number | null
  readonly after: number | null
  count: number
  otherBody: number
}

/** A bulk replay with its counts, kept in step with its items by {@link moveItem}. */
export interface BulkJob {
  readonly id: string
  readonly params: Pick<
    ReplayJob,
    'pacing' | 'order' | 'copies' | 'concurrency' | 'signing' | 'seed' | 'startedAt'
  > & { readonly repeat: boolean }
  /** In the order of sending. Those of an earlier run of the program are read when they are asked for. */
  readonly items: readonly BulkItem[]
  readonly total: number
  /** Places of the items that changed since they were last written down. */
  readonly unsaved: Set<number>
  readonly counts: Record<ItemState, number>
  readonly outcomes: Map<string, Outcome>
  state: ReplayJob['state']
  /** Virtual time from which the offsets count. */
  startAt: number
  /** Index of the first item that was not let go yet. */
  next: number
  /** Attempts that are being made, by the callback. */
  readonly onTheWire: Set<string>
  /** Callbacks whose first attempt failed and that the schedule sends again. */
  readonly repeating: Map<string, BulkItem>
  /** How many these were when an earlier run of the program ended. */
  readonly repeatedBefore: number
  mostAtOnce: number
}

export function newItem(source: BulkSource, plan: Pick<BulkItem, 'copy' | 'offsetMs' | 'place'>): BulkItem {
  return {
    source,
    copy: plan.copy,
    offsetMs: plan.offsetMs,
    place: plan.place,
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
    counts: { waiting: items.length, underWay: 0, accepted: 0, refused: 0, unanswered: 0, left: 0 },
    outcomes: new Map(),
    state: 'preparing',
    startAt: 0,
    next: 0,
    onTheWire: new Set(),
    repeating: new Map(),
    repeatedBefore: 0,
    mostAtOnce: 0,
  }
}

export function moveItem(job: BulkJob, item: BulkItem, state: ItemState): void {
  job.counts[item.state] -= 1
  job.counts[state] += 1
  item.state = state
  job.unsaved.add(item.place)
}

/** It was not sent, for this reason. */
export function leaveItem(job: BulkJob, item: BulkItem, note: string): void {
  item.note = note
  moveItem(job, item, 'left')
}

/**
 * Writes down how the first attempt for an item went; false while there is none to speak of. `hasOtherBody` compares the
 * answer with that of the original.
 */
export function takeOutcome(
  job: BulkJob,
  item: BulkItem,
  row: CallbackRow | null,
  hasOtherBody: (item: BulkItem, row: CallbackRow) => boolean,
): boolean {
  const leave = (note: string): true => {
    leaveItem(job, item, note)
    return true
  }
  if (row === null) return leave('It was removed.')
  switch (row.state) {
    case 'scheduled':
    case 'delivering':
      return false
    case 'dropped':
      return leave(row.note ?? 'It was dropped.')
    case 'held':
      return leave(row.note ?? 'It is held.')
    case 'delivered':
    case 'failed':
      item.after = row.lastStatus
      item.durationMs = row.lastDurationMs
      item.otherBody = hasOtherBody(item, row)
      moveItem(job, item, classOf(row))
      countOutcome(job, item)
      return true
  }
}

function classOf({ state, lastStatus }: CallbackRow): 'accepted' | 'refused' | 'unanswered' {
  if (state === 'delivered') return 'accepted'
  return lastStatus === null ? 'unanswered' : 'refused'
}

export const outcomeKey = ({ before, after }: Pick<Outcome, 'before' | 'after'>): string =>
  `${String(before)} ${String(after)}`

function countOutcome(job: BulkJob, { source, after, otherBody }: BulkItem): void {
  const key = outcomeKey({ before: source.lastStatus, after })
  const known = job.outcomes.get(key)
  const outcome = known ?? { before: source.lastStatus, after, count: 0, otherBody: 0 }
  outcome.count += 1
  if (otherBody) outcome.otherBody += 1
  job.outcomes.set(key, outcome)
}

/** As clients see it. `nextAt`: when the next message is due, null where one is on its way. */
export function jobView(job: BulkJob, nextAt: number | null): ReplayJob {
  const { repeat: _, ...params } = job.params
  return {
    id: job.id,
    state: job.state,
    ...params,
    total: job.total,
    ...job.counts,
    repeating: job.repeating.size,
    mostAtOnce: job.mostAtOnce,
    outcomes: [...job.outcomes.values()]
      .map((outcome) => ({ ...outcome }))
      .sort((one, other) => other.count - one.count),
    ...(nextAt === null ? {} : { nextAt: iso(nextAt) }),
  }
}

export function itemView(item: BulkItem): ReplayItem {
  const { source, callbackId, after, otherBody, durationMs, note } = item
  return {
    sourceId: source.id,
    copy: item.copy,
    paymentId: source.paymentId,
    kind: source.kind,
    before: source.lastStatus,
    state: item.state,
    ...(callbackId === null ? {} : { callbackId }),
    ...(after === null ? {} : { after }),
    ...(otherBody ? { otherBody } : {}),
    ...(durationMs === null ? {} : { durationMs }),
    ...(note === null ? {} : { note }),
  }
}

/** Whether the answer has another status or body than before; one that has no answer yet is not different. */
export function isDifferent({ state, source, after, otherBody }: BulkItem): boolean {
  const ended = state === 'accepted' || state === 'refused' || state === 'unanswered'
  return state === 'left' || (ended && (otherBody || source.lastStatus !== after))
}
