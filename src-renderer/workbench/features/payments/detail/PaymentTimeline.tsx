import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { PaymentDetail, TimelineStep } from '#protocol/payments'
import { formatCount } from '#lib/words'
import {
  formatBytes,
  formatClock,
  formatClockMs,
  formatDay,
  formatDuration,
  parseTime,
} from '#window/lib/time'
import { RowMark } from '#window/message-view/Marks.tsx'
import { shortDay, stepGap } from '#window/message-view/callback-words'
import { useClock, useVirtualNow } from '#window/state/clock'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import { clickOpenRow, OpenRow } from '#window/ui/Table.tsx'
import { laneOf, lanesOf, type OpenMessage, partyWord, timelineRows } from './timeline-rows'

interface PaymentTimelineProps {
  readonly payment: PaymentDetail
  readonly openMessage: OpenMessage
  readonly selectedStep: string | null
  readonly showEarlier: () => void
}

type Row = ReturnType<typeof timelineRows>[number]
type Lanes = ReturnType<typeof lanesOf>

/** The payment as messages between its parties: past ones are solid, planned ones dashed. */
export function PaymentTimeline({ payment, openMessage, selectedStep, showEarlier }: PaymentTimelineProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const table = useRef<HTMLTableElement>(null)
  // Opens at the chosen step, or else at the newest ones, which are above the line of the present time.
  useLayoutEffect(() => {
    const row = table.current?.querySelector('.chosen') ?? table.current?.querySelector('.s-now')
    row?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { timeline, earlierSteps = 0 } = payment
  const last = timeline.findLast(({ kind }) => kind !== 'planned')
  const rows = timelineRows(timeline, earlierSteps, unfolded)
  const lanes = lanesOf(timeline)
  const line = [...lanes.values()].map(
    (place) => `linear-gradient(var(--line-strong) 0 0) ${place.toString()}% 0 / 1px 100% repeat-y`,
  )
  const planned = rows.findIndex((row) => 'step' in row && row.step.kind === 'planned')
  const past = planned === -1 ? rows.length : planned
  const draw = (row: Row): ReactNode => (
    <TimelineRow
      key={row.number}
      row={row}
      lanes={lanes}
      isSelected={'step' in row && row.step.id === selectedStep}
      openMessage={openMessage}
      unfold={(callbackId) => setUnfolded(new Set([...unfolded, callbackId]))}
    />
  )
  return (
    <>
      {earlierSteps === 0 ? null : (
        <div className="bar small">
          <span className="grow dim">
            These are the newest steps. {formatCount(earlierSteps)} earlier ones are not shown.
          </span>
          <Button size="small" onClick={showEarlier}>
            Show earlier steps
          </Button>
        </div>
      )}
      <table ref={table} className="steps tiny" style={{ '--lanes': line.join(',') }}>
        <caption className="sr">Steps of the payment</caption>
        <thead>
          <tr>
            <th>Time</th>
            <th className="s-drawing">
              <span className="sr">Step</span>
              {[...lanes].map(([lane, place]) => (
                <b key={lane} aria-hidden="true" style={{ left: `${place.toString()}%` }}>
                  {partyWord(lane)}
                </b>
              ))}
            </th>
            <th className="num">Response</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, past).map(draw)}
          <Now last={last?.at ?? ''} />
          {rows.slice(past).map(draw)}
        </tbody>
      </table>
    </>
  )
}

/**
 * Renders separately, so that the steps do not render with every tick.
 * @param last time of the last past step, below whose day the line is
 */
function Now({ last }: { readonly last: string }) {
  const now = useVirtualNow()
  const frozen = useClock()?.mode === 'frozen'
  return (
    <tr className="s-now">
      <th colSpan={3}>
        <span>
          now {shortDay(last) === formatDay(now) ? '' : formatDay(now)}{' '}
          <span className="mono">{formatClock(now)}</span>
          {frozen ? ', frozen' : ''}
        </span>
      </th>
    </tr>
  )
}

interface TimelineRowProps {
  readonly row: Row
  readonly lanes: Lanes
  readonly isSelected: boolean
  readonly openMessage: OpenMessage
  readonly unfold: (callbackId: string) => void
}

