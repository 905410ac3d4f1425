import type { PaymentKey } from '../../../../src-main/domain/ids'
import { MissingNotice } from '../../message-view/MissingNotice'
import { usePayment } from './detail/use-payment'

/** Says above the first-run guide that the payment of a link is not on this bench. */
export function MissingPayment({ paymentKey }: { readonly paymentKey: PaymentKey }) {
  const { isMissing } = usePayment(paymentKey)
  if (!isMissing) return null
  return (
    <div className="list-message">
      <MissingNotice label="Payment" id={paymentKey} />
    </div>
  )
}
