import type { BenchInfo } from '#protocol/bench'
import type { ChangeBy } from '#protocol/callers'
import type { ConnectionStatus } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'

export interface InfoState {
  readonly status: ConnectionStatus
  /** Connection attempts that failed in a row. */
  readonly failedTries: number
  /** The bench was restarted and rejects the token of this page. */
  readonly refused: boolean
  readonly info: BenchInfo | null
  /** Why the bench could not be read, where it could not. */
  readonly error: string | null
  /** Counts up when everything shown must be fetched again: events were missed, or the bench was emptied. */
  readonly epoch: number
}

/** Changes that a window keeps; the bench has as many. */
const MAX_CHANGES = 100

/** Without the earlier changes that the new one outdates, as the bench keeps them. */
const withChange = (changes: readonly ChangeBy[], change: ChangeBy): ChangeBy[] =>
  [
    ...changes.filter(({ subjects }) => !subjects.every((subject) => change.subjects.includes(subject))),
    change,
  ].slice(-MAX_CHANGES)

/** The state after a batch of events; the clock has its own store. */
export function afterEvents(state: InfoState, events: readonly BenchEvent[]): InfoState {
  let { info, epoch } = state
  for (const event of events) {
    if (event.type === 'bench.reset' || event.type === 'session.changed') epoch += 1
    if (info === null) continue
    if (event.type === 'projects.changed') info = { ...info, projects: event.projects }
    if (event.type === 'session.changed') info = { ...info, session: event.session }
    if (event.type === 'notices.changed') info = { ...info, notices: event.notices }
    if (event.type === 'bench.changed') info = { ...info, changes: withChange(info.changes, event.change) }
    if (event.type === 'counters.changed')
      info = { ...info, counters: event.counters, storage: event.storage }
  }
  return { ...state, info, epoch }
}
