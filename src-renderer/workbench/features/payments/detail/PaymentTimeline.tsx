import { useState } from 'react'
import type { PaymentDetail, TimelineStep } from '#protocol/payments'
import { formatCount } from '#lib/words'
import { formatBytes } from '#window/lib/time'
import { Button } from '#window/ui/Button.tsx'
import { SequenceDiagram, type StepsProps } from './SequenceDiagram'
import { foldWords, type OpenMessage, PARTY_WORDS, timelineRows } from './timeline-rows'
import { Icon } from '#window/ui/Icon.tsx'
import { stepGap, wireTimeMs } from '#window/message-view/callback-words'

interface PaymentTimelineProps {
  readonly payment: PaymentDetail
  readonly openMessage: OpenMessage
  readonly selectedStep: string | null
  readonly showEarlier: () => void
}

export function PaymentTimeline({ payment, openMessage, selectedStep, showEarlier }: PaymentTimelineProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const { timeline, earlierSteps = 0, paymentId } = payment
  const steps: StepsProps = {
    rows: timelineRows(timeline, earlierSteps, unfolded),
    selectedId: selectedStep,
    onOpen: openMessage,
    onUnfold: (callbackId) => setUnfolded(new Set([...unfolded, callbackId])),
  }
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
      <SequenceDiagram paymentId={paymentId} {...steps} />
      <StepTable {...steps} />
    </>
  )
}

function Answer({ step: { answer, failed } }: { readonly step: TimelineStep }) {
  if (answer === undefined) return null
  return <span className={`http ${failed === true || !answer.startsWith('2') ? 'bad' : 'ok'}`}>{answer}</span>
}

function StepTable({ rows, selectedId, onOpen, onUnfold }: StepsProps) {
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
        {rows.map((row) => {
          if ('steps' in row)
            return (
              <tr key={row.number}>
                <td className="num dim">
                  {row.number}…{row.number + row.steps.length - 1}
                </td>
                <td colSpan={6}>
                  <button type="button" className="bare step-open" onClick={() => onUnfold(row.callbackId)}>
                    {foldWords(row)}
                  </button>
                </td>
              </tr>
            )
          const { step, number, day, before } = row
          const { reference } = step
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
                {day === undefined ? '' : `${day} `}
                {wireTimeMs(step.at)}
              </td>
              <td className="num dim mono">{before === undefined ? '' : stepGap(before, step.at)}</td>
              <td className="mid">
                {PARTY_WORDS[step.from]}
                {step.from === step.to ? null : (
                  <>
                    {' '}
                    <Icon name="arrow" small className="inl" />
                    <span className="sr"> to </span> {PARTY_WORDS[step.to]}
                  </>
                )}
              </td>
              <td
                className="wide-cell"
                title={step.detail === undefined ? step.title : `${step.title}: ${step.detail}`}
              >
                <span className="row">
                  {reference === undefined ? (
                    step.title
                  ) : (
                    <button
                      type="button"
                      className="bare clip step-open"
                      aria-current={isSelected ? 'step' : undefined}
                      onClick={() => onOpen(reference, step.id)}
                    >
                      {step.title}
                    </button>
                  )}
                  {step.kind === 'planned' ? <span className="dim">planned</span> : null}
                  {step.detail === undefined ? null : (
                    <span className="dim clip step-detail">{step.detail}</span>
                  )}
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
