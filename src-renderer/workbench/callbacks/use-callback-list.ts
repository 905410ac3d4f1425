import type { CallbackSummary, ExchangeSummary } from '../../../src-main/contract/messages'
import { usePagedList } from '../list/use-paged-list'
import type { UsedList } from '../list/use-paged-list'
import { useBench } from '../state/bench'
import { useProjectFilter } from '../state/info'

/** Parameters of a list that hold only what is set. */
function listParams(query: string, cursor: string | null, limit: number, projectId: number | undefined) {
  return {
    limit,
    ...(query === '' ? {} : { query }),
    ...(cursor === null ? {} : { cursor }),
    ...(projectId === undefined ? {} : { projectId }),
  }
}

/** The callbacks that a query and the chosen project match, live. */
export function useSentList(query: string): UsedList<CallbackSummary> {
  const bench = useBench()
  const projectId = useProjectFilter()
  const ours = (callback: CallbackSummary): boolean =>
    projectId === undefined || callback.projectId === projectId
  return usePagedList<CallbackSummary>({
    identity: `sent:${String(projectId)}:${query}`,
    filtered: query !== '',
    startFollowing: true,
    keyOf: (callback) => callback.id,
    fetchPage: (cursor, limit) => bench.call('callbacks.list', listParams(query, cursor, limit, projectId)),
    read: (events) => {
      const changes = events.flatMap((event) =>
        event.type === 'callback.changed' && ours(event.callback) ? [event] : [],
      )
      return {
        changed: changes.filter((event) => !event.isNew).map((event) => event.callback),
        added: changes.filter((event) => event.isNew).map((event) => event.callback),
      }
    },
  })
}

/** What arrived at the merchant listener, live. */
export function useCapturedList(query: string): UsedList<ExchangeSummary> {
  const bench = useBench()
  const projectId = useProjectFilter()
  const ours = (capture: ExchangeSummary): boolean =>
    projectId === undefined || capture.projectId === projectId
  return usePagedList<ExchangeSummary>({
    identity: `captured:${String(projectId)}:${query}`,
    filtered: query !== '',
    startFollowing: true,
    keyOf: (capture) => capture.id,
    fetchPage: (cursor, limit) => bench.call('captures.list', listParams(query, cursor, limit, projectId)),
    read: (events) => ({
      changed: [],
      added: events.flatMap((event) =>
        event.type === 'capture.added' && ours(event.capture) ? [event.capture] : [],
      ),
    }),
  })
}
