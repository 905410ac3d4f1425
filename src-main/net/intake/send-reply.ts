import { once } from 'node:events'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RawReply } from '../../lib/http-message/raw-message'

/**
 * Writes a completed reply and settles when its last byte went to the operating system (true) or the connection
 * ended before (false).
 *
 * Where the request has not been read to its end, the rest is read away for at most `lingerMs`: closing at once
 * would reset the connection, and the client would lose our answer.
 *
 * Where nothing of the response is taken for `unreadTimeoutMs`, the connection ends: what waits in memory for a client that does
 * not read is bounded.
 *
 * Throws where node refuses the status or a header value; nothing has been written then.
 */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: RawReply,
  { lingerMs, unreadTimeoutMs }: { readonly lingerMs: number; readonly unreadTimeoutMs: number },
): Promise<boolean> {
  if (reply.status < 200) throw new RangeError(`A final status is 200 or more, not ${reply.status}.`)
  response.sendDate = false
  response.writeHead(reply.status, reply.headers.flat())
  const flushed = new Promise<boolean>((resolve) => {
    response.once('finish', () => {
      resolve(true)
    })
    response.once('close', () => {
      resolve(response.writableFinished)
    })
    if (response.destroyed) resolve(false)
  })
  if (request.complete || response.destroyed) {
    response.end(reply.body)
    if (request.socket.writableLength > 0) endUnread(request.socket, unreadTimeoutMs, flushed)
    return flushed
  }
  if (reply.body.byteLength > 0) response.write(reply.body)
  else response.flushHeaders()
  request.resume()
  void readAway(request, lingerMs).then(() => response.end())
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

/** Writes a reply where node has no response object (unreadable bytes, CONNECT), then ends the connection. */
export function sendRawReply(socket: Socket, reply: RawReply, lingerMs: number): void {
  socket.on('error', () => socket.destroy())
  if (socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const head =
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n` +
    reply.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
    '\r\n'
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), reply.body]))
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}
