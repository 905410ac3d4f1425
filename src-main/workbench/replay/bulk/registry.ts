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
export interface BulkRegistry {
  /** Newest first. */
  readonly jobs: readonly BulkJob[]
  has(job: BulkJob): boolean
  /** @throws BenchError not_found */
  find(id: string): BulkJob
  /** Adds a job that begins, and removes the oldest that are over and exceed the limits. */
  add(job: BulkJob): void
  /** Adds jobs of earlier runs of the program, newest first. */
  addEarlier(jobs: readonly BulkJob[]): void
  /** The item whose message is this callback, while its first attempt has not ended. */
  memberOf(callbackId: CallbackId): BulkMember | undefined
  expectFirstAttempt(callbackId: CallbackId, member: BulkMember): void
  /** The job for whose message the schedule makes retries. */
  retryingJobOf(callbackId: CallbackId): BulkJob | undefined
  /** The first attempt of this callback failed; from now on it counts among the retried ones of the job. */
  expectRetries(callbackId: CallbackId, job: BulkJob): void
  /** Nothing more is expected of the callback's first attempt. */
  firstAttemptEnded(callbackId: CallbackId): void
  retriesEnded(callbackId: CallbackId, job: BulkJob): void
  /** Forgets every job. */
  clear(): void
}

/** Creates an empty registry. It keeps {@link LIMITS.bulkReplays} jobs, and more while they run. */
export function createBulkRegistry(): BulkRegistry {
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
    jobs,
    has: (job) => jobs.includes(job),
    find(id) {
      const job = jobs.find((one) => one.id === id)
      if (job === undefined) throw notFound('bulk replay', id)
      return job
    },
    add(job) {
      jobs.unshift(job)
      removeOldest()
    },
    addEarlier(earlier) {
      jobs.push(...earlier)
    },
    memberOf: (callbackId) => members.get(callbackId),
    expectFirstAttempt(callbackId, member) {
      members.set(callbackId, member)
    },
    firstAttemptEnded(callbackId) {
      members.delete(callbackId)
    },
    retryingJobOf: (callbackId) => retrying.get(callbackId),
    expectRetries(callbackId, job) {
      job.retrying.add(callbackId)
      retrying.set(callbackId, job)
    },
    retriesEnded(callbackId, job) {
      job.retrying.delete(callbackId)
      retrying.delete(callbackId)
    },
    clear() {
      members.clear()
      retrying.clear()
      jobs.length = 0
    },
  }
}

/** Publishes jobs that changed and saves them, a few times a second. */
export interface BulkUpdates {
  /** Publishes and saves the job soon. */
  changed(job: BulkJob): void
  /** Saves these jobs now. A failure is only logged: the results are still in memory. */
  save(jobs: Iterable<BulkJob>): void
  /** Saves all unsaved changes and stops publishing. */
  close(): void
}

const PUBLISH_EVERY_MS = 100

/** Creates the updates. Changes are published and saved together, every {@link PUBLISH_EVERY_MS}. */
export function createBulkUpdates(options: {
  readonly context: Pick<BenchContext, 'changes' | 'clock' | 'ports'>
  readonly registry: BulkRegistry
  readonly records: BulkRecords
  readonly isReadOnly: boolean
}): BulkUpdates {
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
    changed(job) {
      changed.add(job)
      if (timer !== null || isClosed) return
      timer = setTimeout(publish, PUBLISH_EVERY_MS)
      timer.unref()
    },
    save,
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      save(changed)
      changed.clear()
    },
  }
}
