import { WALL_CLOCK_MOVED } from '#protocol/bench'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'
import type { Notices } from '#core/notices'
import type { VirtualClock } from './virtual-clock'

/** A sleep of the computer looks the same as a clock that moves ahead. Shorter ones are not worth a notice. */
const MIN_AHEAD_MS = HOUR_MS
/** Corrections of a clock that runs a little wrong are smaller. */
const MIN_BACK_MS = MINUTE_MS
/** Real milliseconds. */
const LOOK_EVERY_MS = 10_000

/** Watches whether somebody moves the clock of the computer. */
export interface WallClockWatch {
  /** Looks now; it also looks by itself every 10 s. */
  look(): void
}

/**
 * Creates the watch. Where the wall clock moved and the virtual clock follows it, a notice says how far. Where it moved back, virtual
 * time continues from where it was, instead of standing still until the wall clock is there again.
 * @param wallNow wall time, epoch milliseconds
 */
export function createWallClockWatch(options: {
  readonly clock: Pick<VirtualClock, 'mode' | 'now' | 'set' | 'wasAheadMs'>
  readonly wallNow: () => number
  readonly notices: Pick<Notices, 'add'>
  readonly ending: AbortSignal
}): WallClockWatch {
  const { clock, wallNow, notices, ending } = options
  let seen = { wall: wallNow(), monotonic: performance.now() }

  const say = (message: string): void => {
    notices.add({
      id: WALL_CLOCK_MOVED,
      level: 'warning',
      message,
      remedy: 'Check the date of this computer, then choose “Back to real time…” in the clock.',
    })
  }
  const moved = (ms: number): void => {
    if (clock.mode === 'frozen') return
    if (ms >= MIN_AHEAD_MS) {
      say(
        `The clock of this computer moved ahead by ${span(ms)}, and virtual time with it: what became due was done.`,
      )
    } else if (ms <= -MIN_BACK_MS) {
      clock.set({})
      say(
        `The clock of this computer moved back by ${span(-ms)}. Virtual time does not go back: it continues from ${new Date(clock.now()).toISOString()}.`,
      )
    }
  }
  const look = (): void => {
    const now = { wall: wallNow(), monotonic: performance.now() }
    const ms = now.wall - seen.wall - (now.monotonic - seen.monotonic)
    seen = now
    moved(ms)
  }

  if (clock.mode !== 'frozen' && clock.wasAheadMs >= MIN_BACK_MS) {
    say(
      `The clock of this computer is ${span(clock.wasAheadMs)} behind the time that it showed when Paybench ran last. Virtual time does not go back: it continues from ${new Date(clock.now()).toISOString()}.`,
    )
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  ending.addEventListener('abort', () => {
    clearInterval(timer)
  })
  return { look }
}

const YEAR_MS = 365 * DAY_MS
const UNITS = [
  [YEAR_MS, 'year'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
] as const

/** A span of time of a minute at least, in its largest unit. */
function span(ms: number): string {
  const [unitMs, unit] = UNITS.find(([each]) => ms >= each) ?? [MINUTE_MS, 'minute']
  const count = Math.round(ms / unitMs)
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`
}
