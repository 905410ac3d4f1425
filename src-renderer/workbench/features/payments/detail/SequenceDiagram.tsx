import type { CSSProperties, ReactNode } from 'react'
import type { TimelineStep } from '#protocol/payments'
import { foldWords, type OpenMessage, PARTY_WORDS, type timelineRows } from './timeline-rows'
import { useClock, useVirtualNow } from '#window/state/clock'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import { formatClock } from '#window/lib/time'
import './payment-detail.css'
import { visibleId } from '#window/ui/IdText.tsx'
import { wireTime } from '#window/message-view/callback-words'

export interface StepsProps {
  readonly rows: ReturnType<typeof timelineRows>
  readonly selectedId: string | null
  readonly onOpen: OpenMessage
  readonly onUnfold: (callbackId: string) => void
}

/** Parties with a lifeline, from left to right; the tester acts through the platform. */
const LANES = ['customer', 'form', 'platform', 'provider', 'merchant'] as const

const lineOf = (party: TimelineStep['from']): number =>
  3 + 2 * LANES.indexOf(party === 'tester' ? 'platform' : party)

function Drawn({ step }: { readonly step: TimelineStep }) {
  const { from, to, title, answer, failed, kind } = step
  const [start, end] = [lineOf(from), lineOf(to)]
  const look = kind === 'planned' ? 'plan' : failed === true ? 'bad' : ''
  if (from === 'tester' || start === end) {
    const isLast = start === lineOf('merchant')
    const column = isLast ? `2 / ${start}` : `${start} / -1`
    return (
      <span className={`seq-own clip ${look} ${isLast ? 'left' : ''}`} style={{ gridColumn: column }}>
        {from === 'tester' ? 'you: ' : ''}
        {title}
      </span>
    )
  }
  const isLeftwards = end < start
  const beside: CSSProperties = { gridColumn: isLeftwards ? `${end - 1} / ${end}` : `${end} / ${end + 1}` }
  return (
    <>
      <span
        className={`seq-arrow ${look} ${isLeftwards ? 'left' : ''}`}
        style={{ gridColumn: `${Math.min(start, end)} / ${Math.max(start, end)}` }}
      >
        <span className="clip">{title}</span>
      </span>
      {answer === undefined ? null : (
        <span
          className={`seq-answer mono ${failed !== true && answer.startsWith('2') ? 'good' : 'bad'} ${isLeftwards ? 'left' : ''}`}
          style={beside}
        >
          {answer}
        </span>
      )}
    </>
  )
}

/** The line that marks the present; it renders separately, so that the diagram does not render on every tick. */
function NowLine() {
  const now = useVirtualNow()
  const frozen = useClock()?.mode === 'frozen'
  return (
    <div className="seq-now">
      <span className="mono">{formatClock(now)}</span>
      <span>{frozen ? 'now, frozen' : 'now'}</span>
    </div>
  )
}

interface DrawnRowProps extends Omit<StepsProps, 'rows'> {
  readonly row: StepsProps['rows'][number]
}

function DrawnRow({ row, selectedId, onOpen, onUnfold }: DrawnRowProps) {
  const wait = row.isWaiting ? <i className="seq-wait" /> : null
  if ('steps' in row) {
    return (
      <button type="button" tabIndex={-1} className="bare seq-row" onClick={() => onUnfold(row.callbackId)}>
        {wait}
        <span className="seq-fold">{foldWords(row)}</span>
      </button>
    )
  }
  const { step, status, day } = row
  const { reference } = step
  const content: ReactNode = (
    <>
      {wait}
      <span className={step.kind === 'planned' ? 'mono dim' : 'mono mid'}>{wireTime(step.at)}</span>
      <Drawn step={step} />
    </>
  )
  const title = step.detail === undefined ? step.title : `${step.title}: ${step.detail}`
  return (
    <>
      {day === undefined ? null : <div className="seq-row dim">{day}</div>}
      {reference === undefined ? (
        <div className="seq-row" title={title}>
          {content}
        </div>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className="bare seq-row"
          title={title}
          aria-current={step.id === selectedId ? 'step' : undefined}
          onClick={() => onOpen(reference, step.id)}
        >
          {content}
        </button>
      )}
      {status === undefined ? null : (
        <div className="seq-row">
          <span className="seq-status">
            <StatusBadge status={status} small />
          </span>
        </div>
      )}
    </>
  )
}

/**
 * The payment as messages between its parties: past ones are solid, planned ones dashed. Only the pointer can open
 * messages here; keyboard users open them in the table below, which has the same steps.
 */
export function SequenceDiagram({ paymentId, rows, ...steps }: StepsProps & { readonly paymentId: string }) {
  const planned = rows.findIndex((row) => 'step' in row && row.step.kind === 'planned')
  const past = planned === -1 ? rows.length : planned
  const draw = (row: StepsProps['rows'][number]): ReactNode => (
    <DrawnRow key={row.number} row={row} {...steps} />
  )
  return (
    <figure className="seq" aria-label={`Sequence of payment ${visibleId(paymentId)}`}>
      <div className="seq-lives" aria-hidden="true">
        {LANES.map((lane) => (
          <i key={lane} style={{ gridColumn: lineOf(lane) }} />
        ))}
      </div>
      <div className="seq-row">
        {LANES.map((lane) => (
          <b key={lane} style={{ gridColumn: `${lineOf(lane) - 1} / span 2` }}>
            {PARTY_WORDS[lane]}
          </b>
        ))}
      </div>
      {rows.slice(0, past).map(draw)}
      <NowLine />
      {rows.slice(past).map(draw)}
    </figure>
  )
}
