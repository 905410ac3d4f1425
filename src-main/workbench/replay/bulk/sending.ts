import type { CallbackRow } from '#store/records'
import type { CallbackId } from '#domain/ids'
import { type BulkCancelling, type BulkMessages, type BulkParts, waitsForTurn } from './messages'
import { type BulkItem, type BulkJob, leaveItem, moveItem } from './job'
import { isOver, takeOutcome, willBeRetried } from './records'
import type { BulkMember } from './registry'

/** Creates the sending of bulk replays. */
export function createBulkSending(parts: BulkParts, cancelling: BulkCancelling) {
  const { registry, messages, updates, closing } = parts
  const { store, clock, scheduler } = parts.context
  const preparation = createBulkPreparation(parts)

  const run = async (job: BulkJob): Promise<void> => {
    // The caller gets its response before the work starts.
    await new Promise(setImmediate)
    await preparation.prepare(job)
    if (!preparation.isPreparing(job)) return
    job.state = 'running'
    job.startAt = clock.now()
    release(job)
  }

  /** Takes over the outcome of an item's first attempt; false while there is none. */
  const settle = ({ job, item }: BulkMember, row: CallbackRow | null): boolean => {
    if (row !== null && waitsForTurn(row)) return false
    if (!takeOutcome(store, job, item, row)) {
      // The tester sent it before its turn.
      if (item.state === 'waiting') moveItem(job, item, 'inFlight')
      return false
    }
    if (item.callbackId !== null) registry.firstAttemptEnded(item.callbackId)
    if (row !== null && willBeRetried(row)) registry.expectRetries(row.id, job)
    return true
  }

  /** Releases an item's message where it still waits for its turn; otherwise returns its row. */
  const releaseItem = (job: BulkJob, item: BulkItem): CallbackRow | null | 'released' => {
    if (item.state !== 'waiting' || item.callbackId === null) return null
    const row = store.callbacks.row(item.callbackId)
    if (row === null || !waitsForTurn(row)) return row
    messages.release(row, job.startAt + item.offsetMs)
    return 'released'
  }

  /** Releases the next messages until as many as allowed are in flight, and ends the job behind the last one. */
  const release = (job: BulkJob): void => {
    if (job.state !== 'running') return
    const seen = store.write(() => {
      const all: { readonly item: BulkItem; readonly result: CallbackRow | null | 'released' }[] = []
      let room = job.params.concurrency - job.counts.inFlight
      for (let at = job.next; room > 0; at += 1) {
        const item = job.items[at]
        if (item === undefined) break
        const result = releaseItem(job, item)
        if (result === 'released') room -= 1
        all.push({ item, result })
      }
      return all
    })
    for (const { item, result } of seen) {
      job.next += 1
      if (result === 'released') moveItem(job, item, 'inFlight')
      else if (item.state === 'waiting') settle({ job, item }, result)
    }
    if (job.counts.inFlight === 0 && job.next === job.items.length) {
      job.state = 'done'
      updates.save([job])
    }
    store.committed().catch((error: unknown) => {
      cancelling.abort(job, error)
    })
    scheduler.wake()
    updates.changed(job)
  }

  return {
    /** Starts the job, after the caller's turn of the event loop. */
    start(job: BulkJob): void {
      run(job).catch((error: unknown) => {
        cancelling.abort(job, error)
      })
    },
    /** The callback's row may have changed: takes over its outcome and releases the next message. */
    callbackChanged(callbackId: CallbackId): void {
      if (closing.aborted) return
      const member = registry.memberOf(callbackId)
      const job = member?.job ?? registry.retryingJobOf(callbackId)
      if (job === undefined) return
      try {
        const row = store.callbacks.row(callbackId)
        if (member !== undefined) {
          if (settle(member, row)) release(job)
        } else if (row === null || isOver(row)) {
          registry.retriesEnded(callbackId, job)
        }
      } catch (error) {
        cancelling.abort(job, error)
      }
      updates.changed(job)
    },
  }
}

/** Messages made in one turn of the event loop. */
const BATCH = 50
/** Making messages ends a turn after this many real milliseconds. */
const TURN_MS = 10

/** Creates the preparation of bulk replays, which ends after its current turn when the bench closes. */
function createBulkPreparation({ context, registry, messages, records, updates, closing }: BulkParts) {
  const { store } = context

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
    /** Makes every message of the job. Resolves early where the job was cancelled. */
    async prepare(job: BulkJob): Promise<void> {
      await records.saveNew(job, () => isPreparing(job) && registry.has(job))
      for (let at = 0; at < job.items.length && isPreparing(job);) {
        at = makeBatch(job, at)
        await store.committed()
        updates.changed(job)
      }
    },
    /** Whether the job is still being prepared. */
    isPreparing,
  }
}
