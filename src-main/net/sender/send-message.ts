import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type {
  ExactOutcome,
  ExactSending,
  FailureCode,
  OutgoingRequest,
  SendFailure,
  SendOutcome,
} from '#core/sending'
import { TOKEN, unwritableHeader } from '#lib/http-message/response'
import type { HeaderList } from '#lib/http-message/message'
import { isSilentClose, openConnection, readResponse } from './connection'
import { explainFailure, failure } from './failures'
import { messageOnWire, writeMessage, type Writing } from './wire-faults'

/** Errors of OpenSSL and Node about a certificate, worded to follow `The certificate of HOST`. */
const WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'chains to an untrusted root',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'was issued for another name',
}

/** Why verification would have refused the certificate; null if trusted. Call it after the handshake. */
function certificateError(socket: TLSSocket, place: string): string | null {
  if (socket.authorized) return null
  // Node's types declare an Error, but at run time this is the code itself.
  const reason: unknown = socket.authorizationError
  const code = reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : 'not trusted'
  return `The certificate of ${place} ${WORDS[code] ?? 'is not trusted'} (${code}).`
}

/** Milliseconds within which the receiver has to respond (contract 9.2). */
const RESPONSE_TIMEOUT_MS = 10_000

type Receiver = Pick<SendOutcome, 'tlsVersion' | 'certificateError'>

type SentPart = 'nothing' | 'partly' | 'all'

const UNCONNECTED: Receiver = { tlsVersion: null, certificateError: null }

/**
 * Sends one message over a new connection and reads the response. Never rejects: every error is returned as
 * `failure`. Redirects are not followed (contract 9.2).
 *
 * The head on the wire has exactly `Host` and the given fields, so no `Connection` unless the caller adds it: contract
 * 9.2 lists none. The receiver may therefore keep the connection open; we close it after the response.
 *
 * @param extraCa PEM certificates that are trusted besides those of well-known authorities
 */
export function sendMessage(request: OutgoingRequest, extraCa: readonly string[] = []): Promise<SendOutcome> {
  const startedAt = performance.now()
  const nothing = new Uint8Array(0)
  const endEarly = (code: FailureCode, message: string, head: Uint8Array = nothing): Promise<SendOutcome> =>
    Promise.resolve({
      requestHead: head,
      wire: null,
      response: null,
      failure: failure(code, message),
      durationMs: performance.now() - startedAt,
      ...UNCONNECTED,
    })

  const url = URL.canParse(request.url) ? new URL(request.url) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return endEarly('invalid_url', `"${request.url}" is not an http or https address. Give a full URL.`)
  }
  const written = writeHead(request.method, url, request.headers)
  if (written.kind === 'refused') return endEarly('invalid_header', written.message)
  if (request.signal?.aborted === true) return endEarly('aborted', 'Sending was cancelled.', written.head)
  return exchange(request, { url, extraCa }, written.head, startedAt)
}

function exchange(
  request: OutgoingRequest,
  { url, extraCa }: { readonly url: URL; readonly extraCa: readonly string[] },
  plainHead: Uint8Array,
  startedAt: number,
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const faults = request.wireFaults ?? null
    const message = messageOnWire(plainHead, request.body, faults)
    const { head } = message
    const timeoutMs = (request.timeoutMs ?? RESPONSE_TIMEOUT_MS) + message.trickleMs
    const socket = openConnection(url, { verify: request.verifyCertificate, extraCa })
    let receiver = UNCONNECTED
    let sent: SentPart = 'nothing'
    let writing: Writing | null = null
    let settled = false

    const settle = (problem: SendFailure | null): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      writing?.stop()
      request.signal?.removeEventListener('abort', onAbort)
      const outcome: SendOutcome = {
        requestHead: head,
        wire: faults === null ? null : wireOf(writing, head, request.body),
        response: reading.response(),
        failure: problem,
        durationMs: performance.now() - startedAt,
        ...receiver,
      }
      // If message and response are complete, buffered bytes are still sent; otherwise they no longer matter.
      if (problem === null && sent === 'all') socket.destroySoon()
      else socket.destroy()
      resolve(outcome)
    }
    const onAbort = (): void => settle(failure('aborted', 'Sending was cancelled.'))
    const timer = setTimeout(() => {
      settle(timeoutFailure(url, timeoutMs, sent, reading.response() !== null))
    }, timeoutMs)
    request.signal?.addEventListener('abort', onAbort, { once: true })

    socket.on('error', (error) => {
      // Once bytes are sent, the reader reports errors of the connection.
      if (sent === 'nothing') settle(explainFailure(error, url.host))
    })
    const reading = readResponse(socket, request.method, (error) => {
      if (error === null) settle(null)
      else if (isSilentClose(error)) settle(closedFailure(url, sent))
      else settle(explainFailure(error, url.host))
    })
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
      receiver = receiverOf(socket, url)
      request.onConnected?.(socket.localPort ?? 0, socket.remotePort ?? 0)
      sent = 'partly'
      writing = writeMessage(socket, message, faults, {
        onAll: () => {
          sent = 'all'
        },
        onEnded: (bytes) => {
          const whole = bytes === head.byteLength + message.body.byteLength
          if (whole) sent = 'all'
          settle(whole ? leftFailure(url) : cutFailure(url, bytes))
        },
      })
    })
  })
}

