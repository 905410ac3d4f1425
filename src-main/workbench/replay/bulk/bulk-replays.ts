import { planReplay } from '#domain/replay/plan'
import type { Deliveries } from '#platform/callbacks/delivery'
import type { RetryAction } from '#protocol/messages'
import type { ParsedParams, Result } from '#protocol/methods'
import type { ReplayJob } from '#protocol/replay'
import type { OpenSession } from '#protocol/sessions'
import type { BenchContext } from '#workbench/context'
import type { CallbackId } from '#domain/ids'
import type { CallbackRow } from '#store/records'
import type { Store } from '#store/store'
import { createBulkCancelling, createBulkMessages, waitsForTurn } from './messages'
import {
  type BulkItem,
  type BulkJob,
  type BulkSource,
  bulkSources,
  isActive,
  isDifferent,
  itemView,
  jobView,
  leaveItem,
  moveItem,
  newItem,
  newJob,
} from './job'
import { createBulkRecords, takeOutcome, willBeRetried } from './records'
import { type BulkRegistry, createBulkRegistry, createBulkUpdates } from './registry'
import { createBulkSending } from './sending'

/** Sends many messages again. Keeps the newest jobs with their results, also after a restart. */
export type BulkReplays = ReturnType<typeof createBulkReplays>

const CANCELLED_NOTE = 'Not sent: the bulk replay was cancelled before its turn.'
const DEFAULT_PAGE = 200

/** Creates the bulk replays of the open session, without jobs of earlier runs until {@link BulkReplays.recover}. */
export function createBulkReplays(context: BenchContext, session: OpenSession) {
  const { store, clock, ports } = context
  const isReadOnly = session.kind === 'imported' && session.mode === 'readOnly'
  const closed = new AbortController()
  const closing = closed.signal
  const registry = createBulkRegistry()
  const messages = createBulkMessages(context)
  const records = createBulkRecords(store, ports.log)
  const updates = createBulkUpdates({ context, registry, records, isReadOnly })
  const parts = { context, registry, messages, records, updates, closing }
  const cancelling = createBulkCancelling(parts)
  const sending = createBulkSending(parts, cancelling)

  const view = (job: BulkJob): ReplayJob => jobView(job, clock.now())

  return {
    async start(params: ParsedParams<'replay.start'>): Promise<ReplayJob> {
      const job = await plannedJob(context, params)
      // The bench may have closed while the messages were searched.
      closing.throwIfAborted()
      registry.add(job)
      records.keepOnly(registry.jobs)
      sending.start(job)
      return view(job)
    },
    get({ id, only, skip = 0, limit = DEFAULT_PAGE }: ParsedParams<'replay.get'>): Result<'replay.get'> {
      const job = registry.find(id)
      const items = only === 'different' ? job.items.filter(isDifferent) : job.items
      return {
        job: view(job),
        items: items.slice(skip, skip + limit).map(itemView),
        matching: items.length,
      }
    },
    /** Newest first. */
    list: (): readonly ReplayJob[] => registry.jobs.map(view),
    /**
     * Drops what was not sent and cancels all retries; attempts in flight end by themselves. Resolves once that is
     * committed.
     */
    async cancel(id: string): Promise<ReplayJob> {
      const job = registry.find(id)
      if (job.state !== 'done' || job.retrying.size > 0) await cancelling.cancel(job, CANCELLED_NOTE)
      return view(job)
    },
    /** Wraps deliveries, to observe the attempts of bulk replays. */
    watch: (deliveries: Deliveries): Deliveries => ({
      setAside(callbackId, reason) {
        deliveries.setAside(callbackId, reason)
        sending.callbackChanged(callbackId)
      },
      async attempt(callbackId, signal) {
        const job = registry.memberOf(callbackId)?.job
        if (job !== undefined) {
          job.inFlight.add(callbackId)
          job.maxInFlight = Math.max(job.maxInFlight, job.inFlight.size)
        }
        try {
          return await deliveries.attempt(callbackId, signal)
        } finally {
          job?.inFlight.delete(callbackId)
          sending.callbackChanged(callbackId)
        }
      },
    }),
    /** Call it when a fault rule stopped this message before its first attempt. */
    stopped: sending.callbackChanged,
    /** Call it when the tester changed the schedule of a message, whether it belongs to a bulk replay or not. */
    steered(action: RetryAction, callbackId: CallbackId): void {
      const job = registry.retryingJobOf(callbackId)
      // A new schedule belongs to the tester: cancelling the bulk replay does not end it.
      if (action === 'resend' && job !== undefined) registry.retriesEnded(callbackId, job)
      sending.callbackChanged(callbackId)
    },
    /**
     * Takes over the jobs of earlier runs of the program. What they had not sent stays held, with the reason; in a
     * read-only session nothing is written.
     */
    recover(): void {
      registry.addEarlier(records.recall())
      const unfinished = registry.jobs.filter(isUnfinished)
      for (const job of unfinished) recoverJob(store, registry, job)
      updates.save(unfinished)
      if (isReadOnly) return
      store.write(() => {
        messages.keepHeld(session.kind)
      })
    },
    /** Whether a job is being prepared or sent. */
    get isBusy(): boolean {
      return registry.jobs.some(isActive)
    },
    /** Call it when all payments and messages were removed. */
    forget(): void {
      for (const job of registry.jobs) {
        if (isActive(job)) job.state = 'cancelled'
        updates.changed(job)
      }
      registry.clear()
    },
    close(): void {
      closed.abort()
      updates.close()
    },
  }
}

