import type { CallbackRow } from '#store/records'
import type { Store } from '#store/store'
import { isActive, leaveItem, moveItem, type BulkItem, type BulkJob } from './job'
import { waitsForTurn } from './messages'
import { takeOutcome, willBeRetried } from './outcomes'
import type { BulkRegistry } from './registry'

const NEVER_MADE_NOTE = 'Not sent: the program ended before this message was made.'
const TURN_NEVER_CAME_NOTE = 'Not sent: the program ended before its turn.'

/** Whether messages of this job of an earlier run had no final outcome when the program ended. */
export const isUnfinished = (job: BulkJob): boolean =>
  isActive(job) || job.counts.inFlight + job.counts.waiting + job.retryingBefore > 0

/**
 * Brings a job of an earlier run up to date with the outbox: the program may have ended between an attempt and the
 * saving of the job.
 */
export function recoverJob(store: Store, registry: BulkRegistry, job: BulkJob): void {
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
