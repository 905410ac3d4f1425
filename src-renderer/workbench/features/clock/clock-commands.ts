import type { BenchClient } from '#protocol/client'
import type { ClockView } from '#protocol/bench'
import type { Params, Result } from '#protocol/methods'
import type { Command } from '#window/commands/command'
import { BenchError } from '#protocol/connection'
import { counted } from '#lib/words'
import { formatDateTime, formatOffset, parseTime } from '#window/lib/time'
import { announce, showFailure, showToast } from '#window/state/toasts'
import {
  clockStore,
  currentVirtualNow,
  FAR_MS,
  isFar,
  nextWait,
  nextWords,
  setClock,
} from '#window/state/clock'
import { type ClockQuestion, openDialog } from '#window/state/dialogs'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { isRejected } from '#window/state/refusal'
import { LIMITS } from '#lib/limits/limit-table'
import { MINUTE_MS } from '#lib/time/time'

/** @param first the timer that was next before the advance; it is named if no other has fired */
function report(
  { now, firedTimers, sentCallbacks }: Result<'clock.advance'>,
  first?: ClockView['nextTimer'],
): void {
  const named = firedTimers === 1 && first?.kind === 'timer' ? `: ${nextWords(first)}` : ''
  const parts = [
    ...(firedTimers === 0 ? [] : [`${counted(firedTimers, 'timer')} fired${named}`]),
    ...(sentCallbacks === 0 ? [] : [counted(sentCallbacks, 'callback attempt')]),
  ]
  const done = parts.length === 0 ? 'Nothing was due' : parts.join(', ')
  showToast({ icon: 'next', text: `The clock shows ${formatDateTime(parseTime(now))}. ${done}.` })
}

function reportFailure(error: unknown): void {
  if (error instanceof BenchError && error.code === 'cancelled') {
    showToast({ icon: 'state-held', text: 'Advance stopped. Everything due by then has happened.' })
  } else showFailure(error)
}

/** Moves the virtual clock by a span in milliseconds; everything that falls due in between happens. */
export function advance(bench: BenchClient, ms: number): void {
  if (isRejected(bench, 'clock.advance')) return
  const first = upcoming()
  bench.call('clock.advance', { ms, keep: true }).then((result) => report(result, first), reportFailure)
}

/** Moves the clock to the next timer; asks first if it is far ahead, or later than `confirmed`. */
export function advanceToNext(bench: BenchClient, confirmed?: string): void {
  const next = upcoming()
  const now = currentVirtualNow()
  if (confirmed === undefined && next !== undefined && isFar(next, now)) {
    openDialog({ kind: 'advanceFar' })
    return
  }
  const notAfter = confirmed ?? new Date(now + FAR_MS).toISOString()
  bench.call('clock.advanceToNext', { notAfter, keep: true }).then(
    (result) => report(result, next),
    (error: unknown) => {
      if (error instanceof BenchError && error.issues.some(({ field }) => field === 'notAfter'))
        openDialog({ kind: 'advanceFar' })
      else reportFailure(error)
    },
  )
}

export function cancelAdvance(bench: BenchClient): void {
  bench.call('clock.cancelAdvance', {}).then(setClock, showFailure)
}

/** If payments exist, advances to a later time, so that whatever is due happens in order; otherwise sets the clock. */
export async function goTo(bench: BenchClient, at: number): Promise<void> {
  const { counters } = await bench.call('bench.info', {})
  const now = parseTime((await bench.call('clock.get', {})).now)
  if (counters.payments === 0 || at < now) {
    const view = await bench.call('clock.set', { now: new Date(at).toISOString() })
    setClock(view)
    report({ now: view.now, firedTimers: 0, sentCallbacks: 0 })
  } else report(await bench.call('clock.advance', { ms: at - now, keep: true }))
}

/** Returns the clock to wall time. Refused if the clock is ahead and payments exist. */
export async function backToRealTime(bench: BenchClient): Promise<void> {
  const { now, wallNow } = await bench.call('clock.get', {})
  const behind = parseTime(wallNow) - parseTime(now)
  if (behind > 0) await bench.call('clock.advance', { ms: behind })
  setClock(await bench.call('clock.set', { mode: 'live', ...(behind > 0 ? {} : { now: wallNow }) }))
  showToast({ icon: 'check', text: 'The clock shows real time' })
}

export function setClockTo(bench: BenchClient, change: Params<'clock.set'>): void {
  bench.call('clock.set', change).then((view) => {
    setClock(view)
    announce(`The clock is ${view.mode === 'scaled' ? `at ${view.rate} times real time` : view.mode}.`)
  }, showFailure)
}

