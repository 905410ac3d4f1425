import { BURST_REMEDY } from '#protocol/bench'
import type { PaymentDetail } from '#protocol/payments'
import { formatCount } from '#window/lib/figures'
import { formatWallClock, parseTime } from '#window/lib/time'
import { Notice } from '#window/ui/Notice.tsx'

/** Says that the requests about a payment and its callbacks probably cause each other, and how to end that. */
export function RequestBurst({ payment }: { readonly payment: PaymentDetail }) {
  const { requestBurst, callbacks } = payment
  if (requestBurst === undefined) return null
  const sent = callbacks.delivered + callbacks.failed + callbacks.pending
  return (
    <div className="band pay-fault">
      <Notice
        tone="amber"
        title={`${formatCount(requestBurst.requests)} requests about this payment came within a minute (wall time ${formatWallClock(parseTime(requestBurst.wallFrom))}); it has ${formatCount(sent)} callbacks.`}
      >
        {BURST_REMEDY}
      </Notice>
    </div>
  )
}
