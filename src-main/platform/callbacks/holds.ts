import type { FaultRule } from '../../domain/fault/rule'
import type { CallbackRow } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../../bench/changes'
import { onceOf, readHold, writeHold } from '../../bench/hold'

/** Callbacks that rules hold back until another one has gone. */
export interface Holds {
  /** Reads what the run before has left. */
  open(): void
  /**
   * Holds the callback, within a write. False where a rule, this or another, holds one of this payment already: that one
   * may wait for this one, and both would wait for ever.
   */
  hold(callback: CallbackRow, rule: FaultRule, dueAt: number): boolean
  /** An attempt of this callback has ended: lets go what waited for it, within a write. */
  gone(callback: Pick<CallbackRow, 'id' | 'paymentKey'>, now: number): void
  /** Lets go what has waited for its longest time. */
  wakeDue(now: number): void
  /** The held callback whose longest wait ends first. */
  nextWake(): { readonly callback: CallbackRow; readonly at: number } | null
}

/** What a callback that is let go takes up again. Its rule has acted and does not stop it once more. */
export function letGo(callback: Pick<CallbackRow, 'attemptCount' | 'hold'>, dueAt: number) {
  return callback.attemptCount > 0
    ? ({ state: 'failed', nextAttemptAt: dueAt, hold: null } as const)
    : ({
        state: 'scheduled',
        nextAttemptAt: dueAt,
        firstDueAt: dueAt,
        hold: writeHold({ kind: 'passed', ...onceOf(callback.hold) }),
      } as const)
}

export function createHolds(options: { readonly store: Store; readonly changes: Changes }): Holds {
  const { store, changes } = options
  /** Times of those that wake up by themselves. What is on record decides; an entry that has no more meaning goes. */
  const wakes = new Map<string, number>()

  const release = (row: CallbackRow, at: number): void => {
    store.callbacks.update(row.id, letGo(row, at))
    wakes.delete(row.id)
    changes.callback(row.id, false)
  }

  const nextWake = (): ReturnType<Holds['nextWake']> => {
    while (wakes.size > 0) {
      const [id, at] = [...wakes].reduce((first, other) => (other[1] < first[1] ? other : first))
      const callback = store.callbacks.row(id)
      const hold = readHold(callback?.hold ?? null)
      if (callback?.state === 'held' && hold?.kind === 'rule' && hold.wakeAt === at) return { callback, at }
      wakes.delete(id)
    }
    return null
  }

  return {
    open() {
      wakes.clear()
      for (const row of store.callbacks.held()) {
        const hold = readHold(row.hold)
        if (row.state === 'held' && hold?.kind === 'rule' && hold.wakeAt !== null)
          wakes.set(row.id, hold.wakeAt)
      }
    },
    hold(callback, { id: ruleId, fault }, dueAt) {
      if (fault.kind !== 'reorder') return false
      const waits = (row: CallbackRow): boolean => {
        const hold = readHold(row.hold)
        return row.id !== callback.id && row.state === 'held' && hold?.kind === 'rule'
      }
      if (store.callbacks.byPayment(callback.paymentKey).some(waits)) return false
      const wakeAt = fault.longestWaitMs === 0 ? null : dueAt + fault.longestWaitMs
      store.callbacks.update(callback.id, {
        state: 'held',
        nextAttemptAt: null,
        hold: writeHold({
          ...{ kind: 'rule', ruleId, until: fault.until, dueAt, wakeAt },
          ...onceOf(callback.hold),
        }),
      })
      if (wakeAt !== null) wakes.set(callback.id, wakeAt)
      return true
    },
    gone({ id, paymentKey }, now) {
      if (paymentKey === '' || store.callbacks.countByState().held === 0) return
      const rows = store.callbacks.byPayment(paymentKey)
      const went = rows.find((row) => row.id === id)
      if (went === undefined) return
      for (const row of rows) {
        const hold = readHold(row.hold)
        if (row.state !== 'held' || hold?.kind !== 'rule' || row.id === id) continue
        const isIt = hold.until === 'next' ? went.seq > row.seq : hold.until === went.kind
        if (isIt) release(row, Math.max(now, hold.dueAt))
      }
    },
    wakeDue(now) {
      for (let next = nextWake(); next !== null && next.at <= now; next = nextWake()) {
        const { callback, at } = next
        store.write(() => {
          release(callback, at)
        })
      }
    },
    nextWake,
  }
}