/** Returns to the state before the last advance. */
export async function takeBack(bench: BenchClient): Promise<void> {
  const view = await bench.call('clock.takeBack', {})
  setClock(view)
  const offset = offsetOf(view)
  const from = offset === '' ? '' : `, ${offset} from real time`
  showToast({
    icon: 'undo',
    text: `Taken back: the clock shows ${formatDateTime(parseTime(view.now))}${from}.`,
  })
}

const upcoming = (): ClockView['nextTimer'] => clockStore.getState().view?.nextTimer

export const STEP_COMMANDS: readonly Command[] = [1, 30].map((minutes) => ({
  id: `advance ${minutes}`,
  icon: 'next',
  label: `+${minutes} min`,
  sentence: `Advance the clock by ${minutes} min`,
  does: 'clock.advance',
  run: (bench) => advance(bench, minutes * MINUTE_MS),
}))

const dialog = (
  kind: ClockQuestion | 'realTime',
  icon: IconName,
  label: string,
  sentence: string,
): Command => ({
  id: kind,
  icon,
  label,
  sentence,
  does: kind === 'advanceBy' ? 'clock.advance' : 'clock.set',
  run: () => openDialog({ kind }),
})

export const CLOCK_DIALOGS = {
  rate: dialog('clockRate', 'settings', 'Another speed…', 'Let the clock run faster…'),
  advanceBy: dialog('advanceBy', 'next', 'Advance by…', 'Advance the clock by…'),
  date: dialog('clockDate', 'state-scheduled', 'Set date and time…', 'Set the date and time of the clock…'),
  realTime: dialog('realTime', 'back', 'Back to real time…', 'Set the clock back to real time…'),
}

/** The next timer, if it is so far ahead that the jump needs a confirmation. */
function farTimer(): ClockView['nextTimer'] {
  const next = upcoming()
  return next !== undefined && isFar(next, currentVirtualNow()) ? next : undefined
}

export const ADVANCE_TO_NEXT: Command = {
  id: 'advance to next',
  icon: 'next',
  label: () => {
    const far = farTimer()
    return far === undefined ? 'Next timer' : `Next timer ${nextWait(far, currentVirtualNow())}…`
  },
  sentence: () => `Advance the clock to the next timer${farTimer() === undefined ? '' : '…'}`,
  aside: () => {
    const next = upcoming()
    return next === undefined ? 'no timers' : `${nextWords(next)}, ${nextWait(next, currentVirtualNow())}`
  },
  does: 'clock.advanceToNext',
  run: (bench) => advanceToNext(bench),
}

export const TAKE_BACK: Command = {
  id: 'takeBack',
  icon: 'undo',
  label: 'Take back…',
  sentence: 'Take back the last advance of the clock…',
  does: 'clock.takeBack',
  when: () => clockStore.getState().view?.kept !== undefined,
  whyNotOffered: () =>
    `There is nothing to take back: this window has not advanced the clock, or the session is larger than ${LIMITS.keptBytes / 1024 ** 2} MiB.`,
  run: () => openDialog({ kind: 'takeBack' }),
}

export const CLOCK_COMMANDS: readonly Command[] = [
  ...STEP_COMMANDS,
  ADVANCE_TO_NEXT,
  TAKE_BACK,
  CLOCK_DIALOGS.advanceBy,
  CLOCK_DIALOGS.date,
  CLOCK_DIALOGS.realTime,
  {
    id: 'freeze',
    icon: 'state-held',
    label: 'Freeze the clock',
    does: 'clock.set',
    run: (bench) => setClockTo(bench, { mode: 'frozen' }),
  },
  {
    id: 'live',
    icon: 'state-scheduled',
    label: 'Let the clock run live',
    does: 'clock.set',
    run: (bench) => setClockTo(bench, { mode: 'live' }),
  },
  CLOCK_DIALOGS.rate,
]

/** Offset from wall time as text; empty unless the clock is live, because in other modes it changes constantly. */
export function offsetOf({ mode, now, wallNow }: Pick<ClockView, 'mode' | 'now' | 'wallNow'>): string {
  return mode === 'live' ? formatOffset(parseTime(now) - parseTime(wallNow)) : ''
}

export function modeText(clock: Pick<ClockView, 'mode' | 'rate' | 'now' | 'wallNow'>): string {
  if (clock.mode === 'scaled') return `×${clock.rate}`
  return clock.mode === 'frozen' ? 'Frozen' : `Live ${offsetOf(clock)}`.trimEnd()
}

/** Reads a speed: `60`, `x60`, `×1.5`. Null if the clock does not accept it. */
export function parseRate(text: string): number | null {
  const match = /^[x×]?\s*(\d+(?:\.\d+)?)$/i.exec(text.trim())
  const rate = match === null ? Number.NaN : Number(match[1])
  return rate > 0 && rate <= 1_000_000 ? rate : null
}
