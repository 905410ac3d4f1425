import type { Fault } from './fault'

/** How the sending of a message over its connection differs from the usual. An absent member: not at all. */
export interface WireFaults {
  /** Size of each chunk of a body without a length. */
  readonly chunkBytes?: number
  /** Real time, from the first byte of the body on. */
  readonly bytesPerSecond?: number
  /** Bytes of the message, counted from its start line, after which the connection ends. */
  readonly cutAfterBytes?: number
  /** The whole message is written, and the connection ended without waiting for the response. */
  readonly closeBeforeAnswer?: boolean
  readonly http10?: boolean
}

/** Collects the wire faults among these; null where there is none. */
export function wireFaultsOf(faults: readonly Fault[]): WireFaults | null {
  const parts = faults.map(wireFault).filter((part) => part !== null)
  return parts.length === 0 ? null : parts.reduce<WireFaults>((all, part) => ({ ...all, ...part }), {})
}

function wireFault(fault: Fault): WireFaults | null {
  switch (fault.kind) {
    case 'chunked':
      return { chunkBytes: fault.chunkBytes }
    case 'slowBody':
      return { bytesPerSecond: fault.bytesPerSecond }
    case 'cut':
      return { cutAfterBytes: fault.afterBytes }
    case 'closeBeforeAnswer':
      return { closeBeforeAnswer: true }
    case 'http10':
      return { http10: true }
    default:
      return null
  }
}
