import { useState } from 'react'
import type { PaymentDetail, TimelineStep } from '#protocol/payments'
import { formatBytes, formatCount } from '#window/lib/time'
import { Button } from '#window/ui/Button.tsx'
import { SequenceDiagram } from './SequenceDiagram'
import {
  type FoldedSteps,
  foldWords,
  type OpenMessage,
  partyWord,
  spanOf,
  type TimelineRow,
  timelineRows,
} from './sequence-layout'
import { Icon } from '#window/ui/Icon.tsx'
import { nextDay, stepGap, wireTimeMs } from '#window/message-view/callback-words'

interface PaymentTimelineProps {
  readonly payment: PaymentDetail
  readonly openMessage: OpenMessage
  readonly selectedStep: string | null
  readonly showEarlier: () => void
}

/** What happened to a payment, as a drawing and as a table: the newest steps, and the earlier ones on request. */
export function PaymentTimeline({ payment, openMessage, selectedStep, showEarlier }: PaymentTimelineProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const { timeline, earlierSteps = 0, paymentId } = payment
  const rows = timelineRows(timeline, earlierSteps, unfolded)
  const unfold = (id: string): void => setUnfolded(new Set([...unfolded, id]))
  return (
    <>
      {earlierSteps === 0 ? null : (
        <div className="bar small">
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
        onOpen={openMessage}
        onUnfold={unfold}
      />
      <StepTable rows={rows} selectedId={selectedStep} onOpen={openMessage} onUnfold={unfold} />
    </>
  )
}

interface StepTableProps {
  readonly rows: readonly TimelineRow[]
  readonly selectedId: string | null
  readonly onOpen: OpenMessage
  readonly onUnfold: (id: string) => void
}

function Answer({ step }: { readonly step: TimelineStep }) {
  if (step.answer === undefined) return null
  const look =
    step.answer === 'none' ? 'bad' : step.failed === true || !step.answer.startsWith('2') ? 'bad' : 'ok'
  return <span className={`http ${look}`}>{step.answer}</span>
}

function FoldedRow({
  fold,
  onUnfold,
}: {
  readonly fold: FoldedSteps
  readonly onUnfold: (id: string) => void
}) {
  const last = fold.number + fold.steps.length - 1
  return (
    <tr>
      <td className="num dim">
        {fold.number}…{last}
      </td>
      <td colSpan={6}>
        <button type="button" className="bare step-open" onClick={() => onUnfold(fold.id)}>
          {foldWords(fold)}
        </button>
      </td>
    </tr>
  )
}

/** The steps of the drawing as a table, with the exact times. */
function StepTable({ rows, selectedId, onOpen, onUnfold }: StepTableProps) {
  return (
    <table className="plain steps">
      <caption className="sr">Steps of the payment</caption>
      <thead>
        <tr>
          <th className="num">#</th>
          <th>Virtual time</th>
          <th className="num">After</th>
          <th>From, to</th>
          <th>What</th>
          <th>Response</th>
          <th className="num">Size</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          if (row.type === 'fold') return <FoldedRow key={`f${row.id}`} fold={row} onUnfold={onUnfold} />
          const { step, number } = row
          const { reference } = step
          const previous = rows[index - 1]
          const before = previous === undefined ? undefined : spanOf(previous).to
          const newDay = before !== undefined && before.slice(0, 10) !== step.at.slice(0, 10)
          const isSelected = step.id === selectedId
          return (
            <tr
              key={step.id}
              className={[isSelected ? 'chosen' : '', step.kind === 'planned' ? 'planned' : '']
                .join(' ')
                .trim()}
            >
              <td className="num dim">{number}</td>
              <td className="mono" title={step.wallAt === undefined ? undefined : `wall ${step.wallAt}`}>
                {newDay ? `${nextDay(step.at, before)} ` : ''}
                {wireTimeMs(step.at)}
              </td>
              <td className="num dim mono">{before === undefined ? '' : stepGap(before, step.at)}</td>
              <td className="mid">
                {partyWord(step.from)}
                {step.from === step.to ? null : (
                  <>
                    {' '}
                    <Icon name="arrow" small className="inl" />
                    <span className="sr"> to </span> {partyWord(step.to)}
                  </>
                )}
              </td>
              <td
                className="wide-cell"
                title={step.detail === undefined ? step.title : `${step.title}: ${step.detail}`}
              >
                <span className="step-what">
                  {reference === undefined ? (
                    step.title
                  ) : (
                    <button
                      type="button"
                      className="bare step-open"
                      aria-current={isSelected ? 'step' : undefined}
                      onClick={() => onOpen(reference, step.id)}
                    >
                      {step.title}
                    </button>
                  )}
                  {step.kind === 'planned' ? <span className="dim">planned</span> : null}
                  {step.detail === undefined ? null : <span className="dim step-detail">{step.detail}</span>}
                </span>
              </td>
              <td>
                <Answer step={step} />
              </td>
              <td className="num dim">{step.sizeBytes === undefined ? '' : formatBytes(step.sizeBytes)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
