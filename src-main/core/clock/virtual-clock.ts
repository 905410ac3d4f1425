import { counted } from '#lib/words'
import { z } from 'zod'
import { epochTime } from '#protocol/shapes'
import type { ClockRepository } from '#store/settings'
import { readStoredJson } from '#core/stored-json'
import { readShape } from '#domain/read-shape'
import { type ClockMode, WALL_CLOCK_MOVED } from '#protocol/bench'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'
import type { Notices } from '#core/errors'

/** The clock of all deadlines and schedules of Paybench, in epoch milliseconds. */
export type VirtualClock = ReturnType<typeof createVirtualClock>

/** At the wall time `wall` the clock showed the virtual time `virtual`. */
export const savedClock = z.object({
  mode: z.enum(['live', 'frozen', 'scaled']),
  rate: z.number().positive(),
  virtual: epochTime,
  wall: epochTime,
})
type SavedState = z.infer<typeof savedClock>

const DEFAULT_SCALE = 60

/** Years have four digits on the wire (contract 3.1), even those of deadlines more than a year ahead. */
export const CLOCK_RANGE = { first: Date.UTC(1970, 0, 1), last: Date.UTC(9900, 0, 1) } as const

/**
 * A live clock is the wall time plus an offset and continues while the program is closed; a frozen or scaled clock
 * stops with the program.
 * @param wallNow wall time, epoch milliseconds
 * @param notBefore the newest recorded time, epoch milliseconds: the clock never starts before a recorded event,
 * even if its last state was lost
 */
export function createVirtualClock(repository: ClockRepository, wallNow: () => number, notBefore: number) {
  const restored = restore(repository.read(), wallNow(), notBefore)
  let { mode, rate, virtual, wall } = restored
  let heldAt: number | null = null
  let latest = -Infinity

  const effectiveRate = (): number => (mode === 'live' ? 1 : mode === 'frozen' ? 0 : rate)
  const runningTime = (): number => Math.min(virtual + (wallNow() - wall) * effectiveRate(), CLOCK_RANGE.last)

  /** Does not go back when the wall clock does. */
  const now = (): number => {
    if (heldAt !== null) return heldAt
    latest = Math.max(latest, Math.floor(runningTime()))
    return latest
  }

  const anchor = (at: number): void => {
    virtual = at
    wall = wallNow()
    latest = at
  }

  /** Saves the state from which frozen and scaled clocks continue after a crash. */
  const save = (): void => {
    const state: SavedState = { mode, rate, virtual: heldAt ?? now(), wall: wallNow() }
    repository.write(JSON.stringify(state))
  }

  return {
    now,
    /** How far the wall clock was behind the time of the last run, in milliseconds; 0 if it was not behind. */
    wasAheadMs: restored.wasAheadMs,
    get mode() {
      return mode
    },
    get rate() {
      return effectiveRate()
    },
    set(change: { readonly mode?: ClockMode; readonly rate?: number; readonly now?: number }): void {
      const at = change.now ?? now()
      mode = change.mode ?? mode
      rate = change.rate ?? rate
      anchor(at)
      if (heldAt !== null) heldAt = Math.max(heldAt, at)
      save()
    },
    /** Stops the clock at `at`, or now if that is later, until `release`. */
    holdAt(at: number): void {
      heldAt = Math.max(at, now())
    },
    release(): void {
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
): SavedState & { readonly wasAheadMs: number } {
  const saved = text === null ? undefined : readShape(savedClock, readStoredJson(text)).data
  if (saved === undefined) {
    return {
      mode: 'live',
      rate: DEFAULT_SCALE,
      virtual: Math.max(wallNow, notBefore),
      wall: wallNow,
      wasAheadMs: 0,
    }
  }
  const elapsed = saved.mode === 'live' ? Math.max(0, wallNow - saved.wall) : 0
  const expected = saved.virtual + elapsed
  // A killed process may have recorded events after it last saved its clock.
  const unexplained = saved.mode === 'live' ? notBefore - expected : 0
  return {
    ...saved,
    virtual: Math.max(expected, notBefore),
    wall: wallNow,
    wasAheadMs: Math.max(0, saved.wall - wallNow, unexplained),
  }
}

/** A stored clock state with some of its members changed. Returns unreadable text unchanged. */
export function changedState(state: string, change: Partial<SavedState>): string {
  const read = readShape(savedClock, readStoredJson(state))
  return read.success ? JSON.stringify({ ...read.data, ...change }) : state
}

/** The clock of a read-only session: frozen and never saved. */
export function readOnlyClock(stored: Pick<ClockRepository, 'read'>): ClockRepository {
  return {
    read() {
      const state = stored.read()
      return state === null ? null : changedState(state, { mode: 'frozen' })
    },
    write: () => undefined,
  }
}

/** A computer that sleeps looks like a clock that moves ahead; sleep shorter than this needs no notice. */
const MIN_AHEAD_MS = HOUR_MS
/** Smaller moves back are corrections of an inaccurate clock. */
const MIN_BACK_MS = MINUTE_MS
/** Wall-clock milliseconds. */
const LOOK_EVERY_MS = 10_000

/**
 * Watches for changes to the computer's clock. Unless virtual time is frozen, a notice says how far that clock moved.
 * After a move back, virtual time continues instead of waiting for the wall clock.
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
  const handleMove = (ms: number): void => {
    if (clock.mode === 'frozen') return
    if (ms >= MIN_AHEAD_MS) {
      say(
        `The clock of this computer moved ahead by ${span(ms)}, and virtual time with it: everything that became due has been done.`,
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
    handleMove(ms)
  }

  if (clock.mode !== 'frozen' && clock.wasAheadMs >= MIN_BACK_MS) {
    say(
      `The clock of this computer is ${span(clock.wasAheadMs)} behind the time that it showed when Paybench last ran. Virtual time does not go back: it continues from ${new Date(clock.now()).toISOString()}.`,
    )
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  ending.addEventListener('abort', () => {
    clearInterval(timer)
  })
  return {
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

/** Formats a duration in its largest unit; a minute is the smallest. */
function span(ms: number): string {
  const [unitMs, unit] = UNITS.find(([each]) => ms >= each) ?? [MINUTE_MS, 'minute']
  return counted(Math.round(ms / unitMs), unit)
}
