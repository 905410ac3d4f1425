import { createPace, type Pace } from './pace'

/** Bounds of the bodies that are in memory at a time. */
export interface BodyLimits {
  /** All bodies together. Beyond it only the oldest goes on, and whoever is below {@link smallBytes}. */
  readonly maxBytesInFlight: number
  /** Bodies up to here are neither counted nor held up: the number of connections bounds them. */
  readonly smallBytes: number
  /** While others wait, a body has to gain {@link STALL_BYTES} in this time. */
  readonly stallMs: number
}

/** A body on its way in, as the budget sees it. */
export interface BodyReader {
  pause(): void
  resume(): void
  /** Ends it: it does not arrive while others wait. */
  cutOff(): void
}

/** The part of the budget that one body has. */
export interface BodyShare {
  /** Counts bytes that came in; may pause the reader. */
  grow(bytes: number): void
  /** Nothing more comes in. `handOver` runs when it is this body's turn: large ones are handled one in a turn of the loop. */
  end(handOver: () => void): void
  /** The bytes are no longer needed. */
  release(): void
  /**
   * True where the body was held up, so that a time limit on the whole request would be unjust: from now on it is cut off
   * when it stalls.
   */
  excuse(): boolean
}

/** One budget for the bodies on all listeners. */
export interface BodyBudget {
  readonly smallBytes: number
  enter(reader: BodyReader): BodyShare
}

/** What a body has to gain within the stall time. */
const STALL_BYTES = 64 * 1024
const CHECKS_PER_STALL = 5
/** What a reader that goes on is expected to take before it is looked at again. */
const STEP_BYTES = 1024 * 1024

interface Entry {
  readonly reader: BodyReader
  held: number
  isPaused: boolean
  wasPaused: boolean
  isExcused: boolean
  gained: number
  checksWithoutGain: number
}

/**
 * Counts what is really held, not what is announced, so that announcing costs nobody anything. The oldest body may always go on:
 * many that are half read cannot block each other. Timers run only while somebody waits.
 */
export function createBodyBudget(limits: BodyLimits): BodyBudget {
  const { maxBytesInFlight, smallBytes, stallMs } = limits
  const reading = new Set<Entry>()
  const pace: Pace = createPace(1)
  let held = 0
  let timer: NodeJS.Timeout | null = null

  const isOldest = (entry: Entry): boolean => reading.values().next().value === entry

  const wake = (): void => {
    let room = maxBytesInFlight - held
    for (const entry of reading) {
      if (!entry.isPaused) continue
      if (room <= 0 && !isOldest(entry)) break
      room -= STEP_BYTES
      entry.isPaused = false
      entry.checksWithoutGain = 0
      entry.gained = 0
      entry.reader.resume()
    }
  }
  const check = (): void => {
    const entries = [...reading]
    const othersWait = entries.some(({ isPaused }) => isPaused)
    if (!othersWait && !entries.some(({ isExcused }) => isExcused)) {
      if (timer !== null) clearInterval(timer)
      timer = null
      return
    }
    for (const entry of entries) {
      if (entry.isPaused || !(othersWait || entry.isExcused)) continue
      entry.checksWithoutGain = entry.gained >= STALL_BYTES ? 0 : entry.checksWithoutGain + 1
      if (entry.gained >= STALL_BYTES) entry.gained = 0
      if (entry.checksWithoutGain >= CHECKS_PER_STALL) entry.reader.cutOff()
    }
  }
  const watch = (): void => {
    if (timer !== null) return
    for (const entry of reading) entry.checksWithoutGain = 0
    timer = setInterval(check, Math.max(1, stallMs / CHECKS_PER_STALL))
    timer.unref()
  }

  return {
    smallBytes,
    enter(reader) {
      const entry: Entry = {
        reader,
        held: 0,
        isPaused: false,
        wasPaused: false,
        isExcused: false,
        gained: 0,
        checksWithoutGain: 0,
      }
      reading.add(entry)
      const leave = (): void => {
        if (reading.delete(entry)) wake()
      }
      return {
        grow(bytes) {
          entry.held += bytes
          entry.gained += bytes
          held += bytes
          if (held <= maxBytesInFlight || isOldest(entry) || entry.isPaused) return
          entry.isPaused = true
          entry.wasPaused = true
          reader.pause()
          watch()
        },
        end(handOver) {
          leave()
          pace.later(handOver)
        },
        release() {
          held -= entry.held
          entry.held = 0
          leave()
          wake()
        },
        excuse() {
          if (!entry.wasPaused) return false
          entry.isExcused = true
          watch()
          return true
        },
      }
    },
  }
}
