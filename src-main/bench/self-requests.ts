import type { StoredCallbackKind, StoredMark } from '../store/records'
import type { IncomingRequest } from './ports'

/** What is known of a request that we sent to one of our own listeners. */
export type SelfRequest =
  /** The workbench sent the request of an exchange again. */
  | { readonly kind: 'resent'; readonly replayOf: string; readonly marks: readonly StoredMark[] }
  /** An answer rule passed a captured request on, to the listener that had captured it. */
  | { readonly kind: 'passedOn' }
  /** An attempt to deliver a callback; `attempt` is its number in the store. */
  | {
      readonly kind: 'attempt'
      readonly callbackId: string
      readonly callbackKind: StoredCallbackKind
      readonly attempt: number
    }

/** A request on its way from us to one of our own listeners. */
export interface InFlight {
  /** The exchange that was recorded for it; null before, and where none is. */
  readonly exchangeId: () => string | null
  /** Nothing more comes on this connection. `late`: what was written may still have to be read. */
  readonly end: (late?: boolean) => void
}

/**
 * Tells requests of our own at our own listeners from all others: by the port of the connection that they leave from, so
 * that no byte of them has to say it.
 */
export interface SelfRequests {
  /** To be called when the connection is there and before anything is written on it. */
  expect(localPort: number, from: SelfRequest): InFlight
  /** Called by whoever records a request, with the id of its exchange; null: it is none of ours. */
  claim(request: Pick<IncomingRequest, 'remotePort'>, exchangeId: string): SelfRequest | null
}

interface Entry {
  readonly from: SelfRequest
  exchangeId: string | null
  /** When it ended with bytes that may not have been read yet; null: it goes on. */
  endedAt: number | null
}

/** Longer than a listener takes to read what came before the connection ended, milliseconds of real time. */
const LATE_MS = 5_000

/** `now`: any clock that only goes forward, in milliseconds. */
export function createSelfRequests(now: () => number): SelfRequests {
  const underWay = new Map<number, Entry>()
  const isOver = ({ endedAt }: Entry): boolean => endedAt !== null && now() - endedAt > LATE_MS

  /** Entries that ended stand in the order in which they began; those before the first that goes on are looked at. */
  const forgetOld = (): void => {
    for (const [port, entry] of underWay) {
      if (!isOver(entry)) return
      underWay.delete(port)
    }
  }

  return {
    expect(localPort, from) {
      forgetOld()
      const entry: Entry = { from, exchangeId: null, endedAt: null }
      underWay.delete(localPort)
      underWay.set(localPort, entry)
      return {
        exchangeId: () => entry.exchangeId,
        end(late = false) {
          if (underWay.get(localPort) !== entry) return
          if (late && entry.exchangeId === null) entry.endedAt = now()
          else underWay.delete(localPort)
        },
      }
    },
    claim({ remotePort }, exchangeId) {
      const entry = remotePort === undefined ? undefined : underWay.get(remotePort)
      // One connection carries one request of ours; what else comes on it is what the receiver made of its bytes.
      if (entry?.exchangeId !== null || isOver(entry)) return null
      entry.exchangeId = exchangeId
      return entry.from
    },
  }
}
