import { counted } from '#lib/words'
import { z } from 'zod'
import { epochTime } from '#protocol/shapes'
import type { ClockRepository } from '#store/settings'
import { readStoredJson } from '#core/stored-json'
import { readShape } from '#domain/read-shape'
import { type ClockMode, WALL_CLOCK_MOVED } from '#protocol/bench'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'
import type { Notices } from '#core/errors'

/** The clock that every deadline and schedule of the bench uses. Times are epoch milliseconds. */
export interface VirtualClock {
  now(): number
  readonly mode: ClockMode
  readonly rate: number
  /** How far the wall clock was behind the time that it showed in the last run, milliseconds; 0: it was not. */
  readonly wasAheadMs: number
  /** Changes mode, rate or time. The caller has to make sure that time does not go back. */
  set(change: { readonly mode?: ClockMode; readonly rate?: number; readonly now?: number }): void
  /** Stops the clock at `at`, or at the present time if that is later, until {@link VirtualClock.release}. */
  holdAt(at: number): void
  /** Continues from where it was held. */
  release(): void
  /** Saves the state, from which frozen and scaled clocks continue after a crash. */
  save(): void
}

/** The stored state of the clock: at the wall time `wall` it showed the virtual time `virtual`. */
export const savedClock = z.object({
  mode: z.enum(['live', 'frozen', 'scaled']),
  rate: z.number().positive(),
  virtual: epochTime,
  wall: epochTime,
})
type SavedState = z.infer<typeof savedClock>

const DEFAULT_SCALE = 60

/**
 * The range of the clock. The year has four digits on the wire (contract 3.1), and deadlines more than a year ahead have
 * to fit as well.
 */
export const CLOCK_RANGE = { first: Date.UTC(1970, 0, 1), last: Date.UTC(9900, 0, 1) } as const

/**
 * Creates the clock from its stored state. A live clock is the wall time plus an offset and continues while the program
 * is closed; a frozen or scaled clock stops with the program.
 * @param wallNow wall time, epoch milliseconds
 * @param notBefore the newest recorded time, epoch milliseconds: the clock never starts before its own events, even where
 * its last state was lost
 */
export function createVirtualClock(
  repository: ClockRepository,
  wallNow: () => number,
  notBefore: number,
): VirtualClock {
  const restored = restore(repository.read(), wallNow(), notBefore)
  let { mode, rate, virtual, wall } = restored
  let heldAt: number | null = null
  let latest = -Infinity

  const effectiveRate = (): number => (mode === 'live' ? 1 : mode === 'frozen' ? 0 : rate)
  const running = (): number => Math.min(virtual + (wallNow() - wall) * effectiveRate(), CLOCK_RANGE.last)

  /** Returns virtual time, which does not go back when the wall clock is set back. */
  const now = (): number => {
    if (heldAt !== null) return heldAt
    latest = Math.max(latest, Math.floor(running()))
    return latest
  }

  const anchor = (at: number): void => {
    virtual = at
    wall = wallNow()
    latest = at
  }

  const save = (): void => {
    const state: SavedState = { mode, rate, virtual: heldAt ?? now(), wall: wallNow() }
    repository.write(JSON.stringify(state))
  }

  return {
    now,
    wasAheadMs: restored.wasAheadMs,
    get mode() {
      return mode
    },
    get rate() {
      return effectiveRate()
    },
    set(change) {
      const at = change.now ?? now()
      mode = change.mode ?? mode
      rate = change.rate ?? rate
      anchor(at)
      if (heldAt !== null) heldAt = Math.max(heldAt, at)
      save()
    },
    holdAt(at) {
      heldAt = Math.max(at, now())
    },
    release() {
      if (heldAt === null) return
      const at = heldAt
      heldAt = null
      anchor(at)
      save()
    },
    save,
  }
}

function restore(
  text: string | null,
  wallNow: number,
  notBefore: number,
): SavedState & Pick<VirtualClock, 'wasAheadMs'> {
  const parsed = text === null ? null : readShape(savedClock, readStoredJson(text))
  if (parsed?.success !== true) {
    return {
      mode: 'live',
      rate: DEFAULT_SCALE,
      virtual: Math.max(wallNow, notBefore),
      wall: wallNow,
      wasAheadMs: 0,
    }
  }
  const saved = parsed.data
  const elapsed = saved.mode === 'live' ? Math.max(0, wallNow - saved.wall) : 0
  const expected = saved.virtual + elapsed
  // A process that was killed has saved no later state than that of its events.
  const unexplained = saved.mode === 'live' ? notBefore - expected : 0
  return {
    ...saved,
    virtual: Math.max(expected, notBefore),
    wall: wallNow,
    wasAheadMs: Math.max(0, saved.wall - wallNow, unexplained),
  }
}

/** Returns the stored clock state with the clock frozen at its last time. Unreadable text is returned unchanged. */
export function frozenState(state: string): string {
  const read = readShape(savedClock, readStoredJson(state))
  return read.success ? JSON.stringify({ ...read.data, mode: 'frozen' }) : state
}

/** Creates the clock of a read-only session: it is frozen, and nothing is saved. */
export function readOnlyClock(stored: Pick<ClockRepository, 'read'>): ClockRepository {
  return {
    read() {
      const state = stored.read()
      return state === null ? null : frozenState(state)
    },
    write: () => undefined,
  }
}

/** A sleep of the computer looks the same as a clock that moves ahead. Shorter ones are not worth a notice. */
const MIN_AHEAD_MS = HOUR_MS
/** Corrections of a clock that runs a little wrong are smaller. */
const MIN_BACK_MS = MINUTE_MS
/** Real milliseconds. */
const LOOK_EVERY_MS = 10_000

/**
 * Creates the watch whether somebody moves the clock of the computer. Where the wall clock moved and the virtual clock follows it, a notice says how far. Where it moved back, virtual
 * time continues from where it was, instead of standing still until the wall clock is there again.
 * @param wallNow wall time, epoch milliseconds
 */
export function createWallClockWatch(options: {
  readonly clock: Pick<VirtualClock, 'mode' | 'now' | 'set' | 'wasAheadMs'>
  readonly wallNow: () => number
  readonly notices: Pick<Notices, 'add'>
  readonly ending: AbortSignal
}) {
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
  return {
    /** Looks now; it also looks by itself every 10 s. */
    look,
  }
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
  return counted(Math.round(ms / unitMs), unit)
}
