import type {
  CallbackAttempt,
  CallbackDetail,
  ExchangeDetail,
  SignatureVerdict,
} from '../../../src-main/contract/messages'
import type { Masked } from './raw-text'
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
  readonly request: WireRequest
  /** Start line and header lines, exact where they were recorded, with the empty line. */
  readonly head: string
  readonly masked: readonly Masked[]
  readonly signature: SignatureVerdict
  readonly projectId: number | undefined
  readonly bodySize: number
}

const END_OF_HEAD = '\r\n\r\n'

const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** A callback as it went out with `attempt`, or as it will go out where none was made. */
export function shownCallback(callback: CallbackDetail, attempt: CallbackAttempt | undefined): ShownMessage {
  const target = callback.target ?? ''
  const request: WireRequest = {
    method: callback.method,
    url: target,
    target: pathOf(target),
    httpVersion: '1.1',
    headers: callback.headers,
    body:
      callback.bodyBase64 === undefined
        ? { text: callback.body, base64: toBase64(callback.body) }
        : { text: null, base64: callback.bodyBase64 },
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
    request,
    head,
    masked: [],
    signature: callback.signature,
    projectId: callback.projectId,
    bodySize: utf8Length(callback.body),
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
