import { useEffect } from 'react'
import type { Result } from '../../../../../src-main/protocol/methods'
import { isEmptyFields } from '../../../../../src-main/domain/clarification/fields'
import type { ClarificationFields } from '../../../../../src-main/domain/clarification/fields'
import { useFetched } from '../../../message-view/use-fetched'
import { useBench } from '../../../state/bench'
import type { PaymentKey } from '../../../../../src-main/domain/ids'

const SETTLE_MS = 150

export type ClarificationPreview = Result<'payments.previewClarification'>

interface PreviewState {
  readonly preview: ClarificationPreview | null
  readonly error: string | null
}

const writable = (fields: ClarificationFields): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([key, names]) => [key, [...names]]))

/** What a request for these fields would send; fetched again a moment after the last change. */
export function useClarificationPreview(paymentKey: PaymentKey, fields: ClarificationFields): PreviewState {
  const bench = useBench()
  const { value, error, reload } = useFetched<ClarificationPreview | null>(
    `preview:${paymentKey}`,
    async () => {
      if (isEmptyFields(fields)) return null
      return bench.call('payments.previewClarification', { key: paymentKey, fields: writable(fields) })
    },
  )
  const wanted = JSON.stringify(fields)
  useEffect(() => {
    const timer = setTimeout(reload, SETTLE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [wanted, reload])
  return { preview: value, error }
}
