import type { MalformedMessage } from '../../merchant/capture/malformed'
import type { MalformedRequest } from '../../net/intake/malformed'
import type { ListenerName } from '../../lib/http-message/raw-message'

/** What a listener answered by itself, as the bench records it. Without a readable head all its parts are empty. */
export function malformedMessage(malformed: MalformedRequest): MalformedMessage {
  switch (malformed.kind) {
    case 'unreadable':
    case 'tlsFailed': {
      const { listener, remoteAddress, receivedAtWallMs, note, reply } = malformed
      const unreadable = malformed.kind === 'unreadable'
      return {
        door: doorOf(listener),
        request: {
          method: '',
          target: '',
          httpVersion: '',
          tlsVersion: unreadable ? malformed.tlsVersion : null,
          rawHeaders: [],
          body: unreadable ? malformed.bytes : new Uint8Array(0),
          remoteAddress,
          ...(unreadable ? { remotePort: malformed.remotePort } : {}),
          receivedAtWallMs,
          truncated: unreadable && malformed.truncated,
        },
        note:
          unreadable && malformed.mixed
            ? `${note} The bytes kept begin with a request that could be read and is recorded on its own.`
            : note,
        reply,
      }
    }
    default: {
      const { request, note, reply } = malformed
      return { door: doorOf(request.listener), request, note, reply }
    }
  }
}

function doorOf(listener: ListenerName): MalformedMessage['door'] {
  switch (listener) {
    case 'platform':
      return 'platform'
    case 'merchant':
      return 'capture'
  }
}
