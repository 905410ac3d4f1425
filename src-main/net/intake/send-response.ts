import { once } from 'node:events'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpResponse } from '../../lib/http-message/message'

/**
 * Writes a completed response and settles when its last byte went to the operating system (true) or the connection
 * ended before (false).
 *
 * Where the request has not been read to its end, the rest is read away for at most `lingerMs`: closing at once
 * would reset the connection, and the client would lose our response.
 *
 * Where nothing of the response is taken for `unreadTimeoutMs`, the connection ends: what waits in memory for a client that does
 * not read is bounded.
 *
 * Throws where node refuses the status or a header value; nothing has been written then.
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

/** Ends the connection where nothing of what waits to be written has left within the time. */
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

/** Settles at the end of the body, of what the client sends at all, or of the connection; `lingerMs` at most. */
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
    // A client that has ended its side in the middle of a body sends no more of it.
    once(socket, 'end', { signal }),
  ]).catch(() => undefined)
  clearTimeout(limit)
  ending.abort()
}

/** Writes a response where node has no response object (unreadable bytes, CONNECT), then ends the connection. */
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
