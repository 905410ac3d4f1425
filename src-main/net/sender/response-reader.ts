import { request as readingRequest, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { headerList, type ReceivedResponse } from '../../lib/http-message/message'
import { LIMITS } from '../../lib/limits/limit-table'

const MAX_RESPONSE_HEAD = 64 * 1024

export interface ResponseReading {
  /** What has been read so far; null before the head is complete. */
  readonly response: () => ReceivedResponse | null
}

/**
 * Reads one HTTP response from a connection with node's own parser. Node's client believes that it writes the
 * request; the stream it is given drops those bytes, because the sender writes its own head and body so that the
 * record and the wire cannot differ.
 *
 * `onEnd` is called once: without an error when the response is complete or its body reached the limit.
 */
export function readResponse(
  socket: Socket,
  method: string,
  onEnd: (error: Error | null) => void,
): ResponseReading {
  const body: Buffer[] = []
  let bodyBytes = 0
  let truncated = false
  let head: IncomingMessage | null = null

  const stream = new Duplex({
    read: () => socket.resume(),
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  socket.on('data', (chunk: Buffer) => {
    if (!stream.push(chunk)) socket.pause()
  })
  socket.once('end', () => stream.push(null))
  socket.once('error', (error) => stream.destroy(error))
  socket.once('close', () => {
    if (!stream.readableEnded) stream.push(null)
  })

  const client = readingRequest({
    createConnection: () => stream,
    method,
    headers: { Host: 'response.invalid' },
    maxHeaderSize: MAX_RESPONSE_HEAD,
    insecureHTTPParser: false,
  })
  client.maxHeadersCount = 0
  client.on('response', (response) => {
    head = response
    response.on('data', (chunk: Buffer) => {
      const room = LIMITS.responseBodyBytes - bodyBytes
      if (chunk.byteLength <= room) {
        body.push(chunk)
        bodyBytes += chunk.byteLength
        return
      }
      body.push(chunk.subarray(0, room))
      bodyBytes = LIMITS.responseBodyBytes
      truncated = true
      onEnd(null)
    })
    response.once('end', () => {
      onEnd(null)
    })
    response.once('error', onEnd)
  })
  // 101: the connection now speaks something else, which is a response without a body to us.
  client.on('upgrade', (response) => {
    head = response
    onEnd(null)
  })
  client.on('connect', (response) => {
    head = response
    onEnd(null)
  })
  client.on('error', onEnd)
  client.end()

  return {
    response: () =>
      head === null
        ? null
        : {
            status: head.statusCode ?? 0,
            httpVersion: head.httpVersion,
            headers: headerList(head.rawHeaders),
            body: new Uint8Array(Buffer.concat(body)),
            truncated,
          },
  }
}
