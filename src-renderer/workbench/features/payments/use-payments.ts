import type { BenchEvent } from '#protocol/events'
import type { PaymentSummary } from '#protocol/payments'
import { isNewestFirst } from '#window/list/columns'
import { type UsedList, usePagedList } from '#window/list/use-paged-list'
import type { LiveChanges } from '#window/list/paging'
import { useBench } from '#window/state/bench'
import type { Looks } from '#window/state/preferences-shape'
import type { ProjectId } from '#domain/ids'

const keyOf = (payment: PaymentSummary): string => payment.key

/** The list changes that a batch of events brings for the payments of one project, or of all. */
function paymentChanges(
  events: readonly BenchEvent[],
  projectId: ProjectId | undefined,
): LiveChanges<PaymentSummary> {
  const changed: PaymentSummary[] = []
  const added: PaymentSummary[] = []
  for (const event of events) {
    if (event.type !== 'payment.changed') continue
    if (projectId !== undefined && event.payment.projectId !== projectId) continue
    if (event.isNew) added.push(event.payment)
    else changed.push(event.payment)
  }
  return { changed, added }
}

/** The payments that a query matches, newest first unless they are sorted. */
export function usePayments(
  query: string,
  sort: Looks['payments']['sort'],
  projectId: ProjectId | undefined,
  startFollowing: boolean,
): UsedList<PaymentSummary> {
  const bench = useBench()
  return usePagedList<PaymentSummary>({
    identity: JSON.stringify([query, sort, projectId ?? null]),
    filtered: query !== '' || !isNewestFirst(sort),
    startFollowing,
    keyOf,
    fetchPage: (cursor, limit, skip) =>
      bench.call('payments.list', {
        limit,
        ...(query === '' ? {} : { query }),
        ...(sort === null ? {} : { sort }),
        ...(cursor === null ? {} : { cursor }),
        ...(skip === 0 ? {} : { skip }),
        ...(projectId === undefined ? {} : { projectId }),
      }),
    read: (events) => paymentChanges(events, projectId),
  })
}
