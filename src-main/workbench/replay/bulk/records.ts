import { z } from 'zod'
import { readShape, shapeErrorText } from '#protocol/read-shape'
import { replayItem, type ReplayItem, replayJob } from '#protocol/replay'
import { boundedNote, boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { Store } from '#store/store'
import type { StoreLog } from '#store/group'
import { isRecord } from '#lib/json/node'
import { readStoredJson } from '#core/stored-json'
import { errorText } from '#lib/error-text'
import type { CallbackRow } from '#store/records'
import {
  type BulkItem,
  type BulkJob,
  type BulkOutcome,
  itemView,
  jobProgress,
  leaveItem,
  moveItem,
} from './job'

/** Messages that are saved together. */
const PART_SIZE = 50
/** Parts that are saved in one turn of the event loop when a replay begins. */
const PARTS_AT_ONCE = 8

/** A bulk replay as it is stored. */
export const storedReplay = z.preprocess(
  withInFlight,
  replayJob.omit({ nextAt: true }).extend({ repeat: z.boolean() }),
)
type StoredReplay = z.infer<typeof storedReplay>

/** A part of its messages as it is stored. */
export const storedItems = z.array(z.preprocess(withStateInFlight, replayItem)).max(PART_SIZE)

/** Earlier versions called the count `inFlight` `underWay`. */
function withInFlight(stored: unknown): unknown {
  if (!isRecord(stored) || !('underWay' in stored)) return stored
  const { underWay, ...rest } = stored
  return { ...rest, inFlight: underWay }
}

/** Likewise the state of a message. */
function withStateInFlight(stored: unknown): unknown {
  return isRecord(stored) && stored['state'] === 'underWay' ? { ...stored, state: 'inFlight' } : stored
}

/** Saves bulk replays in the store and reads them back. */
export type BulkRecords = ReturnType<typeof createBulkRecords>

/**
 * Creates the records of bulk replays.
 * @param log receives a line for each record that this version of Paybench cannot read
 */
export function createBulkRecords(store: Store, log: StoreLog) {
  const put = (job: BulkJob): void => {
    const { id, params } = job
    const record: StoredReplay = { ...jobProgress(job), repeat: params.repeat }
    store.bulkReplays.put({ id, data: JSON.stringify(record) })
  }
  const putPart = (job: BulkJob, part: number): void => {
    const from = part * PART_SIZE
    const items = job.items.filter(({ position }) => position >= from && position < from + PART_SIZE)
    store.bulkReplays.putPart(job.id, part, JSON.stringify(items.map(storedItem)))
    for (const { position } of items) job.unsaved.delete(position)
  }
  const unsavedParts = (job: BulkJob): readonly number[] => [
    ...new Set([...job.unsaved].map((position) => Math.floor(position / PART_SIZE))),
  ]

  /** Null, and a line in the log, for data that this version of Paybench cannot read. */
  const read = <Schema extends z.ZodType>(
    schema: Schema,
    data: string,
    what: string,
  ): z.output<Schema> | null => {
    try {
      const shape = readShape(schema, readStoredJson(data))
      if (shape.success) return shape.data
      log('warning', `${what} cannot be read: ${shapeErrorText(shape.error)}`)
    } catch (error) {
      log('warning', `${what} cannot be read: ${errorText(error)}`)
    }
    return null
  }

  const itemsOf = (id: string): readonly BulkItem[] =>
    store.bulkReplays.parts(id).flatMap(({ part, data }) => {
      const items = read(storedItems, data, `Part ${String(part)} of the bulk replay ${id}`) ?? []
      return items.map((item, index) => recalledItem(item, part * PART_SIZE + index))
    })

  return {
    /** Saves all of a new job, a few parts in each turn of the event loop, for as long as `continues` is true. */
    async saveNew(job: BulkJob, continues: () => boolean): Promise<void> {
      const parts = unsavedParts(job)
      for (let at = 0; at < parts.length && continues(); at += PARTS_AT_ONCE) {
        store.write(() => {
          if (at === 0) put(job)
          for (const part of parts.slice(at, at + PARTS_AT_ONCE)) putPart(job, part)
        })
        await store.committed()
      }
    },
    /** Saves what changed. */
    save(job: BulkJob): void {
      store.write(() => {
        put(job)
        for (const part of unsavedParts(job)) putPart(job, part)
      })
    },
    /** The jobs of earlier runs of the program as they were last saved, newest first. */
    recall: (): BulkJob[] =>
      store.bulkReplays.list(LIMITS.bulkReplays).flatMap(({ id, data }) => {
        const stored = read(storedReplay, data, `The bulk replay ${id}`)
        return stored === null ? [] : [recalledJob(stored, () => itemsOf(id))]
      }),
    /** Removes all jobs but these. */
    keepOnly(jobs: readonly BulkJob[]): void {
      store.bulkReplays.keepOnly(jobs.map(({ id }) => id))
    },
  }
}

function storedItem(item: BulkItem): ReplayItem {
  const { paymentId, note, ...view } = itemView(item)
  return {
    ...view,
    paymentId: boundedText(paymentId, LIMITS.paymentIdChars),
    ...(note === undefined ? {} : { note: boundedNote(note) }),
  }
}

/** The due time and the offset are not stored: only sending needs them. */
const recalledItem = (item: ReplayItem, position: number): BulkItem => ({
  source: {
    id: item.sourceId,
    dueAt: 0,
    paymentId: item.paymentId,
    kind: item.kind,
    createdAt: item.createdAt === undefined ? null : Date.parse(item.createdAt),
    lastStatus: item.before,
  },
  copy: item.copy,
  offsetMs: 0,
  position,
  state: item.state,
  callbackId: item.callbackId ?? null,
  after: item.after ?? null,
  otherBody: item.otherBody ?? false,
  durationMs: item.durationMs ?? null,
  note: item.note ?? null,
})

function recalledJob(stored: StoredReplay, load: () => readonly BulkItem[]): BulkJob {
  const { id, state, total, mostAtOnce, outcomes } = stored
  const { pacing, order, copies, concurrency, signing, seed, startedAt, repeat } = stored
  const { waiting, inFlight, accepted, refused, unanswered, left } = stored
  let items: readonly BulkItem[] | null = null
  return {
    id,
    params: { pacing, order, copies, concurrency, signing, seed, startedAt, repeat },
    get items() {
      items ??= load()
      return items
    },
    total,
    unsaved: new Set(),
    counts: { waiting, inFlight, accepted, refused, unanswered, left },
    outcomes: new Map(outcomes.map((outcome) => [outcomeKey(outcome), { ...outcome }])),
    state,
    startAt: 0,
    next: total,
    inFlight: new Set(),
    retrying: new Set(),
    retryingBefore: stored.repeating,
    maxInFlight: mostAtOnce,
  }
}

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

const outcomeKey = ({ before, after }: Pick<BulkOutcome, 'before' | 'after'>): string =>
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
