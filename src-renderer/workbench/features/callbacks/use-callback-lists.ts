import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import { isNewestFirst } from '#window/list/columns'
import { type UsedList, usePagedList } from '#window/list/use-paged-list'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import type { Looks } from '#window/state/preferences-shape'
import type { ProjectId } from '#domain/ids'
import type { BenchEvent } from '#protocol/events'
import type { LiveChanges } from '#window/list/paging'

/** The list changes that a batch of events brings for the callbacks of one project, or of all. */
export function callbackChanges(
  events: readonly BenchEvent[],
  projectId: ProjectId | undefined,
): LiveChanges<CallbackSummary> {
  const changes = events.flatMap((event) =>
    event.type === 'callback.changed' && (projectId === undefined || event.callback.projectId === projectId)
      ? [event]
      : [],
  )
  return {
    changed: changes.filter((event) => !event.isNew).map((event) => event.callback),
    added: changes.filter((event) => event.isNew).map((event) => event.callback),
  }
}

/** The same for captured requests. A response may be added later. */
export function captureChanges(
  events: readonly BenchEvent[],
  projectId: ProjectId | undefined,
): LiveChanges<ExchangeSummary> {
  const capturesOf = (type: 'capture.added' | 'capture.changed'): readonly ExchangeSummary[] =>
    events.flatMap((event) =>
      event.type === type && (projectId === undefined || event.capture.projectId === projectId)
        ? [event.capture]
        : [],
    )
  return { changed: capturesOf('capture.changed'), added: capturesOf('capture.added') }
}

interface Asked {
  readonly query: string
  readonly cursor: string | null
  readonly limit: number
  readonly skip: number
  readonly projectId: ProjectId | undefined
}

const paramsOf = ({ query, cursor, limit, skip, projectId }: Asked) => ({
  limit,
  ...(query === '' ? {} : { query }),
  ...(cursor === null ? {} : { cursor }),
  ...(skip === 0 ? {} : { skip }),
  ...(projectId === undefined ? {} : { projectId }),
})

/** The callbacks that a query matches, newest first unless they are sorted, live. */
export function useSentList(
  query: string,
  sort: Looks['callbacks']['sort'],
  startFollowing: boolean,
): UsedList<CallbackSummary> {
  const bench = useBench()
  const projectId = useProjectFilter()
  return usePagedList<CallbackSummary>({
    identity: JSON.stringify([query, sort, projectId ?? null]),
    filtered: query !== '' || !isNewestFirst(sort),
    startFollowing,
    keyOf: (callback) => callback.id,
    fetchPage: (cursor, limit, skip) =>
      bench.call('callbacks.list', {
        ...paramsOf({ query, cursor, limit, skip, projectId }),
        ...(sort === null ? {} : { sort }),
      }),
    read: (events) => callbackChanges(events, projectId),
  })
}

/** What arrived at the merchant listener and matches a query, newest first unless it is sorted, live. */
export function useCapturedList(
  query: string,
  sort: Looks['captures']['sort'],
  startFollowing: boolean,
): UsedList<ExchangeSummary> {
  const bench = useBench()
  const projectId = useProjectFilter()
  return usePagedList<ExchangeSummary>({
    identity: JSON.stringify([query, sort, projectId ?? null]),
    filtered: query !== '' || !isNewestFirst(sort),
    startFollowing,
    keyOf: (capture) => capture.id,
    fetchPage: (cursor, limit, skip) =>
      bench.call('captures.list', {
        ...paramsOf({ query, cursor, limit, skip, projectId }),
        ...(sort === null ? {} : { sort }),
      }),
    read: (events) => captureChanges(events, projectId),
  })
}
