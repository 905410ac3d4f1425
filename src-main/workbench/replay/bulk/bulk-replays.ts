import { notFound, withReason } from '#core/errors'
import { withoutHold, writeHold } from '#core/views'
import type { CallbackId } from '#domain/ids'
import { errorText } from '#lib/error-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { Deliveries } from '#platform/callbacks/delivery'
import { BenchError } from '#protocol/connection'
import type { RetryAction } from '#protocol/messages'
import type { ParsedParams, Result } from '#protocol/methods'
import type { ReplayJob } from '#protocol/replay'
import type { CallbackRow } from '#store/records'
import type { BenchContext } from '#workbench/payment-engine'
import { callbackFrom, makeOutgoing, readOrigin } from '#workbench/replay/message/outgoing'
import {
  type BulkItem,
  type BulkJob,
  isDifferent,
  itemView,
  jobView,
  leaveItem,
  moveItem,
  plannedJob,
} from './job'

const DEFAULT_PAGE = 200
const PUBLISH_EVERY_MS = 100
/** Wall-clock milliseconds of creating or dropping messages after which other work gets its turn. */
const TURN_MS = 10

const CANCELLED_NOTE = 'Not sent: the bulk replay was cancelled before this message.'
const NOT_RETRIED_NOTE = 'Not retried: the bulk replay was cancelled.'

/** Sends many messages again. */
export type BulkReplays = ReturnType<typeof createBulkReplays>

/**
 * The bulk replays of the open session. A message is created and put into the outbox when its turn comes. Jobs are
 * in memory: they end with the program, and messages not yet in the outbox are then not sent.
 */
