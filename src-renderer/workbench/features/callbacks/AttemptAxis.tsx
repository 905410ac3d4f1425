import { useState } from 'react'
import type { CallbackDetail } from '#protocol/messages'
import { useClock, useVirtualNow } from '#window/state/clock'
import { draftOf, keepDraft } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { formatCountdown, formatDayAndClock, formatNear, parseTime } from '#window/lib/time'
import { type AxisBar, layOutSchedule, type ScheduleAxis, spanWords } from './schedule-axis'

const GROUND = 62
const HEIGHT = 98

function outcomeWords({ outcome, answer }: AxisBar): string {
  switch (outcome) {
    case 'planned':
      return 'scheduled'
    case 'held':
      return 'on hold'
    case 'waiting':
      return 'waiting for the response'
    case 'delivered':
    case 'failed':
      return `response ${answer ?? 'none'}`
  }
}

function barTitle(bar: AxisBar): string {
  const name = bar.resent
    ? 'resent manually, first attempt'
    : bar.n === 0
      ? 'first attempt'
      : `retry ${bar.n.toString()}`
  const wait = bar.n === 0 ? '' : `, after a wait of ${spanWords(bar.gapMs)}`
  return `${name}, ${outcomeWords(bar)}, ${spanWords(bar.sinceFirstMs)} after the first${wait}`
}

function Bar({ bar }: { readonly bar: AxisBar }) {
  const planned = bar.outcome === 'planned' || bar.outcome === 'held'
  return (
    <svg x={`${bar.x.toString()}%`} overflow="visible">
      <title>{barTitle(bar)}</title>
      <rect
        className={`axis-bar ${bar.outcome}`}
        x={-2}
        y={GROUND - bar.height}
        width={planned ? 3 : 4}
        height={bar.height}
      />
      {bar.resent ? <path className="axis-resent" d="M-4 72v-70" /> : null}
      {bar.outcome === 'failed' ? <path className="bad-s mk" d="M-2 67l4 4m0 -4l-4 4" /> : null}
      {bar.outcome === 'delivered' ? <path className="ok-s mk" d="M-3 69l2 2l4 -4" /> : null}
    </svg>
  )
}

function nowText(callback: CallbackDetail, now: number): string {
  const [first] = callback.attempts
  const passed = first === undefined ? '' : `, ${spanWords(now - parseTime(first.dueAt))} in`
  if (callback.state === 'held') return `now${passed}; held`
  if (callback.state === 'delivering') return `now${passed}; waiting for the response`
  if (callback.nextAttemptAt === undefined) return `now${passed}`
  const next = parseTime(callback.nextAttemptAt)
  return `now${passed}; next in ${formatCountdown(next - now)} at ${formatNear(next, now)}`
}

const CHART = 'attemptChart'

const LOW_WINDOW_PX = 700

/** A single attempt needs no chart, and in a low window body and answers need the space. */
const isOpenByDefault = (attempts: number): boolean => attempts > 1 && window.innerHeight >= LOW_WINDOW_PX

/** All attempts of a callback as a time axis: what was sent is filled, the remaining schedule is hollow. */
export function AttemptAxis({ callback }: { readonly callback: CallbackDetail }) {
  const [chosen, setChosen] = useState(() => draftOf(CHART))
  const axis = layOutSchedule(callback)
  if (axis.bars.length === 0) {
    return (
      <section className="lined fix axis-sec" aria-label="Attempts">
        <div className="section-head">
          <h3>Attempts</h3>
          <span className="note clip">
            {callback.note ?? 'No attempts were made and none are scheduled.'}
          </span>
        </div>
      </section>
    )
  }
  const isOpen = chosen === undefined ? isOpenByDefault(axis.bars.length) : chosen === 'open'
  const toggle = (): void => {
    const wanted = isOpen ? 'folded' : 'open'
    setChosen(wanted)
    keepDraft(CHART, wanted)
  }
  return (
    <section className="lined fix axis-sec" aria-label="Attempts">
      <div className="section-head">
        <h3>Attempts</h3>
        <Button
          look="quiet"
          size="small"
          icon={isOpen ? 'up' : 'down'}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          Chart
        </Button>
        {isOpen ? <span className="note clip">bar height: wait before the attempt</span> : null}
        <span className="grow" />
        <Legend callback={callback} bars={axis.bars} />
      </div>
      <figure className="axis-fig" hidden={!isOpen}>
        <Drawing callback={callback} axis={axis} />
      </figure>
    </section>
  )
}

