import type { BenchContext } from '#workbench/context'
import { isActive, leaveItem, type BulkItem, type BulkJob } from './job'
import type { BulkMessages } from './messages'
import type { BulkRegistry } from './registry'
import type { BulkUpdates } from './updates'
import { errorText } from '#lib/error-text'

/** Ends bulk replays before they are done. */
export interface BulkCancelling {
  /**
   * Cancels the job: what was not sent is dropped with the reason `note`, nothing is retried, and attempts in flight
   * end by themselves. Resolves once all of that is committed.
   */
  cancel(job: BulkJob, note: string): Promise<void>
  /** Cancels the job because of an error of the bench, such as a full disk. Every message gets the reason. */
  abort(job: BulkJob, error: unknown): void
}

/** Messages dropped in one turn of the event loop. */
const BATCH = 50
const NOT_RETRIED_NOTE = 'Not retried: the bulk replay was cancelled.'

/**
 * Creates the cancelling of bulk replays.
 * @param options `closing`: aborts when the bench closes; what was not dropped by then is held again at the next start
 */
export function createBulkCancelling(options: {
  readonly context: BenchContext
  readonly registry: BulkRegistry
  readonly messages: BulkMessages
  readonly updates: BulkUpdates
  readonly closing: AbortSignal
}): BulkCancelling {
  const { registry, messages, updates, closing } = options
  const { store, ports } = options.context

  /** Stops the message of an item in the outbox; null where there is nothing to stop. */
  const stop = (job: BulkJob, { state, callbackId }: BulkItem, note: string) => {
    const isRetried = callbackId !== null && job.retrying.has(callbackId)
    if (state !== 'waiting' && state !== 'inFlight' && !isRetried) return null
    const isStored = callbackId !== null && messages.stop(callbackId, isRetried ? NOT_RETRIED_NOTE : note)
    const isInFlight = isStored && store.callbacks.row(callbackId)?.state === 'delivering'
    return { isRetried, isStored, isInFlight }
  }

  const drop = (job: BulkJob, items: readonly BulkItem[], note: string): void => {
    const stopped = store.write(() =>
      items.flatMap((item) => {
        const result = stop(job, item, note)
        return result === null ? [] : [{ item, ...result }]
      }),
    )
    for (const { item, isRetried, isStored, isInFlight } of stopped) {
      if (item.callbackId !== null) registry.retriesEnded(item.callbackId, job)
      if (isRetried) {
        item.note = NOT_RETRIED_NOTE
        job.unsaved.add(item.position)
      }
      if (isRetried || isInFlight) continue
      if (item.callbackId !== null) registry.firstAttemptEnded(item.callbackId)
      if (!isStored) item.callbackId = null
      leaveItem(job, item, note)
    }
  }

  const cancel = async (job: BulkJob, note: string): Promise<void> => {
    if (isActive(job)) job.state = 'cancelled'
    for (let at = 0; at < job.items.length && !closing.aborted; at += BATCH) {
      drop(job, job.items.slice(at, at + BATCH), note)
      updates.save([job])
      await store.committed()
    }
    updates.changed(job)
  }

  return {
    cancel,
    abort(job, error) {
      ports.log('error', 'A bulk replay could not continue', error)
      updates.changed(job)
      const reason = errorText(error)
      const note = `Not sent: the bulk replay could not continue. ${reason}`
      cancel(job, note).catch((failure: unknown) => {
        ports.log('error', 'The messages of a bulk replay could not be dropped', failure)
      })
    },
  }
}
