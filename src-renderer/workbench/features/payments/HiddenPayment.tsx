import { useState } from 'react'
import type { PaymentSummary } from '#protocol/payments'
import type { PagedList } from '#window/list/paged-list'
import type { UsedList } from '#window/list/use-paged-list'
import { useJustMade } from '#window/state/just-made'
import { setLook, setPlace, setPreferences, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { visibleId } from '#window/ui/id-text'

interface HiddenPaymentProps {
  readonly payments: UsedList<PaymentSummary>
}

/** How often the list had been read when the payment was made. */
interface Since {
  readonly key: string
  readonly list: PagedList<PaymentSummary>
  readonly fetched: number
}

/** A notice that the new payment is not in the list, why, and how to show it. */
export function HiddenPayment({ payments }: HiddenPaymentProps) {
  const { query, selection } = usePreferences((state) => state.payments)
  const projectId = usePreferences((state) => state.projectId)
  const sort = usePreferences((state) => state.looks.payments.sort)
  const made = useJustMade(selection)
  const { state } = payments
  const [since, setSince] = useState<Since | null>(null)
  if (made !== null && since?.key !== made.key)
    setSince({ key: made.key, list: payments.list, fetched: state.fetched })

  if (made === null || state.phase !== 'ready' || payments.rowOf(made.key) >= 0) return null
  // The list may be older than the payment until it has been read again.
  const before = since?.list === payments.list ? since.fetched : 0
  if (since?.key !== made.key || state.fetched <= before) return null
  const { paymentId } = made
  if (projectId !== null && projectId !== made.projectId) {
    return (
      <Hidden
        title={`${visibleId(paymentId)} is in another project.`}
        label="Show all projects"
        onShow={() => setPreferences({ projectId: null })}
      />
    )
  }
  const complete = state.paging.anchor === null
  if (sort !== null && (query === '' || !complete)) {
    return (
      <Hidden
        title={`${visibleId(paymentId)} is further down in this sort order.`}
        label="Newest first"
        onShow={() => setLook('payments', { sort: null })}
      />
    )
  }
  return (
    <Hidden
      title={`${visibleId(paymentId)} is hidden by the filter.`}
      label="Clear the filter"
      onShow={() => setPlace('payments', { query: '' })}
    />
  )
}

function Hidden({
  title,
  label,
  onShow,
}: {
  readonly title: string
  readonly label: string
  readonly onShow: () => void
}) {
  return (
    <div className="list-message band">
      <Notice
        live
        title={title}
        action={
          <Button size="small" onClick={onShow}>
            {label}
          </Button>
        }
      />
    </div>
  )
}