export function createBulkReplays(context: BenchContext) {
  const { store, clock, ports, ids, changes, scheduler } = context
  const jobs: BulkJob[] = []
  /** Callbacks whose first attempt has not ended; `retriedBy` has those that are retried. */
  const members = new Map<CallbackId, { readonly job: BulkJob; readonly item: BulkItem }>()
  const retriedBy = new Map<CallbackId, BulkJob>()
  const changedJobs = new Set<BulkJob>()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const view = (job: BulkJob): ReplayJob => jobView(job, clock.now())

  const find = (id: string): BulkJob => {
    const job = jobs.find(({ params }) => params.id === id)
    if (job === undefined) throw notFound('bulk replay', id)
    return job
  }

  const publishSoon = (job: BulkJob): void => {
    changedJobs.add(job)
    if (timer !== null || isClosed) return
    timer = setTimeout(() => {
      timer = null
      for (const one of changedJobs) changes.other(() => ({ type: 'replay.changed', job: view(one) }))
      changedJobs.clear()
    }, PUBLISH_EVERY_MS)
    timer.unref()
  }

  const forgetRetries = (callbackId: CallbackId, job: BulkJob): void => {
    job.retrying.delete(callbackId)
    retriedBy.delete(callbackId)
  }

  /** Removes the oldest finished jobs that exceed the limits. */
  const makeRoom = (): void => {
    let messageCount = 0
    for (const [index, job] of [...jobs].entries()) {
      messageCount += job.items.length
      const fits = index < LIMITS.bulkReplays && messageCount <= LIMITS.bulkReplayMessages
      if (fits || job.state === 'running') continue
      for (const callbackId of job.retrying) retriedBy.delete(callbackId)
      jobs.splice(jobs.indexOf(job), 1)
    }
  }

  /** Creates and schedules an item's message; if that is refused, the item is left out. */
  const release = (job: BulkJob, item: BulkItem): void => {
    const { source, copy, offsetMs } = item
    const due = job.startAt + offsetMs
    const which = copy === 0 ? '' : `, copy ${String(copy + 1)}`
    const id = ids.callbackId()
    try {
      const { signing, target } = job.params
      const outgoing = makeOutgoing(context, readOrigin(context, source.id), { signing, target })
      store.write(() =>
        store.callbacks.insert({
          ...callbackFrom(context, outgoing, id),
          firstDueAt: due,
          nextAttemptAt: due,
          ...(job.repeat ? {} : { hold: writeHold({ kind: 'free', once: true }) }),
          lane: id,
          marks: [{ ruleId: null, text: `${outgoing.change} in a bulk replay${which}.` }],
        }),
      )
    } catch (thrown) {
      const error = withReason(thrown)
      if (!(error instanceof BenchError)) throw error
      leaveItem(job, item, error.message)
      return
    }
    item.callbackId = id
    moveItem(job, item, 'inFlight')
    members.set(id, { job, item })
    changes.callback(id, true)
  }

  /** Releases messages up to the number allowed in flight. The job is done once the last one has an outcome. */
  const proceed = (job: BulkJob): void => {
    if (job.state !== 'running' || isClosed) return
    const until = performance.now() + TURN_MS
    while (job.counts.inFlight < job.params.concurrency) {
      const item = job.items[job.next]
      if (item === undefined) break
      job.next += 1
      release(job, item)
      if (performance.now() < until) continue
      setImmediate(runGuarded, job, () => proceed(job))
      break
    }
    if (job.counts.inFlight === 0 && job.next === job.items.length) job.state = 'done'
    store.committed().catch((error: unknown) => abort(job, error))
    scheduler.wake()
    publishSoon(job)
  }

  /** An internal error, such as a full disk, ends the job. */
  const runGuarded = (job: BulkJob, step: () => void): void => {
    try {
      step()
    } catch (error) {
      abort(job, error)
    }
  }

  /** Called when a callback's row may have changed: records its outcome and releases the next message. */
  const callbackChanged = (callbackId: CallbackId): void => {
    const member = members.get(callbackId)
    const job = member?.job ?? retriedBy.get(callbackId)
    if (job === undefined || isClosed) return
    runGuarded(job, () => {
      const row = store.callbacks.row(callbackId)
      if (member === undefined) {
        if (row === null || isOver(row)) forgetRetries(callbackId, job)
        return
      }
      if (!takeOutcome(job, member.item, row)) return
      members.delete(callbackId)
      if (row?.state === 'failed' && row.nextAttemptAt !== null) {
        job.retrying.add(callbackId)
        retriedBy.set(callbackId, job)
      }
      proceed(job)
    })
    publishSoon(job)
  }

  /** Records how an item's first attempt ended; returns false if it has not. `row` is null for a removed callback. */
  const takeOutcome = (job: BulkJob, item: BulkItem, row: CallbackRow | null): boolean => {
    switch (row?.state) {
      case 'scheduled':
      case 'delivering':
        return false
      case undefined:
      case 'dropped':
      case 'held':
        leaveItem(job, item, row === null ? 'It was removed.' : (row.note ?? `It is ${row.state}.`))
        return true
      case 'delivered':
      case 'failed':
        item.after = row.lastStatus
        item.durationMs = row.lastDurationMs
        item.otherBody = hasOtherBody(item, row)
        moveItem(
          job,
          item,
          row.state === 'delivered' ? 'accepted' : row.lastStatus === null ? 'unanswered' : 'refused',
        )
        return true
    }
  }

  /** No body and an empty body are equal here; the statuses distinguish a missing response from an empty one. */
  const hasOtherBody = ({ source }: BulkItem, { id }: CallbackRow): boolean => {
    const before =
      store.callbacks.row(source.id) === null
        ? store.exchanges.byId(source.id)?.responseBody
        : store.attempts.lastAnswerBody(source.id)
    const none = new Uint8Array()
    return Buffer.compare(before ?? none, store.attempts.lastAnswerBody(id) ?? none) !== 0
  }

  /** Drops an unsent message, or ends the retries of a sent one. Returns false if an attempt is in flight. */
  const stop = (id: CallbackId, note: string): boolean => {
    const row = store.callbacks.row(id)
    if (row?.state === 'scheduled') {
      // If the message is released after all, it is still sent only once or on the schedule, as chosen.
      store.callbacks.update(id, {
        state: 'dropped',
        nextAttemptAt: null,
        note,
        hold: withoutHold(row.hold),
      })
    } else if (row?.state === 'failed' && row.nextAttemptAt !== null) {
      store.callbacks.update(id, { nextAttemptAt: null, hold: null, note })
    } else if (row?.state === 'delivering') {
      // The attempt in flight completes and is the last.
      store.callbacks.update(id, { hold: writeHold({ kind: 'free', once: true }), note })
    }
    changes.callback(id, false)
    return row?.state !== 'delivering'
  }

  const drop = (job: BulkJob, item: BulkItem, note: string): void => {
    const id = item.callbackId
    if (item.state === 'waiting') leaveItem(job, item, note)
    else if (id !== null && job.retrying.has(id)) {
      stop(id, NOT_RETRIED_NOTE)
      forgetRetries(id, job)
      item.note = NOT_RETRIED_NOTE
    } else if (id !== null && item.state === 'inFlight' && stop(id, note)) {
      members.delete(id)
      leaveItem(job, item, note)
    }
  }

  /** Drops unsent messages for the reason `note` and ends all retries. Resolves once that is committed. */
  const cancel = async (job: BulkJob, note: string): Promise<void> => {
    if (job.state === 'running') job.state = 'cancelled'
    for (let at = 0; at < job.items.length && !isClosed;) {
      const until = performance.now() + TURN_MS
      store.write(() => {
        for (; performance.now() < until; at += 1) {
          const item = job.items[at]
          if (item === undefined) break
          drop(job, item, note)
        }
      })
      await store.committed()
    }
    publishSoon(job)
  }

  const abort = (job: BulkJob, error: unknown): void => {
    ports.log('error', 'A bulk replay could not continue', error)
    const note = `Not sent: the bulk replay could not continue. ${errorText(error)}`
    cancel(job, note).catch((failure: unknown) =>
      ports.log('error', 'The messages of a bulk replay could not be dropped', failure),
    )
  }

  return {
    async start(params: ParsedParams<'replay.start'>): Promise<ReplayJob> {
      const job = await plannedJob(context, params)
      // The bench may have closed while the messages were looked up.
      if (isClosed) throw new Error('Paybench is closing')
      jobs.unshift(job)
      makeRoom()
      // The caller gets its response before the work starts.
      setImmediate(runGuarded, job, () => proceed(job))
      return view(job)
    },
    /** The first messages that `start` would send. */
    async preview(params: ParsedParams<'replay.start'>): Promise<Result<'replay.preview'>> {
      const { items } = await plannedJob(context, params)
      return { items: items.slice(0, DEFAULT_PAGE).map(itemView), total: items.length }
    },
    get({ id, only, skip = 0, limit = DEFAULT_PAGE }: ParsedParams<'replay.get'>): Result<'replay.get'> {
      const job = find(id)
      const items = only === 'different' ? job.items.filter(isDifferent) : job.items
      return {
        job: view(job),
        items: items.slice(skip, skip + limit).map(itemView),
        matching: items.length,
      }
    },
    /** Newest first. */
    list: (): readonly ReplayJob[] => jobs.map(view),
    /** Drops unsent messages and cancels all retries. Resolves once that is committed. */
    async cancel(id: string): Promise<ReplayJob> {
      const job = find(id)
      if (job.state === 'running' || job.retrying.size > 0) await cancel(job, CANCELLED_NOTE)
      return view(job)
    },
    /** Wraps deliveries, to observe the attempts of bulk replays. */
    watch: (deliveries: Deliveries): Deliveries => ({
      async attempt(callbackId, signal) {
        const job = members.get(callbackId)?.job
        if (job !== undefined) {
          job.inFlight.add(callbackId)
          job.maxInFlight = Math.max(job.maxInFlight, job.inFlight.size)
        }
        try {
          return await deliveries.attempt(callbackId, signal)
        } finally {
          job?.inFlight.delete(callbackId)
          callbackChanged(callbackId)
        }
      },
    }),
    /** Call it when a fault rule stopped this message before its first attempt. */
    stopped: callbackChanged,
    /** Call it when the tester changed the schedule of a message, whether it belongs to a bulk replay or not. */
    steered(action: RetryAction, callbackId: CallbackId): void {
      const job = retriedBy.get(callbackId)
      // A new schedule belongs to the tester: cancelling the bulk replay does not end it.
      if (action === 'resend' && job !== undefined) forgetRetries(callbackId, job)
      callbackChanged(callbackId)
    },
    get isBusy(): boolean {
      return jobs.some(({ state }) => state === 'running')
    },
    forget(): void {
      for (const job of jobs) job.state = 'cancelled'
      jobs.length = 0
      members.clear()
      retriedBy.clear()
    },
    close(): void {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

const isOver = ({ state, nextAttemptAt }: CallbackRow): boolean =>
  state === 'delivered' || state === 'dropped' || (state === 'failed' && nextAttemptAt === null)
