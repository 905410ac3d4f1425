import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import { isNewestFirst } from '#window/list/sort-order'
import { type UsedList, usePagedList } from '#window/list/use-paged-list'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import type { Looks } from '#window/state/preferences-shape'
import type { ProjectId } from '#domain/ids'
import { callbackChanges, captureChanges } from './list-changes'

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
