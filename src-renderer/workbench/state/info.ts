import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchClient } from '#protocol/client'
import type { ProjectView } from '#protocol/projects'
import { setClock } from './clock'
import type { EventFeed } from './feed'
import { afterEvents, type InfoState } from './info-state'
import { usePreferences } from './preferences'
import { forgetSession, takeSession } from './session-memory'
import { reasonOf } from './toasts'

export const infoStore = createStore<InfoState>(() => ({
  status: 'connecting',
  failedTries: 0,
  refused: false,
  info: null,
  error: null,
  epoch: 0,
}))

/** Keeps the store in step with the bench; call once. */
export function followBench(client: BenchClient, feed: EventFeed): void {
  const read = (): void => {
    client.call('bench.info', {}).then(
      (info) => {
        setClock(info.clock)
        takeSession(info.session)
        infoStore.setState({ info, error: null })
      },
      (error: unknown) => {
        infoStore.setState({ error: reasonOf(error) })
      },
    )
  }
  client.onStatus((status) => {
    infoStore.setState({ status })
    if (status === 'connected') read()
  })
  client.onRestart(() => {
    infoStore.setState(({ epoch }) => ({ epoch: epoch + 1 }))
  })
  feed.subscribe((events) => {
    const changed = events.findLast((event) => event.type === 'session.changed')
    // Before anything is fetched again: the selection belongs to the previous session.
    if (changed !== undefined) takeSession(changed.session)
    if (changed !== undefined || events.some(({ type }) => type === 'bench.reset')) forgetSession()
    infoStore.setState((state) => afterEvents(state, events))
    if (changed !== undefined) read()
    const clock = events.findLast((event) => event.type === 'clock.changed')
    if (clock !== undefined) setClock(clock.clock)
  })
}

export function useInfo<Part>(select: (state: InfoState) => Part): Part {
  return useStore(infoStore, select)
}

const NO_PROJECTS: readonly ProjectView[] = []

export function useProjects(): readonly ProjectView[] {
  return useInfo((state) => state.info?.projects ?? NO_PROJECTS)
}

/** The project that lists are narrowed to; undefined: all. A project that is gone counts as all. */
export function useProjectFilter(): number | undefined {
  const chosen = usePreferences((state) => state.projectId)
  const known = useInfo(
    (state) => state.info?.projects.some((project) => project.projectId === chosen) ?? true,
  )
  return chosen !== null && known ? chosen : undefined
}

/** The project that a new payment is for: the chosen one, else the default one. */
export function useCurrentProject(): ProjectView | null {
  const chosen = useProjectFilter()
  return useInfo((state) => {
    const { info } = state
    if (info === null) return null
    const wanted = chosen ?? info.defaultProjectId
    return info.projects.find((project) => project.projectId === wanted) ?? info.projects[0] ?? null
  })
}
