import { createStore, useStore } from 'zustand'
import type { BenchClient, ConnectionStatus } from '#protocol/client'
import type { ProjectView } from '#protocol/projects'
import { setClock } from './clock'
import type { EventFeed } from './bench'
import { preferencesStore, usePreferences } from './preferences'
import { forgetSession, takeSession } from './session-memory'
import { reasonOf, showFailure, showToast } from './toasts'
import type { BenchInfo } from '#protocol/bench'
import type { ChangeBy } from '#protocol/callers'
import type { BenchEvent } from '#protocol/events'
import { formatWallClock } from '#window/lib/time'

export interface InfoState {
  readonly status: ConnectionStatus
  readonly failedTries: number
  /** Whether Paybench was restarted and rejects the token of this page. */
  readonly refused: boolean
  readonly info: BenchInfo | null
  readonly error: string | null
  /** Incremented when all shown data must be read again: after missed events, a reset, or a change of session. */
  readonly epoch: number
}

const MAX_CHANGES = 100

/** Drops earlier changes that the new one replaces, as Paybench does. */
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

export const infoStore = createStore<InfoState>(() => ({
  status: 'connecting',
  failedTries: 0,
  refused: false,
  info: null,
  error: null,
  epoch: 0,
}))

/** Keeps the store in step with Paybench; call once. */
export function followBench(client: BenchClient, feed: EventFeed): void {
  const read = (): void => {
    client.call('bench.info', {}).then(
      (info) => {
        setClock(info.clock)
        takeSession(info.session)
        infoStore.setState({ info, error: null })
      },
      (error: unknown) => infoStore.setState({ error: reasonOf(error) }),
    )
  }
  client.onStatus((status) => {
    infoStore.setState({ status })
    if (status === 'connected') read()
  })
  client.onRestart(() => infoStore.setState(({ epoch }) => ({ epoch: epoch + 1 })))
  // At once, not with the next frame: an earlier time must not replace that of a response received meanwhile.
  client.onEvent((event) => {
    if (event.type === 'clock.changed') setClock(event.clock)
  })
  feed.subscribe((events) => {
    const changed = events.findLast((event) => event.type === 'session.changed')
    // Done before data is read again, because the selection belongs to the previous session.
    if (changed !== undefined) takeSession(changed.session)
    if (changed !== undefined || events.some(({ type }) => type === 'bench.reset')) forgetSession()
    infoStore.setState((state) => afterEvents(state, events))
    if (changed !== undefined) read()
  })
}

export function useInfo<Part>(select: (state: InfoState) => Part): Part {
  return useStore(infoStore, select)
}

const NO_PROJECTS: readonly ProjectView[] = []

export function useProjects(): readonly ProjectView[] {
  return useInfo((state) => state.info?.projects ?? NO_PROJECTS)
}

/** The project to which lists are limited; undefined for all, or if the project was removed. */
export function useProjectFilter(): number | undefined {
  const chosen = usePreferences((state) => state.projectId)
  const known = useInfo(
    (state) => state.info?.projects.some((project) => project.projectId === chosen) ?? true,
  )
  return chosen !== null && known ? chosen : undefined
}

/** The project of a new payment: the chosen one, or the default one. */
export function useCurrentProject(): ProjectView | null {
  const chosen = useProjectFilter()
  return useInfo(({ info }) => {
    if (info === null) return null
    const wanted = chosen ?? info.defaultProjectId
    return info.projects.find((project) => project.projectId === wanted) ?? info.projects[0] ?? null
  })
}

export function closeSession(bench: BenchClient): void {
  bench
    .call('sessions.close', {})
    .then(() => showToast({ icon: 'back', text: 'Back in your own session' }), showFailure)
}

/** Identifies this window, so that it recognises its own changes. */
const OWN_ID = Math.random().toString(36).slice(2)

export function introduceTo(client: BenchClient): void {
  const introduce = (name: string): void => {
    client.introduce(name === '' ? { id: OWN_ID } : { id: OWN_ID, name })
  }
  introduce(preferencesStore.getState().clientName)
  preferencesStore.subscribe(({ clientName }, before) => {
    if (clientName !== before.clientName) introduce(clientName)
  })
}

export function takeChanges(events: readonly BenchEvent[]): void {
  for (const event of events) {
    if (event.type !== 'bench.changed') continue
    const { by, isNamed, client, text } = event.change
    if (isNamed && client !== OWN_ID) showToast({ icon: 'note', text: `${by} ${text}` })
  }
}

/** The last change, such as "last changed by Ana, 14:03:20"; null if no change to the subject is known. */
export function useLastChange(subject: string): string | null {
  const change = useInfo(({ info }) => info?.changes.findLast(({ subjects }) => subjects.includes(subject)))
  return change === undefined
    ? null
    : `last changed by ${change.client === OWN_ID ? 'you' : change.by}, ${formatWallClock(change.wallAt)}`
}
