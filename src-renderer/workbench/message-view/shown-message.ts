import type {
  CallbackAttempt,
  CallbackDetail,
  ExchangeDetail,
  SignatureVerdict,
} from '../../../src-main/contract/messages'
import { bytesOfBase64 } from './raw-text'
import type { Masked } from './raw-text'
import type { MessageReference } from './reference'
import { utf8Length } from './size'
import { requestHead } from './wire'
import type { HeaderPairs, WireBody, WireRequest } from './wire'

/** What came back: the merchant's answer to a callback, or the platform's to a request. */
export interface ShownAnswer {
  readonly status: number
  readonly httpVersion: string
  readonly headers: HeaderPairs
  readonly body: WireBody
  readonly durationMs: number | undefined
  readonly truncated: boolean
}

/** A message as the tester reads it, whichever way it went. */
export interface ShownMessage {
  readonly key: string
  readonly reference: MessageReference
  readonly request: WireRequest
  /** Start line and header lines, exact where they were recorded, with the empty line. */
  readonly head: string
  readonly masked: readonly Masked[]
  readonly signature: SignatureVerdict
  readonly projectId: number | undefined
  readonly bodySize: number
  /** The bytes on the wire in base64, where they are not simply head and body. */
  readonly wireBase64?: string
}

const END_OF_HEAD = '\r\n\r\n'

const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))

/** The bytes of a large body are spelt out only where somebody asks for them. */
const textBody = (text: string): WireBody => ({
  text,
  get base64() {
    return toBase64(text)
  },
})

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The body of an attempt where it has one of its own, else that of the callback. */
function sentBody(callback: CallbackDetail, attempt: CallbackAttempt | undefined): WireBody {
  const own = attempt?.requestBodyBase64
  if (own !== undefined) return { text: textOfBase64(own), base64: own }
  return callback.bodyBase64 === undefined
    ? textBody(callback.body)
    : { text: null, base64: callback.bodyBase64 }
}

/** Null where the bytes are not UTF-8. */
export function textOfBase64(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfBase64(base64))
  } catch {
    return null
  }
}

/** Header fields of a recorded head; undefined where there is none. */
function headersOf(head: string | undefined): HeaderPairs | undefined {
  return head
    ?.split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
    })
}

/** A callback as it went out with `attempt`, or as it will go out where none was made. */
export function shownCallback(callback: CallbackDetail, attempt: CallbackAttempt | undefined): ShownMessage {
  const target = callback.target ?? ''
  const request: WireRequest = {
    method: callback.method,
    url: target,
    target: pathOf(target),
    httpVersion: '1.1',
    // What rules have changed stands in the head that was written.
    headers:
      attempt === undefined || attempt.marks.length === 0
        ? callback.headers
        : (headersOf(attempt.requestHead) ?? callback.headers),
    body: sentBody(callback, attempt),
  }
  const recorded = attempt?.requestHead
  const head =
    recorded === undefined
      ? requestHead(request)
      : recorded.endsWith(END_OF_HEAD)
        ? recorded
        : recorded.trimEnd() + END_OF_HEAD
  return {
    key: callback.id,
    reference: { type: 'callback', id: callback.id },
    request,
    head,
    masked: [],
    signature: attempt?.signature ?? callback.signature,
    projectId: callback.projectId,
    bodySize:
      request.body.text === null ? bytesOfBase64(request.body.base64).length : utf8Length(request.body.text),
    ...(attempt?.wireBase64 === undefined ? {} : { wireBase64: attempt.wireBase64 }),
  }
}

/** The merchant's answer to one attempt; null where none came. */
export function shownMerchantAnswer(attempt: CallbackAttempt): ShownAnswer | null {
  const { answer } = attempt
  if (answer === undefined) return null
  return {
    status: answer.status,
    httpVersion: answer.httpVersion,
    headers: answer.headers,
    body: { text: answer.body, base64: answer.bodyBase64 },
    durationMs: attempt.durationMs,
    truncated: answer.truncated,
  }
}

/** A request to one of the listeners, as it was received. */
export function shownExchange(exchange: ExchangeDetail): ShownMessage {
  const host = exchange.headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? 'localhost'
  const absolute = /^https?:\/\//i.test(exchange.path)
  const request: WireRequest = {
    method: exchange.method,
    url: absolute ? exchange.path : `${exchange.secure ? 'https' : 'http'}://${host}${exchange.path}`,
    target: exchange.path,
    httpVersion: exchange.httpVersion,
    headers: exchange.headers,
    body: { text: exchange.body, base64: exchange.bodyBase64 },
  }
  return {
    key: exchange.id,
    reference: { type: exchange.door === 'capture' ? 'capture' : 'exchange', id: exchange.id },
    request,
    head: requestHead(request),
    masked: exchange.masked,
    signature: exchange.signature,
    projectId: exchange.projectId,
    bodySize: exchange.sizeBytes,
  }
}

/** The answer that a listener gave; null where the socket ended without one. */
export function shownReply(exchange: ExchangeDetail): ShownAnswer | null {
  const { reply } = exchange
  if (reply === null) return null
  return {
    status: reply.status,
    httpVersion: '1.1',
    headers: reply.headers,
    body: { text: reply.body, base64: reply.bodyBase64 },
    durationMs: reply.durationMs,
    truncated: false,
  }
}