function receiverOf(socket: Socket, url: URL): Receiver {
  if (!(socket instanceof TLSSocket)) return UNCONNECTED
  return { tlsVersion: socket.getProtocol(), certificateError: certificateError(socket, url.host) }
}

/** The bytes on the wire; null if writing never began, or if they are exactly the head and the body. */
function wireOf(writing: Writing | null, head: Uint8Array, body: Uint8Array): Uint8Array | null {
  if (writing === null) return null
  const written = writing.written()
  return Buffer.concat([head, body]).equals(written) ? null : written
}

function cutFailure(url: URL, bytes: number): SendFailure {
  return failure(
    'cut',
    `A fault rule cut the connection to ${url.host} after ${String(bytes)} bytes. Switch the rule off to let the complete message through.`,
  )
}

function leftFailure(url: URL): SendFailure {
  return failure(
    'left',
    `A fault rule closed the connection to ${url.host} without waiting for the response. Switch the rule off to see the response.`,
  )
}

function closedFailure(url: URL, sent: SentPart): SendFailure {
  const when = sent === 'nothing' ? 'before the message was sent' : 'without a response'
  return failure('closed', `${url.host} closed the connection ${when}. Check the receiver's log.`)
}

function timeoutFailure(url: URL, timeoutMs: number, sent: SentPart, headSeen: boolean): SendFailure {
  const seconds = Math.round(timeoutMs / 100) / 10
  if (sent === 'nothing') {
    return failure(
      'timeout',
      `${url.host} did not accept the connection within ${seconds} s. Check the address and any firewall.`,
    )
  }
  const stage = headSeen ? 'did not complete the body of the response' : 'did not respond'
  return failure(
    'timeout',
    `${url.host} ${stage} within ${seconds} s. In the receiver, respond first and do the work afterwards.`,
  )
}

/**
 * Writes a head exactly as given: the start line, `Host` unless the fields contain it, then every field in its
 * order and case. Strings hold one character per byte. Refuses a head that would not be HTTP, with a message for
 * the tester.
 */
function writeHead(
  method: string,
  url: URL,
  headers: HeaderList,
):
  | { readonly kind: 'head'; readonly head: Uint8Array }
  | { readonly kind: 'refused'; readonly message: string } {
  if (!TOKEN.test(method)) return refusal(`"${method}" is not an HTTP method. Use one such as POST.`)
  const unwritable = unwritableHeader(headers)
  if (unwritable !== null) return refusal(unwritable.message)
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host')
  const fields = hasHost ? headers : [['Host', url.host] as const, ...headers]
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ]
  return { kind: 'head', head: new Uint8Array(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')) }
}

function refusal(message: string): { readonly kind: 'refused'; readonly message: string } {
  return { kind: 'refused', message }
}

/**
 * Writes exactly these bytes and reads one response. Rejects invalid URLs; other errors become `failure`.
 * @param extraCa PEM certificates that are trusted besides those of well-known authorities
 */
export async function sendExact(
  { url, method, bytes, timeoutMs, onConnected }: ExactSending,
  extraCa: readonly string[] = [],
): Promise<ExactOutcome> {
  const message = { url, method, headers: [], body: new Uint8Array(0), verifyCertificate: true }
  const { response, failure, durationMs } = await exchange(
    { ...message, timeoutMs, onConnected },
    { url: new URL(url), extraCa },
    bytes,
    performance.now(),
  )
  return { response, failure, durationMs }
}
