import { notFound } from '#core/errors'
import { LIMITS } from '#lib/limits/limit-table'
import type { CallbackId } from '#domain/ids'
import type { BenchContext } from '#workbench/context'
import { type BulkItem, type BulkJob, isActive, jobView } from './job'
import type { BulkRecords } from './records'

/** A message of a bulk replay and the job that it belongs to. */
export interface BulkMember {
  readonly job: BulkJob
  readonly item: BulkItem
}

/** The bulk replays of this session, and what they still expect of which callback. */
export type BulkRegistry = ReturnType<typeof createBulkRegistry>

/** Creates an empty registry. It keeps {@link LIMITS.bulkReplays} jobs, and more while they run. */
export function createBulkRegistry() {
  const jobs: BulkJob[] = []
  const members = new Map<string, BulkMember>()
  const retrying = new Map<string, BulkJob>()

  const removeOldest = (): void => {
    let messageCount = 0
    for (const [index, job] of [...jobs].entries()) {
      messageCount += job.total
      const fits = index < LIMITS.bulkReplays && messageCount <= LIMITS.bulkReplayMessages
      if (fits || isActive(job)) continue
      for (const callbackId of job.retrying) retrying.delete(callbackId)
      jobs.splice(jobs.indexOf(job), 1)
    }
  }

  return {
    /** Newest first. */
    jobs,
    has: (job: BulkJob): boolean => jobs.includes(job),
    /** @throws BenchError not_found */
    find(id: string): BulkJob {
      const job = jobs.find((one) => one.id === id)
      if (job === undefined) throw notFound('bulk replay', id)
      return job
    },
    /** Adds a job that begins, and removes the oldest that are over and exceed the limits. */
    add(job: BulkJob): void {
      jobs.unshift(job)
      removeOldest()
    },
    /** Adds jobs of earlier runs of the program, newest first. */
    addEarlier(earlier: readonly BulkJob[]): void {
      jobs.push(...earlier)
    },
    /** The item whose message is this callback, while its first attempt has not ended. */
    memberOf: (callbackId: CallbackId): BulkMember | undefined => members.get(callbackId),
    expectFirstAttempt(callbackId: CallbackId, member: BulkMember): void {
      members.set(callbackId, member)
    },
    /** Nothing more is expected of the callback's first attempt. */
    firstAttemptEnded(callbackId: CallbackId): void {
      members.delete(callbackId)
    },
    /** The job for whose message the schedule makes retries. */
    retryingJobOf: (callbackId: CallbackId): BulkJob | undefined => retrying.get(callbackId),
    /** The first attempt of this callback failed; from now on it counts among the retried ones of the job. */
    expectRetries(callbackId: CallbackId, job: BulkJob): void {
      job.retrying.add(callbackId)
      retrying.set(callbackId, job)
    },
    retriesEnded(callbackId: CallbackId, job: BulkJob): void {
      job.retrying.delete(callbackId)
      retrying.delete(callbackId)
    },
    /** Forgets every job. */
    clear(): void {
      members.clear()
      retrying.clear()
      jobs.length = 0
    },
  }
}

/** Publishes jobs that changed and saves them, a few times a second. */
export type BulkUpdates = ReturnType<typeof createBulkUpdates>

const PUBLISH_EVERY_MS = 100

/** Creates the updates. Changes are published and saved together, every {@link PUBLISH_EVERY_MS}. */
export function createBulkUpdates(options: {
  readonly context: Pick<BenchContext, 'changes' | 'clock' | 'ports'>
  readonly registry: BulkRegistry
  readonly records: BulkRecords
  readonly isReadOnly: boolean
}) {
  const { registry, records, isReadOnly } = options
  const { changes, clock, ports } = options.context
  const changed = new Set<BulkJob>()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const save = (jobs: Iterable<BulkJob>): void => {
    if (isReadOnly) return
    try {
      for (const job of jobs) if (registry.has(job)) records.save(job)
    } catch (error) {
      ports.log('error', 'The results of a bulk replay could not be saved', error)
    }
  }

  const publish = (): void => {
    timer = null
    for (const job of changed) {
      changes.other(() => ({ type: 'replay.changed', job: jobView(job, clock.now()) }))
    }
    save(changed)
    changed.clear()
  }

  return {
    /** Publishes and saves the job soon. */
    changed(job: BulkJob): void {
      changed.add(job)
      if (timer !== null || isClosed) return
      timer = setTimeout(publish, PUBLISH_EVERY_MS)
      timer.unref()
    },
    /** Saves these jobs now. A failure is only logged: the results are still in memory. */
    save,
    /** Saves all unsaved changes and stops publishing. */
    close(): void {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      save(changed)
      changed.clear()
    },
  }
}