function TimelineRow({ row, lanes, isSelected, openMessage, unfold }: TimelineRowProps) {
  const wait = row.isWaiting ? (
    <i className="s-wait" style={{ left: `${placeOf('platform', lanes)}%` }} />
  ) : null
  if ('steps' in row) {
    return (
      <tr onClick={clickOpenRow}>
        <td />
        <td className="s-drawing">
          {wait}
          <button type="button" className="bare s-own clip step-open" onClick={() => unfold(row.callbackId)}>
            Show {row.steps.length} more retries
          </button>
        </td>
        <td />
      </tr>
    )
  }
  const { step, status, day, before } = row
  const { reference, kind, failed, answer, detail, durationMs, marks = [], responseMarks = [] } = step
  const title =
    reference === undefined ? (
      <span className="clip">{words(step)}</span>
    ) : (
      <OpenRow isOpen={isSelected} className="clip" onOpen={() => openMessage(reference, step.id)}>
        {words(step)}
      </OpenRow>
    )
  const look = `${kind}${failed === true ? ' failed' : ''}${isSelected ? ' chosen' : ''}`
  return (
    <>
      {day === undefined ? null : (
        <tr className="s-date">
          <th colSpan={3}>
            <span>{day}</span>
          </th>
        </tr>
      )}
      <tr className={look} title={factsOf(step, before)} onClick={clickOpenRow}>
        <td className="mono" title={step.wallAt === undefined ? undefined : `wall ${step.wallAt}`}>
          {formatClock(parseTime(step.at))}
        </td>
        <td className="s-drawing">
          {wait}
          <Drawn step={step} lanes={lanes}>
            {title}
            <RowMark marks={marks} />
            <RowMark marks={responseMarks} byRule="by a rule" />
            <span className="sr">
              {kind === 'planned' ? ', planned' : ''}
              {detail === undefined ? '' : `: ${detail}`}
            </span>
          </Drawn>
          {status === undefined ? null : (
            <span className="s-status" style={centred(placeOf('platform', lanes))}>
              <StatusBadge status={status} />
            </span>
          )}
        </td>
        <td className="num">
          {answer === undefined ? null : (
            <span className={`http ${failed === true || answer === 'none' ? 'bad' : 'ok'}`}>{answer}</span>
          )}
          {durationMs === undefined ? null : <small className="dim">{formatDuration(durationMs)}</small>}
        </td>
      </tr>
    </>
  )
}

const placeOf = (party: TimelineStep['from'], lanes: Lanes): number => lanes.get(laneOf(party)) ?? 50

/** Centres words at a place in percent, but keeps them within the drawing: by how much either side is wider. */
const centred = (place: number): CSSProperties => ({
  '--before': `${Math.max(0, 2 * place - 100).toString()}%`,
  '--after': `${Math.max(0, 100 - 2 * place).toString()}%`,
})

const words = ({ from, title }: TimelineStep): string => {
  if (from !== 'tester') return title
  return title.startsWith('The tester ') ? title.replace('The tester', 'you') : `you: ${title}`
}

function factsOf(step: TimelineStep, before: string | undefined): string {
  const { at, title, detail, sizeBytes } = step
  const gap = before === undefined ? '' : `, ${stepGap(before, at)}`
  const size = sizeBytes === undefined ? '' : `, ${formatBytes(sizeBytes)}`
  return `${formatClockMs(parseTime(at))}${gap}${size}\n${title}${detail === undefined ? '' : `: ${detail}`}`
}

/** The words of a short arrow may be this wide: fits "2 fields requested". */
const MIN_WORDS = '104px'

interface DrawnProps {
  readonly step: TimelineStep
  readonly lanes: Lanes
  readonly children: ReactNode
}

function Drawn({ step: { from, to, delivery }, lanes, children }: DrawnProps) {
  const [start, end] = [placeOf(from, lanes), placeOf(to, lanes)]
  if (start === end) {
    const isRight = start > 50
    const space = `calc(${(isRight ? 100 - start : start).toString()}% + 9px)`
    return (
      <>
        <i className="s-dot" style={{ left: `${start.toString()}%` }} />
        <span
          className={isRight ? 's-own clip right' : 's-own clip'}
          style={isRight ? { paddingRight: space } : { paddingLeft: space }}
        >
          {children}
        </span>
      </>
    )
  }
  const [left, width] = [Math.min(start, end), Math.abs(end - start)]
  const stop = delivery === undefined || delivery === 'replay' ? undefined : delivery
  return (
    <>
      <span className="s-label" style={centred((start + end) / 2)}>
        <span style={{ maxWidth: `max(${width.toString()}%, ${MIN_WORDS})` }}>
          <span className="sr">
            {partyWord(from)} to {partyWord(to)}:{' '}
          </span>
          {children}
        </span>
      </span>
      <i
        className={`s-arrow ${end < start ? 'back' : ''} ${delivery ?? ''}`}
        style={{ left: `${left.toString()}%`, width: `${width.toString()}%` }}
      />
      {stop === undefined ? null : (
        <span
          className="s-stop"
          style={{ left: `${end.toString()}%` }}
          data-hue={stop === 'held' ? 'amber' : 'quiet'}
        >
          <Icon name={`state-${stop}`} small />
          {stop}
        </span>
      )}
    </>
  )
}
