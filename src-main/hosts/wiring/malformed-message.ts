import type { IrregularMessage } from '../../merchant/capture/malformed'
import type { IrregularRequest } from '../../net/intake/malformed'
import type { ListenerName } from '../../lib/http-message/raw-message'

/** What a listener answered by itself, as the bench records it. Without a readable head all its parts are empty. */
export function irregularMessage(irregular: IrregularRequest): IrregularMessage {
  switch (irregular.kind) {
    case 'unreadable':
    case 'tlsFailed': {
      const { listener, remoteAddress, receivedAtWallMs, note, reply } = irregular
      const unreadable = irregular.kind === 'unreadable'
      return {
        door: doorOf(listener),
        request: {
          method: '',
          target: '',
          httpVersion: '',
          tlsVersion: unreadable ? irregular.tlsVersion : null,
          rawHeaders: [],
          body: unreadable ? irregular.bytes : new Uint8Array(0),
          remoteAddress,
          ...(unreadable ? { remotePort: irregular.remotePort } : {}),
          receivedAtWallMs,
          truncated: unreadable && irregular.truncated,
        },
        note:
          unreadable && irregular.mixed
            ? `${note} The bytes kept begin with a request that could be read and is recorded on its own.`
            : note,
        reply,
      }
    }
    default: {
      const { request, note, reply } = irregular
      return { door: doorOf(request.listener), request, note, reply }
    }
  }
}

function doorOf(listener: ListenerName): IrregularMessage['door'] {
  switch (listener) {
    case 'platform':
      return 'platform'
    case 'merchant':
      return 'capture'
  }
}
