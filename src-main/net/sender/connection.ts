import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { type IncomingMessage, request as readingRequest } from 'node:http'
import { Duplex } from 'node:stream'
import { headerList, type ReceivedResponse } from '#lib/http-message/message'
import { LIMITS } from '#lib/limits/limit-table'

interface SenderTls {
  /** False: accept any certificate (test projects, contract 9.2). */
  readonly verify: boolean
  /** PEM certificates that are trusted besides those of well-known authorities. */
  readonly extraCa?: readonly string[]
}

/** Opens a connection; for https with TLS 1.2 or newer, offering only HTTP/1.1. */
export function openConnection(url: URL, tls: SenderTls): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  if (!secure) return connectPlain({ host, port, noDelay: true })
  const secureContext = contextFor(tls.extraCa ?? [])
  const socket = connectTls({
    host,
    port,
    // An address is not a server name (RFC 6066 3); the certificate is still compared with `host`.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: tls.verify,
    ...(secureContext === null ? {} : { secureContext }),
  })
  socket.setNoDelay(true)
  return socket
}

let lastContext: { readonly key: string; readonly context: SecureContext } | null = null

/** Null for Node's default. Keeps the last context, because reading the authorities takes milliseconds. */
function contextFor(extraCa: readonly string[]): SecureContext | null {
  if (extraCa.length === 0) return null
  const key = extraCa.join('\n')
  if (lastContext?.key !== key) {
    const context = createSecureContext({ ca: [...rootCertificates, ...extraCa], minVersion: 'TLSv1.2' })
    lastContext = { key, context }
  }
  return lastContext.context
}

const MAX_RESPONSE_HEAD = 64 * 1024

/**
 * Reads one HTTP response with Node's parser. Node's client also writes a request, whose bytes are dropped: the
 * sender writes head and body itself, so that the record and the wire cannot differ.
 * @param method the method of the request
 * @param onEnd may be called repeatedly: with null once the response is complete or its body too long, or with an error
 */
export function readResponse(socket: Socket, method: string, onEnd: (error: Error | null) => void) {
  /** Grows by doubling: as a list of one-byte chunks, a body would take a hundred times its size. */
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
  // 101 switches the protocol: it is recorded as a response without a body.
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
    /** The part read so far; null before the head is complete. */
    response: (): ReceivedResponse | null =>
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

/** Whether the peer closed the connection without an error, but also without a response. */
export function isSilentClose(error: Error): boolean {
  return error.message === 'socket hang up'
}
