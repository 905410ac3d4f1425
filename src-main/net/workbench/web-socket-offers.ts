import { IncomingMessage } from 'node:http'

const OFFER = Symbol('an upgrade is offered')

/**
 * A request of a server that accepts upgrades to WebSocket only. HTTP lets a server ignore an offered upgrade, and some
 * client libraries offer `h2c` with every request, but Node ignores none once there is an `upgrade` listener. Node
 * reads `upgrade` when the header fields are complete; here it is true only for WebSockets and for CONNECT, which must
 * not be ignored.
 */
export class WebSocketOnlyRequest extends IncomingMessage {
  declare private [OFFER]: boolean | null | undefined

  get upgrade(): boolean {
    if (this[OFFER] !== true) return false
    return this.method === 'CONNECT' || isWebSocket(this.headers.upgrade)
  }

  /** Called by Node: in its constructor, and when the head is complete. */
  set upgrade(offered: boolean | null) {
    this[OFFER] = offered
  }
}

function isWebSocket(offered: string | undefined): boolean {
  return /^\s*websocket\s*$/i.test(offered ?? '')
}
