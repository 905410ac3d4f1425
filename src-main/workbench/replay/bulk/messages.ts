import { BenchError } from '#protocol/connection'
import type { OpenSession } from '#protocol/sessions'
import type { CallbackRow } from '#store/records'
import type { BenchContext } from '#workbench/context'
import { readHold, withoutHold, writeHold } from '#core/views'
import { withReason } from '#core/errors'
import { callbackFrom, makeOutgoing, readOrigin } from '#workbench/replay/message/outgoing'
import { errorText } from '#lib/error-text'
import { type BulkItem, type BulkJob, isActive, leaveItem } from './job'
import type { BulkRecords } from './records'
import type { BulkRegistry, BulkUpdates } from './registry'

/** The messages of bulk replays in the outbox. Call every method within a write. */
export type BulkMessages = ReturnType<typeof createBulkMessages>

const WAITS_NOTE = 'Waiting for its turn in a bulk replay.'
const LEFT_NOTES: Readonly<Record<OpenSession['kind'], string>> = {
  own: 'The program ended before its turn in a bulk replay. Release it to send it.',
  imported: 'Its bulk replay ended before its turn. Release it to send it.',
}

/** Whether only its bulk replay holds the message. */
export function waitsForTurn({ state, hold }: Pick<CallbackRow, 'state' | 'hold'>): boolean {
  return state === 'held' && readHold(hold)?.kind === 'replay'
}

/** Creates the access of bulk replays to the outbox, where their messages wait as held callbacks. */
export function createBulkMessages(context: BenchContext) {
  const { store, ids, changes } = context

  const make = ({ id: job, params }: BulkJob, { source, copy }: BulkItem): string => {
    const outgoing = makeOutgoing(context, readOrigin(context, source.id), { signing: params.signing })
    const id = ids.callbackId()
    const which = copy === 0 ? '' : `, copy ${String(copy + 1)}`
    store.callbacks.insert({
      ...callbackFrom(context, outgoing, id),
      state: 'held',
      nextAttemptAt: null,
      note: WAITS_NOTE,
      hold: writeHold({ kind: 'replay', job, ...(params.repeat ? {} : { once: true }) }),
      lane: id,
      marks: [{ ruleId: null, text: `${outgoing.change} in a bulk replay${which}.` }],
    })
    changes.callback(id, true)
    return id
  }

  return {
    /** Makes the message of an item and puts it into the outbox, held. Returns its id, or why it cannot be made. */
    make(job: BulkJob, item: BulkItem): { readonly id: string } | { readonly refusal: string } {
      try {
        return { id: make(job, item) }
      } catch (thrown) {
        const error = withReason(thrown)
        if (!(error instanceof BenchError)) throw error
        return { refusal: error.message }
      }
    },
    /** Schedules a message that waits for its turn, at `due`. */
    release({ id, hold }: CallbackRow, due: number): void {
      store.callbacks.update(id, {
        state: 'scheduled',
        firstDueAt: due,
        nextAttemptAt: due,
        hold: withoutHold(hold),
        note: null,
      })
      changes.callback(id, false)
    },
    /** Drops a message that was not sent; cancels the retries of any other. False where the store does not have it. */
    stop(id: string, note: string): boolean {
      const row = store.callbacks.row(id)
      if (row === null) return false
      if (row.state === 'scheduled' || waitsForTurn(row)) {
        store.callbacks.update(id, {
          state: 'dropped',
          nextAttemptAt: null,
          note,
          // If it is released after all, it is still sent only once or by the schedule, as chosen.
          hold: withoutHold(row.hold),
        })
      } else if (row.state === 'failed' && row.nextAttemptAt !== null) {
        store.callbacks.update(id, { nextAttemptAt: null, hold: null, note })
      } else if (row.state === 'delivering') {
        // The attempt in flight completes and is the last.
        store.callbacks.update(id, { hold: writeHold({ kind: 'free', once: true }), note })
      } else {
        return true
      }
      changes.callback(id, false)
      return true
    },
    /** Leaves messages held whose turn will not come, with the reason. */
    keepHeld(session: OpenSession['kind']): void {
      for (const row of store.callbacks.held()) {
        if (!waitsForTurn(row)) continue
        store.callbacks.update(row.id, {
          hold: withoutHold(row.hold),
          note: LEFT_NOTES[session],
        })
      }
    },
  }
}

/** Ends bulk replays before they are done. */
export type BulkCancelling = ReturnType<typeof createBulkCancelling>

/** Messages dropped in one turn of the event loop. */
const BATCH = 50
const NOT_RETRIED_NOTE = 'Not retried: the bulk replay was cancelled.'

/** What the steps of a bulk replay work with. */
export interface BulkParts {
  readonly context: BenchContext
  readonly registry: BulkRegistry
  readonly messages: BulkMessages
  readonly records: BulkRecords
  readonly updates: BulkUpdates
  /** Aborts when the bench closes; what was not sent or dropped by then is held again at the next start. */
  readonly closing: AbortSignal
}

/** Creates the cancelling of bulk replays. */
export function createBulkCancelling({ context, registry, messages, updates, closing }: BulkParts) {
  const { store, ports } = context

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
    /**
     * Cancels the job: what was not sent is dropped with the reason `note`, nothing is retried, and attempts in flight
     * end by themselves. Resolves once all of that is committed.
     */
    cancel,
    /** Cancels the job because of an error of the bench, such as a full disk. Every message gets the reason. */
    abort(job: BulkJob, error: unknown): void {
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
