import type { ProjectId } from '#domain/ids'
import { present } from '#lib/members'
import type { Sorting } from '#domain/query/sorting'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import type { SortField } from '#window/state/lists'
import { isNewestFirst } from './columns'
import type { FetchedPage, LiveChanges } from './paged-list'
import { type UsedList, usePagedList } from './use-paged-list'

interface PageParams<Field extends string> {
  readonly limit: number
  readonly query?: string
  readonly projectId?: ProjectId
  readonly cursor?: string
  readonly skip?: number
  readonly sort?: Sorting<Field>
}

/** A list in Paybench: how its pages are read, and which events add or change a row. */
export interface LiveList<Item, Field extends string> {
  readonly name: string
  readonly keyOf: (item: Item) => string
  readonly fetchPage: (bench: BenchClient, params: PageParams<Field>) => Promise<FetchedPage<Item>>
  readonly changeIn: (event: BenchEvent) => { readonly item: Item; readonly isNew: boolean } | null
  /** Whether rows are grouped, so that only Paybench knows where a new row belongs. */
  readonly isGrouped?: true
}

export const idOf = ({ id }: { readonly id: string }): string => id

export const PAYMENTS: LiveList<PaymentSummary, SortField<'payments'>> = {
  name: 'payments',
  keyOf: ({ key }) => key,
  fetchPage: (bench, params) => bench.call('payments.list', params),
  changeIn: (event) =>
    event.type === 'payment.changed' ? { item: event.payment, isNew: event.isNew } : null,
}

export const CALLBACKS: LiveList<CallbackSummary, SortField<'callbacks'>> = {
  name: 'callbacks',
  keyOf: idOf,
  fetchPage: (bench, params) => bench.call('callbacks.list', params),
  changeIn: (event) =>
    event.type === 'callback.changed' ? { item: event.callback, isNew: event.isNew } : null,
}

/** A capture changes, for example, when its response is added. */
export const CAPTURES: LiveList<ExchangeSummary, SortField<'captures'>> = {
  name: 'captures',
  keyOf: idOf,
  fetchPage: (bench, params) => bench.call('captures.list', params),
  changeIn: (event) =>
    event.type === 'capture.added' || event.type === 'capture.changed'
      ? { item: event.capture, isNew: event.type === 'capture.added' }
      : null,
}

export const TRAFFIC: LiveList<ExchangeSummary, SortField<'traffic'>> = {
  name: 'traffic',
  keyOf: idOf,
  fetchPage: (bench, params) => bench.call('traffic.list', params),
  changeIn: (event) =>
    event.type === 'exchange.added' || event.type === 'exchange.changed'
      ? { item: event.exchange, isNew: event.type === 'exchange.added' }
      : CAPTURES.changeIn(event),
}

export const TRAFFIC_BY_PAYMENT: LiveList<ExchangeSummary, SortField<'traffic'>> = {
  ...TRAFFIC,
  name: 'traffic by payment',
  fetchPage: (bench, { sort: _sort, ...params }) =>
    bench.call('traffic.list', { ...params, order: 'payment' }),
  isGrouped: true,
}

export function changesIn<Item extends { readonly projectId?: ProjectId | undefined }>(
  { changeIn }: Pick<LiveList<Item, never>, 'changeIn'>,
  events: readonly BenchEvent[],
  projectId: ProjectId | undefined,
): LiveChanges<Item> {
  const changes = events
    .map(changeIn)
    .filter((change) => change !== null)
    .filter(({ item }) => projectId === undefined || item.projectId === projectId)
  return {
    added: changes.filter(({ isNew }) => isNew).map(({ item }) => item),
    changed: changes.filter(({ isNew }) => !isNew).map(({ item }) => item),
  }
}

export const scopeOf = (query: string, projectId: ProjectId | undefined) =>
  present({ query: query || undefined, projectId })

/** The rows of the shown projects that a query matches, kept up to date; newest first unless sorted. */
export function useLiveList<
  Item extends { readonly projectId?: ProjectId | undefined },
  Field extends string,
>(
  list: LiveList<Item, Field>,
  query: string,
  sort: Sorting<Field> | null,
  startFollowing: boolean,
): UsedList<Item> {
  const bench = useBench()
  const projectId = useProjectFilter()
  return usePagedList<Item>({
    identity: JSON.stringify([list.name, query, sort, projectId ?? null]),
    filtered: query !== '' || list.isGrouped === true || !isNewestFirst(sort),
    startFollowing,
    keyOf: list.keyOf,
    fetchPage: (cursor, limit, skip) =>
      list.fetchPage(bench, { ...scopeOf(query, projectId), ...present({ sort, cursor }), limit, skip }),
    read: (events) => changesIn(list, events, projectId),
  })
}
