import { BenchError } from '../../protocol/bench-error'
import type { OpenSession } from '../../protocol/sessions'
import type { CallbackRow } from '../../store/records'
import type { BenchContext } from '../context'
import { readHold, withoutHold, writeHold } from '../../bench/hold'
import { withReason } from '../../bench/unreadable'
import type { BulkItem, BulkJob } from './bulk-job'
import { readOrigin } from './origin'
import { callbackFrom, makeOutgoing } from './outgoing'

/** The messages of bulk replays in the outbox. Every method belongs into a write. */
export interface BulkMessages {
  /** Makes the message of an item and puts it into the outbox, held. Its id, or why it cannot be made. */
  make(job: BulkJob, item: BulkItem): { readonly id: string } | { readonly refusal: string }
  /** Lets it leave at `due`; only for one that waits for its turn. */
  letGo(row: CallbackRow, due: number): void
  /** It is not sent any more: dropped where it has not left, else not repeated. False where it is not on record. */
  stop(id: string, note: string): boolean
  /** What waits for a turn that will not come stays held, with the reason. */
  keepHeld(session: OpenSession['kind']): void
}

const WAITS_NOTE = 'Waits for its turn in a bulk replay.'
const LEFT_NOTES: Readonly<Record<OpenSession['kind'], string>> = {
  own: 'The program ended before its turn in a bulk replay came. Release it to send it.',
  imported: 'Its bulk replay ended before its turn came. Release it to send it.',
}

/** Whether nothing but its bulk replay holds it. */
export function waitsForTurn({ state, hold }: Pick<CallbackRow, 'state' | 'hold'>): boolean {
  return state === 'held' && readHold(hold)?.kind === 'replay'
}

export function createBulkMessages(context: BenchContext): BulkMessages {
  const { store, ids, changes } = context

  const make = ({ id: job, params }: BulkJob, { source, copy }: BulkItem): string => {
    const outgoing = makeOutgoing(context, readOrigin(context, source.id), { signing: params.signing })
    const id = ids.messageId('cb')
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
    make(job, item) {
      try {
        return { id: make(job, item) }
      } catch (thrown) {
        const error = withReason(thrown)
        if (!(error instanceof BenchError)) throw error
        return { refusal: error.message }
      }
    },
    letGo({ id, hold }, due) {
      store.callbacks.update(id, {
        state: 'scheduled',
        firstDueAt: due,
        nextAttemptAt: due,
        hold: withoutHold(hold),
        note: null,
      })
      changes.callback(id, false)
    },
    stop(id, note) {
      const row = store.callbacks.row(id)
      if (row === null) return false
      if (row.state === 'scheduled' || waitsForTurn(row)) {
        store.callbacks.update(id, {
          ...{ state: 'dropped', nextAttemptAt: null, note },
          // Released after all, it is sent as often as was wished for.
          hold: withoutHold(row.hold),
        })
      } else if (row.state === 'failed' && row.nextAttemptAt !== null) {
        store.callbacks.update(id, { nextAttemptAt: null, hold: null, note })
      } else if (row.state === 'delivering') {
        // What is on its way ends, and is the last.
        store.callbacks.update(id, { hold: writeHold({ kind: 'free', once: true }), note })
      } else return true
      changes.callback(id, false)
      return true
    },
    keepHeld(session) {
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
