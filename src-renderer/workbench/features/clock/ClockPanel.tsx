import type { ClockView } from '#protocol/bench'
import { useBench } from '#window/state/bench'
import { useLastChange } from '#window/state/info'
import { isFar, nextWait, nextWord, nextWords, useClock, useVirtualNow } from '#window/state/clock'
import { CommandButton, CommandItems } from '#window/commands/CommandControls.tsx'
import {
  ADVANCE_TO_NEXT,
  cancelAdvance,
  CLOCK_DIALOGS,
  modeText,
  offsetOf,
  setClockTo,
  STEP_COMMANDS,
  TAKE_BACK,
} from './clock-commands'
import { setPreferences, usePreferences } from '#window/state/preferences'
import { openPayment } from '#window/navigation/views'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { Menu, MenuChoice, MenuLine, MenuNote } from '#window/ui/Menu.tsx'
import { formatCountdown, formatDateTime, formatNear, parseTime } from '#window/lib/time'
import { visibleId } from '#window/ui/IdText.tsx'

const MODE_ICONS = { live: 'state-scheduled', frozen: 'state-held', scaled: 'next' } as const

const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'frozen', label: 'Frozen' },
  { value: 'scaled 10', label: '×10' },
  { value: 'scaled 60', label: '×60', note: '1 min a second' },
  { value: 'scaled 3600', label: '×3600', note: '1 h a second' },
]

function ModeMenu({ clock }: { readonly clock: ClockView }) {
  const bench = useBench()
  const lastChange = useLastChange('clock')
  const choose = (value: string): void => {
    if (value === 'live' || value === 'frozen') setClockTo(bench, { mode: value })
    else setClockTo(bench, { mode: 'scaled', rate: Number(value.split(' ')[1]) })
  }
  return (
    <Menu
      label="Clock"
      side="top"
      trigger={
        <button
          className="listener mode medium"
          data-hue={clock.mode === 'frozen' ? 'amber' : 'green'}
          type="button"
          aria-label={`Clock: ${modeText(clock)}`}
          title={lastChange ?? undefined}
        >
          <Icon name={MODE_ICONS[clock.mode]} small />
          {modeText(clock)}
          <Icon name="down" small className="caret-icon" />
        </button>
      }
    >
      <MenuChoice
        label="Clock"
        value={clock.mode === 'scaled' ? `scaled ${clock.rate}` : clock.mode}
        options={MODES}
        does="clock.set"
        onChange={choose}
      />
      <CommandItems commands={[CLOCK_DIALOGS.rate]} subject={null} />
      <MenuLine />
      <CommandItems commands={[CLOCK_DIALOGS.advanceBy, CLOCK_DIALOGS.date, TAKE_BACK]} subject={null} />
      <CommandItems
        commands={[CLOCK_DIALOGS.realTime]}
        subject={null}
        disabled={clock.mode === 'live' && offsetOf(clock) === ''}
      />
      {lastChange === null ? null : <MenuNote>{lastChange}</MenuNote>}
    </Menu>
  )
}

function VirtualTime() {
  const now = useVirtualNow()
  return <time dateTime={new Date(now).toISOString()}>{formatDateTime(now)}</time>
}

function NextTimer({ next }: { readonly next: ClockView['nextTimer'] }) {
  const now = useVirtualNow()
  if (next === undefined) return <span className="dim next-timer clip">no timers</span>
  const left = parseTime(next.dueAt) - now
  const when =
    left <= 0 ? 'due now' : `next ${isFar(next, now) ? nextWait(next, now) : `in ${formatCountdown(left)}`}`
  const { paymentKey } = next
  if (paymentKey === null) {
    return (
      <span className="dim next-timer clip">
        {when}, {nextWord(next)}
      </span>
    )
  }
  return (
    <button
      className="listener next-timer"
      type="button"
      title={`${visibleId(next.paymentId)}, ${nextWord(next)}: go to the payment`}
      onClick={() => openPayment(paymentKey)}
    >
      <span className="dim">{when}</span>
      <code className="clip">{visibleId(next.paymentId)}</code>
      <span className="dim clip">{nextWord(next)}</span>
    </button>
  )
}

function Advancing({ advancing }: { readonly advancing: NonNullable<ClockView['advancing']> }) {
  const bench = useBench()
  const { firedTimers, sentCallbacks } = advancing
  const [from, at, to] = [parseTime(advancing.from), parseTime(advancing.at), parseTime(advancing.to)]
  return (
    <>
      <progress
        className="gauge"
        aria-label="Advancing the clock"
        value={at - from}
        max={Math.max(1, to - from)}
      />
      <span className="dim clip advance-text">
        to {formatNear(to, at)}, timers: {firedTimers}, callbacks: {sentCallbacks}
      </span>
      <Button size="small" does="clock.cancelAdvance" onClick={() => cancelAdvance(bench)}>
        Cancel
      </Button>
    </>
  )
}

/** The buttons that advance the clock. Their place is fixed, so that a second click cannot hit another button. */
function StepsForward({ clock: { advancing, nextTimer: next } }: { readonly clock: ClockView }) {
  const now = useVirtualNow()
  const isAdvancing = advancing !== undefined
  return (
    <span className="row steps-forward">
      {STEP_COMMANDS.map((command) => (
        <CommandButton
          key={command.id}
          command={command}
          subject={null}
          shows="label"
          size="small"
          disabled={isAdvancing}
        />
      ))}
      <CommandButton
        command={ADVANCE_TO_NEXT}
        subject={null}
        size="small"
        disabled={isAdvancing || next === undefined}
        title={
          next === undefined
            ? 'No timers'
            : `To ${formatDateTime(parseTime(next.dueAt))}, ${nextWait(next, now)}: ${nextWords(next)}`
        }
      />
    </span>
  )
}

export function ClockPanel() {
  const clock = useClock()
  const isOpen = usePreferences(({ clockStrip }) => clockStrip)
  if (clock === null) return null
  return (
    <section className="clock" aria-label="Virtual clock">
      <StepsForward clock={clock} />
      <ModeMenu clock={clock} />
      <VirtualTime />
      <Button
        look="quiet"
        size="small"
        icon={isOpen ? 'down' : 'fold'}
        aria-label="Clock timeline"
        aria-expanded={isOpen}
        onClick={() => setPreferences({ clockStrip: !isOpen })}
      />
      {clock.advancing === undefined ? (
        <NextTimer next={clock.nextTimer} />
      ) : (
        <Advancing advancing={clock.advancing} />
      )}
    </section>
  )
}
