import { notFound } from '#core/errors'
import { LIMITS } from '#lib/limits/limit-table'
import { isActive, type BulkItem, type BulkJob } from './job'
import type { CallbackId } from '#domain/ids'

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
