import type { CallbackRow } from '#store/records'
import type { Store } from '#store/store'
import { leaveItem, moveItem, type BulkItem, type BulkJob, type BulkOutcome } from './job'

/**
 * Records on the item how its first attempt ended, from the callback's row. False while the attempt has not ended.
 * A row that is null was removed.
 */
export function takeOutcome(store: Store, job: BulkJob, item: BulkItem, row: CallbackRow | null): boolean {
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
      item.otherBody = hasOtherBody(store, item, row)
      moveItem(job, item, classOf(row))
      countOutcome(job, item)
      return true
  }
}

/** Whether the retry schedule sends this callback again. */
export const willBeRetried = ({ state, nextAttemptAt }: CallbackRow): boolean =>
  state === 'failed' && nextAttemptAt !== null

/** Whether nothing more is planned for this callback. */
export const isOver = ({ state, nextAttemptAt }: CallbackRow): boolean =>
  state === 'delivered' || state === 'dropped' || (state === 'failed' && nextAttemptAt === null)

export const outcomeKey = ({ before, after }: Pick<BulkOutcome, 'before' | 'after'>): string =>
  `${String(before)} ${String(after)}`

function classOf({ state, lastStatus }: CallbackRow): 'accepted' | 'refused' | 'unanswered' {
  if (state === 'delivered') return 'accepted'
  return lastStatus === null ? 'unanswered' : 'refused'
}

function countOutcome(job: BulkJob, { source, after, otherBody }: BulkItem): void {
  const key = outcomeKey({ before: source.lastStatus, after })
  const known = job.outcomes.get(key)
  const outcome = known ?? { before: source.lastStatus, after, count: 0, otherBody: 0 }
  outcome.count += 1
  if (otherBody) outcome.otherBody += 1
  job.outcomes.set(key, outcome)
}

/** No body and an empty body are equal here; the statuses distinguish a missing response from an empty one. */
function hasOtherBody(store: Store, { source }: BulkItem, { id }: CallbackRow): boolean {
  const before = lastBodyOf(store, source.id) ?? new Uint8Array()
  const after = store.attempts.lastAnswerBody(id) ?? new Uint8Array()
  return Buffer.compare(before, after) !== 0
}

/** The body of the last response to the original: a callback or a captured request. */
const lastBodyOf = (store: Store, sourceId: string): Uint8Array | null =>
  store.callbacks.row(sourceId) === null
    ? (store.exchanges.byId(sourceId)?.responseBody ?? null)
    : store.attempts.lastAnswerBody(sourceId)
