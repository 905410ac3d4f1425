import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpResponse } from '#lib/http-message/message'

/**
 * Writes a complete response. Resolves to true when its last byte was handed to the operating system, or to false if
 * the connection ended before that: Node ends it if the client reads nothing for `unreadTimeoutMs`.
 *
 * Reads and discards the rest of an unfinished request for at most `lingerMs`: closing immediately would
 * reset the connection, and the client would lose the response.
 *
 * @throws RangeError or TypeError if the status or a header value is invalid; nothing is written then
 */
export function sendResponse(
  request: IncomingMessage,
  output: ServerResponse,
  response: HttpResponse,
  { lingerMs, unreadTimeoutMs }: { readonly lingerMs: number; readonly unreadTimeoutMs: number },
): Promise<boolean> {
  if (response.status < 200) throw new RangeError(`A final status is 200 or more, not ${response.status}.`)
  output.sendDate = false
  output.writeHead(response.status, response.headers.flat())
  output.setTimeout(unreadTimeoutMs)
  const flushed = new Promise<boolean>((resolve) => {
    // Node also emits `finish` after a broken connection. Prepended, because Node's own listener ends the connection.
    output.prependOnceListener('finish', () => resolve(!request.socket.destroyed))
    output.once('close', () => resolve(output.writableFinished))
    if (output.destroyed) resolve(false)
  })
  if (request.complete || output.destroyed) {
    output.end(response.body)
    return flushed
  }
  if (response.body.byteLength > 0) output.write(response.body)
  else output.flushHeaders()
  request.resume()
  void discardRest(request, lingerMs).then(() => output.end())
  return flushed
}

function discardRest(request: IncomingMessage, lingerMs: number): Promise<void> {
  const { socket } = request
  return new Promise((resolve) => {
    if (socket.readableEnded || socket.destroyed) {
      resolve()
      return
    }
    const timer = setTimeout(resolve, lingerMs)
    const end = (): void => {
      clearTimeout(timer)
      resolve()
    }
    request.once('end', end)
    request.once('close', end)
    // A client that ended its side in the middle of a body sends nothing more.
    socket.once('end', end)
  })
}

/** Writes a response for which Node made no response object (unreadable bytes, CONNECT), then ends the connection. */
export function sendRawResponse(socket: Socket, response: HttpResponse, lingerMs: number): void {
  socket.on('error', () => socket.destroy())
  if (socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const head =
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n` +
    response.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
    '\r\n'
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), response.body]))
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
