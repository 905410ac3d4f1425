import type { ClockRepository } from '#store/repositories'
import { readStoredJson } from '#core/stored-json'
import { savedClock } from './virtual-clock'
import { readShape } from '#protocol/read-shape'

/** Returns the stored clock state with the clock frozen at its last time. Unreadable text is returned unchanged. */
export function frozenState(state: string): string {
  const read = readShape(savedClock, readStoredJson(state))
  return read.success ? JSON.stringify({ ...read.data, mode: 'frozen' }) : state
}

/** Creates the clock of a read-only session: it is frozen, and nothing is saved. */
export function readOnlyClock(stored: Pick<ClockRepository, 'read'>): ClockRepository {
  return {
    read() {
      const state = stored.read()
      return state === null ? null : frozenState(state)
    },
    write: () => undefined,
  }
}
