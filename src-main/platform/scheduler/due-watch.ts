import type { VirtualClock } from '../../bench/clock/virtual-clock'
import type { Store } from '../../store/store'

/** Tells without a query that nothing can be due. */
export interface DueWatch {
  /** Whether a write or the passing of time may have made something due since the last check. */
  mayBeDue(): boolean
  /** Records a complete check. `nextDueAt`: the next due time, virtual, epoch milliseconds; null: there is none. */
  looked(nextDueAt: number | null): void
  /** Forgets the last check, because it failed. */
  forget(): void
}

export function createDueWatch(store: Store, clock: VirtualClock): DueWatch {
  let seen: { readonly agendaVersion: number; readonly dueAt: number | null } | null = null
  return {
    mayBeDue: () =>
      seen?.agendaVersion !== store.agendaVersion || (seen.dueAt !== null && seen.dueAt <= clock.now()),
    looked(dueAt) {
      seen = { agendaVersion: store.agendaVersion, dueAt }
    },
    forget() {
      seen = null
    },
  }
}
