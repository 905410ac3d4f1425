import { useDeferredValue } from 'react'
import type { PaymentSummary } from '#protocol/payments'
import { formatWord } from '#domain/query/format'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import type { ProjectId } from '#domain/ids'

const MAX_PAYMENTS = 50

export interface FoundPayments {
  /** Newest first; null until they are known. */
  readonly items: readonly PaymentSummary[] | null
  /** How many there are, listed or not. */
  readonly total: number
  readonly error: string | null
}

/** The newest payments whose id contains the text: typing more of an id finds every payment. */
export function useFoundPayments(text: string, projectId: ProjectId | undefined): FoundPayments {
  const bench = useBench()
  const wanted = useDeferredValue(text.trim())
  const { value, error } = useFetched(`found-payments:${String(projectId)}:${wanted}`, () =>
    bench.call('payments.list', {
      limit: MAX_PAYMENTS,
      ...(wanted === '' ? {} : { query: `id:${formatWord(wanted)}` }),
      ...(projectId === undefined ? {} : { projectId }),
    }),
  )
  return { items: value?.items ?? null, total: value?.total ?? 0, error }
}

/** A payment by its key; null where there is none, undefined until that is known. */
export function usePaymentOf(
  key: string,
): Pick<PaymentSummary, 'key' | 'paymentId' | 'status'> | null | undefined {
  const bench = useBench()
  const { value, error } = useFetched(`payment-of:${key}`, async () => ({
    payment: key === '' ? null : await bench.call('payments.get', { key, maxSteps: 1 }),
  }))
  if (error !== null) return null
  return value?.payment
}
