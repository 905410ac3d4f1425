import type { BenchEvent } from '#protocol/events'
import type { ExchangeSummary } from '#protocol/messages'
import type { Params } from '#protocol/methods'
import { isNewestFirst } from '#window/list/sort-order'
import { type UsedList, usePagedList } from '#window/list/use-paged-list'
import type { LiveChanges } from '#window/list/list-state'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import type { Looks } from '#window/state/preferences-shape'
import type { TrafficOrder } from '#window/navigation/traffic-view'
import type { ProjectId } from '#domain/ids'

/** The list changes that a batch of events brings for the traffic of one project, or of all. */
function trafficChanges(
  events: readonly BenchEvent[],
  projectId: ProjectId | undefined,
): LiveChanges<ExchangeSummary> {
  const added: ExchangeSummary[] = []
  const changed: ExchangeSummary[] = []
  const isMine = (exchange: ExchangeSummary): boolean =>
    projectId === undefined || exchange.projectId === projectId
  for (const event of events) {
    if (event.type === 'exchange.added' && isMine(event.exchange)) added.push(event.exchange)
    if (event.type === 'capture.added' && isMine(event.capture)) added.push(event.capture)
    if (event.type === 'capture.changed' && isMine(event.capture)) changed.push(event.capture)
    if (event.type === 'exchange.changed' && isMine(event.exchange)) changed.push(event.exchange)
  }
  return { added, changed }
}

/** The parameters of this list, for calls that need all of it. */
export function listOf(
  query: string,
  projectId: ProjectId | undefined,
): Pick<Params<'traffic.list'>, 'query' | 'projectId'> {
  return {
    ...(query === '' ? {} : { query }),
    ...(projectId === undefined ? {} : { projectId }),
  }
}

/** Everything that came in and fits a query, live. By payment only the bench knows the place of a new row. */
export function useTraffic(
  query: string,
  order: TrafficOrder,
  sort: Looks['traffic']['sort'],
  startFollowing: boolean,
): UsedList<ExchangeSummary> {
  const bench = useBench()
  const projectId = useProjectFilter()
  return usePagedList<ExchangeSummary>({
    identity: JSON.stringify([query, order, sort, projectId ?? null]),
    filtered: query !== '' || order === 'payment' || !isNewestFirst(sort),
    startFollowing,
    keyOf: (exchange) => exchange.id,
    fetchPage: (cursor, limit, skip) =>
      bench.call('traffic.list', {
        ...listOf(query, projectId),
        limit,
        ...(order === 'payment' ? { order } : sort === null ? {} : { sort }),
        ...(cursor === null ? {} : { cursor }),
        ...(skip === 0 ? {} : { skip }),
      }),
    read: (events) => trafficChanges(events, projectId),
  })
}
