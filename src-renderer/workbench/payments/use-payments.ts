import type { BenchEvent } from '../../../src-main/contract/events'
import type { PaymentSummary } from '../../../src-main/contract/payments'
import { usePagedList } from '../list/use-paged-list'
import type { LiveChanges, UsedList } from '../list/use-paged-list'
import { useBench } from '../state/bench'

const keyOf = (payment: PaymentSummary): string => payment.key

/** What a batch of events means for the payments of a project, or of all. */
export function paymentChanges(
  events: readonly BenchEvent[],
  projectId: number | undefined,
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

/** The payments that a query matches, newest first. */
export function usePayments(
  query: string,
  projectId: number | undefined,
  startFollowing: boolean,
): UsedList<PaymentSummary> {
  const bench = useBench()
  return usePagedList<PaymentSummary>({
    identity: JSON.stringify([query, projectId ?? null]),
    filtered: query !== '',
    startFollowing,
    keyOf,
    fetchPage: (cursor, limit, skip) =>
      bench.call('payments.list', {
        limit,
        ...(query === '' ? {} : { query }),
        ...(cursor === null ? {} : { cursor }),
        ...(skip === 0 ? {} : { skip }),
        ...(projectId === undefined ? {} : { projectId }),
      }),
    read: (events) => paymentChanges(events, projectId),
  })
}
