import type { VirtualClock } from '../../bench/clock/virtual-clock'
import type { Store } from '../../store/store'

/** Knows without a query that nothing can be due. */
export interface DueWatch {
  /** Whether something may be due since the last look: by a write or by the time. */
  mayBeDue(): boolean
  /** Everything was looked at; what comes next is due then. Epoch milliseconds, virtual; null: nothing. */
  looked(nextDueAt: number | null): void
  /** The last look failed. */
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
