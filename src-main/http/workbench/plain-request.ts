import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { pairHeaders } from '../wire/raw-message'

const ABOUT_THE_UPGRADE = /^(?:connection|upgrade|http2-settings)$/i

/**
 * HTTP lets a server ignore an offered upgrade, and some client libraries offer `h2c` with every request. Node's
 * server cannot ignore one once it listens to upgrades, so the request is fed to it again without the offer.
 */
export function handleAsPlainRequest(
  server: Server,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const fields = pairHeaders(request.rawHeaders).filter(([name]) => !ABOUT_THE_UPGRADE.test(name))
  const lines = [
    `${request.method ?? ''} ${request.url ?? ''} HTTP/${request.httpVersion}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ]
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
