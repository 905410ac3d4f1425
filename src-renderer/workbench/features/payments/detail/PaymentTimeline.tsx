import { useState } from 'react'
import type { PaymentDetail, TimelineStep } from '#protocol/payments'
import { formatCount } from '#window/lib/figures'
import { Button } from '#window/ui/Button.tsx'
import { SequenceDiagram } from './SequenceDiagram'
import { StepTable } from './StepTable'
import { timelineRows } from './timeline-rows'

interface PaymentTimelineProps {
  readonly payment: PaymentDetail
  readonly openStep: (step: TimelineStep) => void
  readonly selectedStep: string | null
  readonly showEarlier: () => void
}

/** What happened to a payment, as a drawing and as a table: the newest steps, and the earlier ones on request. */
export function PaymentTimeline({ payment, openStep, selectedStep, showEarlier }: PaymentTimelineProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const { timeline, earlierSteps = 0, paymentId } = payment
  const rows = timelineRows(timeline, earlierSteps, unfolded)
  const unfold = (id: string): void => setUnfolded(new Set([...unfolded, id]))
  return (
    <>
      {earlierSteps === 0 ? null : (
        <div className="bar small msg-bar">
          <span className="grow dim">
            The newest steps. {formatCount(earlierSteps)} earlier ones are not shown.
          </span>
          <Button size="small" onClick={showEarlier}>
            Show earlier steps
          </Button>
        </div>
      )}
      <SequenceDiagram
        paymentId={paymentId}
        rows={rows}
        selectedId={selectedStep}
        onOpen={openStep}
        onUnfold={unfold}
      />
      <StepTable rows={rows} selectedId={selectedStep} onOpen={openStep} onUnfold={unfold} />
    </>
  )
}
