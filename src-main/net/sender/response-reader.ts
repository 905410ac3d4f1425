import { request as readingRequest, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { headerList, type ReceivedResponse } from '#lib/http-message/message'
import { LIMITS } from '#lib/limits/limit-table'

const MAX_RESPONSE_HEAD = 64 * 1024

/** A response that is being read. */
export interface ResponseReading {
  /** Returns the part that was read so far; null before the head is complete. */
  readonly response: () => ReceivedResponse | null
}

/**
 * Reads one HTTP response from a connection with Node's parser. Node's client also writes a request, whose bytes are
 * dropped: the sender writes the head and the body itself, so that the record and the wire cannot differ.
 * @param method the method of the request
 * @param onEnd called when the reading ends: with null when the response is complete or its body reached the limit
 */
export function readResponse(
  socket: Socket,
  method: string,
  onEnd: (error: Error | null) => void,
): ResponseReading {
  /** Grows by doubling: a body in chunks of one byte would take a hundred times its size as a list of chunks. */
  let body = Buffer.alloc(0)
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
      const kept = chunk.subarray(0, LIMITS.responseBodyBytes - bodyBytes)
      if (body.byteLength < bodyBytes + kept.byteLength) {
        const larger = Buffer.alloc(Math.max(2 * body.byteLength, bodyBytes + kept.byteLength))
        body.copy(larger, 0, 0, bodyBytes)
        body = larger
      }
      kept.copy(body, bodyBytes)
      bodyBytes += kept.byteLength
      if (kept.byteLength === chunk.byteLength) return
      truncated = true
      onEnd(null)
    })
    response.once('end', () => {
      onEnd(null)
    })
    response.once('error', onEnd)
  })
  // 101 switches the protocol. For the bench it is a response without a body.
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
            ...(head.statusMessage === undefined ? {} : { reasonPhrase: head.statusMessage }),
            headers: headerList(head.rawHeaders),
            body: new Uint8Array(body.subarray(0, bodyBytes)),
            truncated,
          },
  }
}

/** Whether Node's client reports that the stream ended in order but without a response. */
export function isSilentClose(error: Error): boolean {
  return error.message === 'socket hang up'
}
