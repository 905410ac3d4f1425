import { IncomingMessage } from 'node:http'

const OFFER = Symbol('an upgrade is offered')

/**
 * A request of a server that listens to upgrades. HTTP lets a server ignore an offered upgrade, and some client libraries offer
 * `h2c` with every request; node ignores one only where nobody listens to any. It asks `upgrade` when the header fields are
 * known, and here it gets a yes only for WebSockets, and for CONNECT, which is none to ignore.
 */
export class WebSocketOnlyRequest extends IncomingMessage {
  declare private [OFFER]: boolean | null | undefined

  get upgrade(): boolean {
    if (this[OFFER] !== true) return false
    return this.method === 'CONNECT' || isWebSocket(this.headers.upgrade)
  }

  /** Node sets it: in its constructor, and when the head is complete. */
  set upgrade(offered: boolean | null) {
    this[OFFER] = offered
  }
}

function isWebSocket(offered: string | undefined): boolean {
  return /^\s*websocket\s*$/i.test(offered ?? '')
}
