import { useState } from 'react'
import type { CallbackDetail } from '#protocol/messages'
import { useClock, useVirtualNow } from '#window/state/clock'
import { draftOf, keepDraft } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { formatCountdown, formatDayAndClock, formatNear, parseTime } from '#window/lib/time'
import { attemptBars, outcomeCounts } from './attempt-bars'

function NowLine({ callback, isRight }: { readonly callback: CallbackDetail; readonly isRight: boolean }) {
  const { attempts, state, nextAttemptAt } = callback
  const [first] = attempts
  const now = useVirtualNow()
  const next = state === 'held' || nextAttemptAt === undefined ? null : parseTime(nextAttemptAt)
  const frozen = useClock()?.mode === 'frozen'
  return (
    <span className={isRight ? 'axis-now right' : 'axis-now'}>
      <span>
        now
        {first === undefined ? '' : `, ${formatCountdown(now - parseTime(first.dueAt))} after the first`}
        {next === null ? '' : `; next in ${formatCountdown(next - now)} at ${formatNear(next, now)}`}
        {frozen ? ', frozen' : ''}
      </span>
    </span>
  )
}

const CHART = 'attemptChart'
const SHORT_WINDOW_PX = 700
/** The number of bars, each at most 4.2 % wide, that fill the axis. */
const FULL_AXIS = 24

/** A single attempt needs no chart, and a short window needs the space for the body and the responses. */
const isOpenByDefault = (attempts: number): boolean => attempts > 1 && window.innerHeight >= SHORT_WINDOW_PX

export function AttemptAxis({ callback }: { readonly callback: CallbackDetail }) {
  const [chosen, setChosen] = useState(() => draftOf(CHART))
  const bars = attemptBars(callback)
  const counts = outcomeCounts(bars)
  const { attempts, planned, state } = callback
  const sent = attempts.length
  const last = planned.at(-1)
  const due = [...attempts, ...planned].map(({ dueAt }) => parseTime(dueAt))
  const [firstAt = 0] = due
  const lastAt = due.at(-1) ?? firstAt
  const lastWords = `${last === undefined ? 'last attempt' : 'final attempt due'} ${formatDayAndClock(lastAt)}`
  const isOpen = bars.length > 0 && (chosen === undefined ? isOpenByDefault(bars.length) : chosen === 'open')
  const toggle = (): void => {
    const wanted = isOpen ? 'folded' : 'open'
    setChosen(wanted)
    keepDraft(CHART, wanted)
  }
  const words = [`Attempts: ${bars.length}. ${sent} sent`, ...counts.map((count) => count.words)].join(', ')
  const draw = ({ outcome, height, resent, title }: (typeof bars)[number], at: number) => (
    <i key={at} className={resent ? `${outcome} resent` : outcome} style={{ height }} title={title} />
  )
  return (
    <section className="lined fix axis-sec" aria-label="Attempts">
      <div className="section-head">
        <h3>Attempts</h3>
        {bars.length === 0 ? (
          <span className="note clip">
            {callback.note ?? 'No attempts were made and none are scheduled.'}
          </span>
        ) : (
          <Button
            look="quiet"
            size="small"
            icon={isOpen ? 'fold' : 'down'}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            Chart
          </Button>
        )}
        <span className="grow" />
        {counts.map(({ outcome, icon, hue, words }) => (
          <span key={outcome} className="state small mid" data-hue={hue}>
            <Icon name={icon} small />
            {words}
          </span>
        ))}
        {state === 'dropped' ? (
          <span className="state small mid">
            <Icon name="state-dropped" small />
            dropped: no more attempts
          </span>
        ) : null}
        {last === undefined || isOpen ? null : <span className="small dim nowrap c-last">{lastWords}</span>}
      </div>
      <figure className="axis-fig" hidden={!isOpen} role="img" aria-label={words}>
        {bars.slice(0, sent).map(draw)}
        {last === undefined ? null : <NowLine callback={callback} isRight={sent > bars.length / 2} />}
        {bars.slice(sent).map((bar, at) => draw(bar, sent + at))}
      </figure>
      {isOpen ? (
        <p className="row wraps tiny dim axis-ends">
          <span>first attempt {formatDayAndClock(firstAt)}</span>
          <span>height: wait before the attempt</span>
          {bars.length === 1 ? null : (
            <span className={bars.length < FULL_AXIS ? undefined : 'end'}>
              {lastWords}, {formatCountdown(lastAt - firstAt)} after the first
            </span>
          )}
        </p>
      ) : null}
    </section>
  )
}
