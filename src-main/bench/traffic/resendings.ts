import type { StoredMark } from '../../store/records'
import type { IncomingRequest } from '../ports'

/** What an exchange is told about itself when the workbench sent its request. */
export interface ResentFrom {
  readonly replayOf: string
  readonly marks: readonly StoredMark[]
}

/** A request on its way from us to one of our own listeners. */
export interface Resending {
  /** The exchange that was recorded for it; null before, and where none is. */
  readonly exchangeId: () => string | null
  readonly end: () => void
}

/**
 * Tells requests of our own at our own listeners from all others: by the port of the connection that they leave from, so
 * that no byte of them has to say it.
 */
export interface Resendings {
  /** To be called when the connection is there and before anything is written on it. */
  expect(localPort: number, from: ResentFrom): Resending
  /** Called by whoever records a request, with the id of its exchange; null: it is none of ours. */
  claim(request: Pick<IncomingRequest, 'remotePort'>, exchangeId: string): ResentFrom | null
}

export function createResendings(): Resendings {
  const underWay = new Map<number, { readonly from: ResentFrom; exchangeId: string | null }>()
  return {
    expect(localPort, from) {
      const entry: { readonly from: ResentFrom; exchangeId: string | null } = { from, exchangeId: null }
      underWay.set(localPort, entry)
      return {
        exchangeId: () => entry.exchangeId,
        end() {
          if (underWay.get(localPort) === entry) underWay.delete(localPort)
        },
      }
    },
    claim({ remotePort }, exchangeId) {
      const entry = remotePort === undefined ? undefined : underWay.get(remotePort)
      // One connection carries one request of ours; what else comes on it is what the receiver made of its bytes.
      if (entry?.exchangeId !== null) return null
      entry.exchangeId = exchangeId
      return entry.from
    },
  }
}
