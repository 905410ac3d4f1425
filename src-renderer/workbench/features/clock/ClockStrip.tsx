import { type KeyboardEvent, useRef, useState } from 'react'
import type { ClockView, NextTimer } from '#protocol/bench'
import { counted } from '#lib/words'
import { useLater, useReloadOn } from '#window/message-view/use-message'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { nextWait, nextWords, useClock, useVirtualNow } from '#window/state/clock'
import { usePreferences } from '#window/state/preferences'
import { Icon } from '#window/ui/Icon.tsx'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { formatClock, formatDateTime, formatDayAndClock, parseTime } from '#window/lib/time'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { wordsFor } from '#window/commands/command'
import { advance, modeText, TAKE_BACK } from './clock-commands'
import { LINE_TICKS, type LineMark, marksOf, NOW_PERCENT } from './clock-line'

const MAX_TIMERS = 200
const MAX_NAMED = 5

/** The open clock timeline, with marks for the next timers; a click on a mark jumps there. */
export function ClockStrip() {
  const isOpen = usePreferences(({ clockStrip }) => clockStrip)
  const clock = useClock()
  return isOpen && clock !== null ? <OpenStrip clock={clock} /> : null
}

const iconOf = ({ kind, name }: NextTimer): IconName =>
  kind === 'callback' ? 'callbacks' : name === 'deadline' ? 'state-decline' : 'state-expired'

function OpenStrip({ clock }: { readonly clock: ClockView }) {
  const bench = useBench()
  const now = useVirtualNow()
  const [target, setTarget] = useState<LineMark | null>(null)
  const line = useRef<HTMLDivElement>(null)
  const { value, reload } = useFetched('timers', () => bench.call('clock.timers', { limit: MAX_TIMERS }))
  useReloadOn(({ type }) => type === 'clock.changed' || type === 'counters.changed', useLater(reload))
  const known = (value?.items ?? []).filter(({ dueAt }) => parseTime(dueAt) > now)
  // The clock knows its next timer before the list is read again.
  const timers = known.length > 0 || clock.nextTimer === undefined ? known : [clock.nextTimer]
  const marks = marksOf(timers, now)
  const keptAt = clock.kept === undefined ? null : formatDateTime(parseTime(clock.kept.at))
  const isAdvancing = clock.advancing !== undefined
  const dueOf = (mark: LineMark): number => Math.max(...mark.timers.map(({ dueAt }) => parseTime(dueAt)))
  const jump = (mark: LineMark): void => {
    setTarget(null)
    advance(bench, Math.max(0, Math.ceil(dueOf(mark) - now)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const buttons = [...(line.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (step === undefined || at === -1) return
    event.preventDefault()
    buttons[at + step]?.focus()
  }
  const crossedTimers = target === null ? [] : timers.filter(({ dueAt }) => parseTime(dueAt) <= dueOf(target))
  return (
    <section className="lined-above clock-strip" aria-label="Clock timeline">
      <p className="small strip-now">
        <b className="mono figure">{formatClock(now)}</b>
        <span className="dim">{formatDateTime(now).slice(0, 10)}</span>
        <span className="dim">{modeText(clock)}</span>
      </p>
      <p className="small mid clip strip-words" role="status">
        {target === null ? restWords(timers, clock, now) : jumpWords(crossedTimers, dueOf(target))}
      </p>
      <CommandButton
        command={TAKE_BACK}
        subject={null}
        size="small"
        className="strip-back"
        disabled={keptAt === null || isAdvancing}
        {...(keptAt === null ? { title: wordsFor(TAKE_BACK.whyNotOffered ?? '', null) } : {})}
      />
      <div ref={line} className="strip-line" onKeyDown={onKeyDown} onMouseLeave={() => setTarget(null)}>
        {keptAt === null ? null : <i className="strip-kept" title={`Before the last advance: ${keptAt}`} />}
        <i className="strip-line-now" style={{ left: `${NOW_PERCENT.toString()}%` }} />
        {LINE_TICKS.map(({ label, at }) => (
          <span key={label} className="tiny dim nowrap strip-tick" style={{ left: `${at.toString()}%` }}>
            {label}
          </span>
        ))}
        {target === null ? null : (
          <i
            className="strip-span"
            style={{
              left: `${NOW_PERCENT.toString()}%`,
              width: `${(target.place - NOW_PERCENT).toString()}%`,
            }}
          />
        )}
        {marks.map((mark, at) => {
          const [first] = mark.timers
          return first === undefined ? null : (
            <button
              key={`${first.dueAt} ${first.paymentKey ?? ''} ${first.name}`}
              type="button"
              className="bare strip-mark"
              data-does="clock.advance"
              data-hue={first.kind === 'callback' ? 'quiet' : 'amber'}
              style={{ left: `${mark.place.toString()}%`, bottom: `${(2 + mark.level * 21).toString()}px` }}
              tabIndex={at === 0 ? 0 : -1}
              disabled={isAdvancing}
              aria-label={`Jump ${nextWait(first, now)}: ${markWords(mark)}`}
              title={mark.timers.slice(0, MAX_NAMED).map(nextWords).join('\n')}
              onMouseEnter={() => setTarget(mark)}
              onFocus={() => setTarget(mark)}
              onBlur={() => setTarget(null)}
              onClick={() => jump(mark)}
            >
              {mark.timers.length > 1 ? (
                <b className="tiny">{mark.timers.length}</b>
              ) : (
                <Icon name={iconOf(first)} small />
              )}
            </button>
          )
        })}
      </div>
    </section>
  )
}

const markWords = ({ timers }: LineMark): string => {
  const named = timers.slice(0, MAX_NAMED).map(nextWords).join('; ')
  if (timers.length === 1) return named
  const more = timers.length > MAX_NAMED ? ` and ${String(timers.length - MAX_NAMED)} more` : ''
  return `${counted(timers.length, 'timer')}: ${named}${more}`
}

const restWords = (timers: readonly NextTimer[], { kept }: ClockView, now: number): string => {
  const [first] = timers
  const past = kept === undefined ? '' : `Advanced from ${formatDayAndClock(parseTime(kept.at))}. `
  return first === undefined
    ? `${past}Nothing is due.`
    : `${past}${counted(timers.length, 'timer')}; next ${nextWait(first, now)}: ${nextWords(first)}. Choose a mark to jump there.`
}

/** Says what a jump to a time will do. */
function jumpWords(crossedTimers: readonly NextTimer[], at: number): string {
  const attempts = crossedTimers.filter(({ kind }) => kind === 'callback').length
  const ends = crossedTimers.length - attempts
  const parts = [
    ...(ends === 0 ? [] : [`${counted(ends, 'timer')} fire${ends === 1 ? 's' : ''}`]),
    ...(attempts === 0 ? [] : [`${counted(attempts, 'callback')} ${attempts === 1 ? 'is' : 'are'} sent`]),
  ]
  return `Jump to ${formatDayAndClock(at)}: ${parts.join(', ')}, and everything that follows happens.`
}
