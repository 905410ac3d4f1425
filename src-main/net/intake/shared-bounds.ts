import { LIMITS } from '../../lib/limits/limit-table'
import { createBodyBudget, type BodyBudget } from './body-budget'
import { createPace, type Pace } from './pace'

/** What all listeners of a process share, because they share its memory and its one thread. */
export interface SharedBounds {
  readonly bodies: BodyBudget
  /** Requests that waited behind another one of their connection begin at this pace. */
  readonly pipelined: Pace
}

/** A turn of the event loop with so many more requests still leaves others their time. */
const PIPELINED_PER_TURN = 8

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
