import type { BenchContext } from '#workbench/context'
import { leaveItem, type BulkItem, type BulkJob } from './job'
import type { BulkMessages } from './messages'
import type { BulkRecords } from './records'
import type { BulkRegistry } from './registry'
import type { BulkUpdates } from './updates'

/** Makes the messages of bulk replays. */
export interface BulkPreparation {
  /** Makes every message of the job. Resolves early where the job was cancelled. */
  prepare(job: BulkJob): Promise<void>
  /** Whether the job is still being prepared. */
  isPreparing(job: BulkJob): boolean
}

/** Messages made in one turn of the event loop. */
const BATCH = 50
/** Making messages ends a turn after this many real milliseconds. */
const TURN_MS = 10

/**
 * Creates the preparation of bulk replays.
 * @param options `closing`: aborts when the bench closes, which ends the preparation after its current turn
 */
export function createBulkPreparation(options: {
  readonly context: Pick<BenchContext, 'store'>
  readonly registry: BulkRegistry
  readonly messages: BulkMessages
  readonly records: BulkRecords
  readonly updates: BulkUpdates
  readonly closing: AbortSignal
}): BulkPreparation {
  const { registry, messages, records, updates, closing } = options
  const { store } = options.context

  const isPreparing = (job: BulkJob): boolean => job.state === 'preparing' && !closing.aborted

  /** Makes messages from this item on, as many as fit into a turn. Returns the index of the next item. */
  const makeBatch = (job: BulkJob, from: number): number => {
    const until = performance.now() + TURN_MS
    const made = store.write(() => {
      const all: { readonly item: BulkItem; readonly message: ReturnType<BulkMessages['make']> }[] = []
      for (const item of job.items.slice(from, from + BATCH)) {
        all.push({ item, message: messages.make(job, item) })
        if (performance.now() >= until) break
      }
      return all
    })
    for (const { item, message } of made) {
      if ('id' in message) {
        item.callbackId = message.id
        job.unsaved.add(item.position)
        registry.expectFirstAttempt(message.id, { job, item })
      } else leaveItem(job, item, message.refusal)
    }
    // In the same commit, so that the record knows every message that was made.
    if (registry.has(job)) records.save(job)
    return from + made.length
  }

  return {
    async prepare(job) {
      await records.saveNew(job, () => isPreparing(job) && registry.has(job))
      for (let at = 0; at < job.items.length && isPreparing(job);) {
        at = makeBatch(job, at)
        await store.committed()
        updates.changed(job)
      }
    },
    isPreparing,
  }
}
