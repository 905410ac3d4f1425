import type { MalformedMessage } from '../../merchant/capture/malformed'
import type { MalformedRequest, ListenerName } from '../../net/intake/malformed'

/**
 * Turns a request that a listener refused by itself into the message that the bench records. Without a readable head its
 * parts are empty.
 */
export function malformedMessage(malformed: MalformedRequest): MalformedMessage {
  switch (malformed.kind) {
    case 'unreadable':
    case 'tlsFailed': {
      const { listener, remoteAddress, receivedAtWallMs, note, response } = malformed
      const unreadable = malformed.kind === 'unreadable'
      return {
        source: sourceOf(listener),
        request: {
          method: '',
          target: '',
          httpVersion: '',
          tlsVersion: unreadable ? malformed.tlsVersion : null,
          headers: [],
          body: unreadable ? malformed.bytes : new Uint8Array(0),
          remoteAddress,
          remotePort: unreadable ? malformed.remotePort : 0,
          receivedAtWallMs,
          truncated: unreadable && malformed.truncated,
        },
        note:
          unreadable && malformed.mixed
            ? `${note} The bytes kept begin with a request that could be read and is recorded on its own.`
            : note,
        response,
      }
    }
    default: {
      const { listener, request, note, response } = malformed
      return { source: sourceOf(listener), request, note, response }
    }
  }
}

function sourceOf(listener: ListenerName): MalformedMessage['source'] {
  switch (listener) {
    case 'platform':
      return 'api'
    case 'merchant':
      return 'capture'
  }
}
