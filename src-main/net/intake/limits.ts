import { LIMITS } from '#lib/limits/limit-table'

/** Limits of a listener. All times are real milliseconds. */
export interface IntakeLimits {
  /** A longer body is kept up to this size and marked as truncated. */
  readonly maxBodyBytes: number
  /** Start line and header fields together. */
  readonly maxHeadBytes: number
  readonly maxHeaderFields: number
  /** Longest request target that is not marked `targetTooLong` (contract 7.1). */
  readonly maxTargetBytes: number
  /** Beyond it the connection that has waited longest for a request is closed. */
  readonly maxConnections: number
  /** Most requests of one connection that wait for their turn. While there are as many, nothing more is read from it. */
  readonly maxPipelinedRequests: number
  /** From the first byte, or the opening of the connection, to the end of the head. */
  readonly headersTimeoutMs: number
  /** From the first byte to the end of the body. */
  readonly requestTimeoutMs: number
  /** Interval at which the two time limits above are checked. */
  readonly checkIntervalMs: number
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveMs: number
  /** How long the rest of a refused body is read and discarded, so that the client can receive the response. */
  readonly lingerMs: number
  /** A client that reads nothing of a response for this time is disconnected. */
  readonly unreadTimeoutMs: number
}

const COMMON: Omit<IntakeLimits, 'maxBodyBytes'> = {
  maxHeadBytes: LIMITS.headBytes,
  maxHeaderFields: LIMITS.headerFields,
  maxTargetBytes: LIMITS.targetBytes,
  maxConnections: LIMITS.connections,
  maxPipelinedRequests: LIMITS.pipelinedRequests,
  headersTimeoutMs: LIMITS.headTimeMs,
  requestTimeoutMs: LIMITS.requestTimeMs,
  checkIntervalMs: 1_000,
  // Longer than the idle time of common connection pools, so that we rarely close a connection that is about to be used.
  keepAliveMs: 65_000,
  lingerMs: 2_000,
  unreadTimeoutMs: LIMITS.unreadTimeMs,
}

/** Platform API and form (contract 5.1). */
export const PLATFORM_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: LIMITS.platformBodyBytes }

export const CAPTURE_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: LIMITS.captureBodyBytes }

/** Limits of the bodies that are in memory at the same time. */
interface BodyLimits {
  /** All bodies together. Beyond it, only the oldest body and those below {@link smallBytes} are read on. */
  readonly maxBytesInFlight: number
  /** Bodies up to this size are neither counted nor paused: the number of connections limits them. */
  readonly smallBytes: number
  /** While others wait, a body has to gain {@link STALL_BYTES} in this time, real milliseconds. */
  readonly stallMs: number
}

/** Controls the reading of one body. */
interface BodyReader {
  pause(): void
  resume(): void
  /** Ends the body, because it stalls while others wait. */
  cutOff(): void
}

/** The part of the budget that one body takes. */
export interface BodyShare {
  /** Counts bytes that arrived. May pause the reader. */
  grow(bytes: number): void
  /**
   * Ends the reading. Runs `handOver` when it is this body's turn: one large body is handled per turn of the event
   * loop.
   */
  end(handOver: () => void): void
  /** Returns the bytes to the budget. */
  release(): void
  /**
   * Whether the body was paused, so that the time limit of the whole request must not apply. If so, it is from now on cut
   * off only when it stalls.
   */
  excuse(): boolean
}

/** The memory budget that the bodies on all listeners share. */
export type BodyBudget = ReturnType<typeof createBodyBudget>

/** Bytes that a body has to gain within the stall time. */
const STALL_BYTES = 64 * 1024
const CHECKS_PER_STALL = 5
/** Bytes that a resumed reader is expected to read before the next check. */
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
 * Creates the budget. It counts the bytes that are in memory, not the announced length, so that a client cannot reserve
 * memory by announcing it. The oldest body is always read on, so that many half-read bodies cannot block each other.
 * Timers run only while a body waits.
 */
export function createBodyBudget(limits: BodyLimits) {
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
    enter(reader: BodyReader): BodyShare {
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

/** Starts tasks a few at a time, so that events of the network are handled in between. */
export type Pace = ReturnType<typeof createPace>

/** Starts at most `perTurn` tasks in each turn of the event loop, in the order of their arrival. */
function createPace(perTurn: number) {
  let waiting: (() => void)[] = []
  let next = 0
  let isScheduled = false
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }
  const turn = (): void => {
    isScheduled = false
    const end = Math.min(next + perTurn, waiting.length)
    if (end < waiting.length) schedule()
    const works = waiting.slice(next, end)
    next = end
    if (next === waiting.length) {
      waiting = []
      next = 0
    } else if (next > 1000) {
      waiting = waiting.slice(next)
      next = 0
    }
    for (const work of works) work()
  }
  return {
    later(work: () => void): void {
      waiting.push(work)
      schedule()
    },
  }
}

/** The limits that all listeners of a process share, because they share its memory and its thread. */
export type SharedBounds = ReturnType<typeof createSharedBounds>

/** Pipelined requests that start in each turn of the event loop. Other connections still get their turn. */
const PIPELINED_PER_TURN = 8

/** Creates the shared limits, with the values of `LIMITS`. */
export function createSharedBounds() {
  return {
    bodies: createBodyBudget({
      maxBytesInFlight: LIMITS.bodyBytesInFlight,
      smallBytes: LIMITS.smallBodyBytes,
      stallMs: LIMITS.bodyStallMs,
    }),
    /** The pace at which pipelined requests start. */
    pipelined: createPace(PIPELINED_PER_TURN),
  }
}