interface LegendProps {
  readonly callback: CallbackDetail
  readonly bars: readonly AxisBar[]
}

function Legend({ callback, bars }: LegendProps) {
  const failed = bars.filter((bar) => bar.outcome === 'failed').length
  const delivered = bars.filter((bar) => bar.outcome === 'delivered').length
  const waiting = bars.filter((bar) => bar.outcome === 'waiting').length
  const last = callback.planned.at(-1)
  return (
    <>
      {failed === 0 ? null : (
        <span className="state small mid" data-hue="red">
          <Icon name="state-failed" small />
          {failed} not delivered
        </span>
      )}
      {delivered === 0 ? null : (
        <span className="state small mid" data-hue="green">
          <Icon name="state-delivered" small />
          delivered
        </span>
      )}
      {waiting === 0 ? null : (
        <span className="state small mid">
          <Icon name="state-processing" small />
          waiting…
        </span>
      )}
      {callback.state === 'dropped' ? (
        <span className="state small mid">
          <Icon name="state-dropped" small />
          dropped: no more attempts
        </span>
      ) : null}
      {callback.planned.length === 0 ? null : (
        <span className="state small mid">
          <Icon name={callback.state === 'held' ? 'state-held' : 'state-scheduled'} small />
          {callback.planned.length} {callback.state === 'held' ? 'on hold' : 'scheduled'}
        </span>
      )}
      {last === undefined ? null : (
        <span className="small dim nowrap c-last">last {formatDayAndClock(parseTime(last.dueAt))}</span>
      )}
    </>
  )
}

interface DrawingProps {
  readonly callback: CallbackDetail
  readonly axis: ScheduleAxis
}

function Drawing({ callback, axis }: DrawingProps) {
  const now = useVirtualNow()
  const frozen = useClock()?.mode === 'frozen'
  const isNowRight = axis.nowX > 60
  return (
    <svg className="draw" height={HEIGHT} role="img" aria-label={axis.sentence}>
      <line className="axis" x1="0" x2="100%" y1={GROUND + 0.5} y2={GROUND + 0.5} />
      {axis.bars.map((bar, index) => (
        <Bar key={index} bar={bar} />
      ))}
      {callback.planned.length === 0 ? null : (
        <>
          <line
            className="now"
            x1={`${axis.nowX.toString()}%`}
            x2={`${axis.nowX.toString()}%`}
            y1={2}
            y2={GROUND + 8}
            strokeWidth={1.25}
          />
          <svg x={`${axis.nowX.toString()}%`} overflow="visible">
            <text
              className="now-t halo"
              x={isNowRight ? -6 : 6}
              y={10}
              textAnchor={isNowRight ? 'end' : 'start'}
            >
              {nowText(callback, now)}
              {frozen ? ', frozen' : ''}
            </text>
          </svg>
        </>
      )}
      {axis.labels.map((label, index) => (
        <svg
          key={label.x}
          x={`${label.x.toString()}%`}
          overflow="visible"
          className={label.optional ? 'lab-opt' : undefined}
        >
          <line className="tick" x1={0} x2={0} y1={74} y2={78} />
          <text
            className="q"
            x={index === 0 ? -2 : index === axis.labels.length - 1 ? 2 : 0}
            y={90}
            textAnchor={
              index === 0 ? 'start' : index === axis.labels.length - 1 && label.x > 80 ? 'end' : 'middle'
            }
          >
            {label.text}
          </text>
        </svg>
      ))}
    </svg>
  )
}
