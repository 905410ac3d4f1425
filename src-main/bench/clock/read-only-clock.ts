import type { ClockRepository } from '../../store/repositories'
import { readStoredJson } from '../stored-json'
import { savedClock } from './virtual-clock'
import { readShape } from '../../protocol/read-shape'

/** The clock's state, frozen at the time it last showed. Unreadable text stays as it is. */
export function frozenState(state: string): string {
  const read = readShape(savedClock, readStoredJson(state))
  return read.success ? JSON.stringify({ ...read.data, mode: 'frozen' }) : state
}

/** A clock for a read-only session: it stands still, and nothing is saved. */
export function readOnlyClock(kept: Pick<ClockRepository, 'read'>): ClockRepository {
  return {
    read() {
      const state = kept.read()
      return state === null ? null : frozenState(state)
    },
    write: () => undefined,
  }
}
