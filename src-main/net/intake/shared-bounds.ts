import { LIMITS } from '#lib/limits/limit-table'
import { createBodyBudget, type BodyBudget } from './body-budget'
import { createPace, type Pace } from './pace'

/** The limits that all listeners of a process share, because they share its memory and its thread. */
export interface SharedBounds {
  readonly bodies: BodyBudget
  /** The pace at which pipelined requests start. */
  readonly pipelined: Pace
}

/** Pipelined requests that start in each turn of the event loop. Other connections still get their turn. */
const PIPELINED_PER_TURN = 8

/** Creates the shared limits, with the values of `LIMITS`. */
export function createSharedBounds(): SharedBounds {
  return {
    bodies: createBodyBudget({
      maxBytesInFlight: LIMITS.bodyBytesInFlight,
      smallBytes: LIMITS.smallBodyBytes,
      stallMs: LIMITS.bodyStallMs,
    }),
    pipelined: createPace(PIPELINED_PER_TURN),
  }
}
