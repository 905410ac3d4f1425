import { once } from 'node:events'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpResponse } from '#lib/http-message/message'

/**
 * Writes a completed response. Resolves to true when its last byte was handed to the operating system, or to false when
 * the connection ended before that.
 *
 * If the request was not read to its end, reads and discards the rest for at most `lingerMs`: closing at once would
 * reset the connection, and the client would lose the response.
 *
 * Ends the connection if the client reads nothing of the response for `unreadTimeoutMs`, so that responses to clients
 * that do not read cannot fill the memory.
 *
 * @throws RangeError or TypeError where the status or a header value is invalid; nothing is written then
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
  const flushed = new Promise<boolean>((resolve) => {
    output.once('finish', () => {
      resolve(true)
    })
    output.once('close', () => {
      resolve(output.writableFinished)
    })
    if (output.destroyed) resolve(false)
  })
  if (request.complete || output.destroyed) {
    output.end(response.body)
    if (request.socket.writableLength > 0) endUnread(request.socket, unreadTimeoutMs, flushed)
    return flushed
  }
  if (response.body.byteLength > 0) output.write(response.body)
  else output.flushHeaders()
  request.resume()
  void readAway(request, lingerMs).then(() => output.end())
  endUnread(request.socket, lingerMs + unreadTimeoutMs, flushed)
  return flushed
}

/** Ends the connection if none of the waiting bytes could be written within the time. */
function endUnread(socket: Socket, unreadTimeoutMs: number, flushed: Promise<boolean>): void {
  let waiting = socket.writableLength
  const timer = setInterval(() => {
    if (socket.writableLength >= waiting) socket.destroy()
    waiting = socket.writableLength
  }, unreadTimeoutMs)
  timer.unref()
  void flushed.then(() => {
    clearInterval(timer)
  })
}

/** Settles at the end of the body, of the client's stream or of the connection, after `lingerMs` at the latest. */
async function readAway(request: IncomingMessage, lingerMs: number): Promise<void> {
  const { socket } = request
  if (socket.readableEnded || socket.destroyed) return
  const ending = new AbortController()
  const { signal } = ending
  const limit = setTimeout(() => {
    ending.abort()
  }, lingerMs)
  await Promise.race([
    once(request, 'end', { signal }),
    once(request, 'close', { signal }),
    // A client that ended its side in the middle of a body sends nothing more.
    once(socket, 'end', { signal }),
  ]).catch(() => undefined)
  clearTimeout(limit)
  ending.abort()
}

/** Writes a response where Node has no response object (unreadable bytes, CONNECT), then ends the connection. */
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
  socket.once('close', () => {
    clearTimeout(timer)
  })
}
