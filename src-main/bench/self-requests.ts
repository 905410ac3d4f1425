import type { StoredCallbackKind, StoredMark } from '../store/records'
import type { ReceivedRequest } from '../lib/http-message/message'
import type { CallbackId, ExchangeId, MessageId } from '../domain/ids'

/** What we know about a request that we sent to one of our own listeners. */
export type SelfRequest =
  /** The workbench sent the request of an exchange again. */
  | { readonly kind: 'resent'; readonly replayOf: MessageId; readonly marks: readonly StoredMark[] }
  /** An answer rule passed a captured request on, to the listener that had captured it. */
  | { readonly kind: 'passedOn' }
  /** An attempt to deliver a callback; `attempt` is its number in the store. */
  | {
      readonly kind: 'attempt'
      readonly callbackId: CallbackId
      readonly callbackKind: StoredCallbackKind
      readonly attempt: number
    }

/** A request on its way from us to one of our own listeners. */
export interface InFlight {
  /** Id of the exchange that was recorded for it; null where none was recorded yet. */
  readonly exchangeId: () => string | null
  /** The connection is closed. `late`: the listener may still have to read what was written. */
  readonly end: (late?: boolean) => void
}

/**
 * Recognises our own requests at our own listeners by the local port of their connection, so that no byte of the request
 * has to be marked.
 */
export interface SelfRequests {
  /** To be called when the connection is open and before anything is written to it. */
  expect(localPort: number, from: SelfRequest): InFlight
  /** Called by whoever records a request, with the id of its exchange. Null: the request is not ours. */
  claim(request: Pick<ReceivedRequest, 'remotePort'>, exchangeId: ExchangeId): SelfRequest | null
}

interface Entry {
  readonly from: SelfRequest
  exchangeId: ExchangeId | null
  /** When it ended with bytes that may not have been read yet; null while it is open. */
  endedAt: number | null
}

/** Longer than a listener takes to read what came before the connection closed. Real milliseconds. */
const LATE_MS = 5_000

/** `now`: any clock that only goes forward, in milliseconds. */
export function createSelfRequests(now: () => number): SelfRequests {
  const inFlight = new Map<number, Entry>()
  const isOver = ({ endedAt }: Entry): boolean => endedAt !== null && now() - endedAt > LATE_MS

  /** Entries are in the order in which they began; this looks only at those before the first open one. */
  const removeOld = (): void => {
    for (const [port, entry] of inFlight) {
      if (!isOver(entry)) return
      inFlight.delete(port)
    }
  }

  return {
    expect(localPort, from) {
      removeOld()
      const entry: Entry = { from, exchangeId: null, endedAt: null }
      inFlight.delete(localPort)
      inFlight.set(localPort, entry)
      return {
        exchangeId: () => entry.exchangeId,
        end(late = false) {
          if (inFlight.get(localPort) !== entry) return
          if (late && entry.exchangeId === null) entry.endedAt = now()
          else inFlight.delete(localPort)
        },
      }
    },
    claim({ remotePort }, exchangeId) {
      const entry = inFlight.get(remotePort)
      // A connection carries one request of ours. Anything else on it is how the receiver parsed its bytes.
      if (entry?.exchangeId !== null || isOver(entry)) return null
      entry.exchangeId = exchangeId
      return entry.from
    },
  }
}