/** A new job for the messages that the caller chose, in the order in which they are to be sent. */
async function plannedJob(context: BenchContext, params: ParsedParams<'replay.start'>): Promise<BulkJob> {
  const { ports } = context
  const { pacing, order, copies = 1, concurrency, signing, repeat = false } = params
  const seed = params.seed ?? Number.parseInt(ports.randomHex(8), 16)
  const sources = new Map<string, BulkSource>(
    (await bulkSources(context, params)).map((source) => [source.id, source]),
  )
  const items = planReplay([...sources.values()], { pacing, order, copies, seed }).flatMap(
    ({ id, copy, offsetMs }, position) => {
      const source = sources.get(id)
      return source === undefined ? [] : [newItem(source, { copy, offsetMs, position })]
    },
  )
  const startedAt = new Date(ports.wallNow()).toISOString()
  return newJob(
    `job_${ports.randomHex(20)}`,
    { pacing, order, copies, concurrency, signing, seed, startedAt, repeat },
    items,
  )
}

const NEVER_MADE_NOTE = 'Not sent: the program ended before this message was made.'
const TURN_NEVER_CAME_NOTE = 'Not sent: the program ended before its turn.'

/** Whether messages of this job of an earlier run had no final outcome when the program ended. */
const isUnfinished = (job: BulkJob): boolean =>
  isActive(job) || job.counts.inFlight + job.counts.waiting + job.retryingBefore > 0

/**
 * Brings a job of an earlier run up to date with the outbox: the program may have ended between an attempt and the
 * saving of the job.
 */
function recoverJob(store: Store, registry: BulkRegistry, job: BulkJob): void {
  let isInterrupted = job.items.length < job.total
  for (const item of job.items) {
    const row = item.callbackId === null ? null : store.callbacks.row(item.callbackId)
    if (item.state === 'waiting' || item.state === 'inFlight') {
      const reason = reasonNotSent(item, row)
      if (reason !== null) {
        isInterrupted = true
        leaveItem(job, item, reason)
      } else if (!takeOutcome(store, job, item, row)) {
        // It was released, so the scheduler sends it.
        if (item.state === 'waiting') moveItem(job, item, 'inFlight')
        if (item.callbackId !== null) registry.expectFirstAttempt(item.callbackId, { job, item })
      }
    }
    if (row !== null && item.state !== 'inFlight' && willBeRetried(row)) registry.expectRetries(row.id, job)
  }
  // These items were never saved.
  job.counts.left += job.counts.waiting
  job.counts.waiting = 0
  if (isActive(job)) job.state = isInterrupted || job.counts.inFlight > 0 ? 'interrupted' : 'done'
}

function reasonNotSent({ callbackId }: BulkItem, row: CallbackRow | null): string | null {
  if (callbackId === null) return NEVER_MADE_NOTE
  return row !== null && waitsForTurn(row) ? TURN_NEVER_CAME_NOTE : null
}
