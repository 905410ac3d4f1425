import type { CallbackAttempt, CallbackDetail, ExchangeDetail, SignatureVerdict } from '#protocol/messages'
import { encodeBase64 } from '#lib/bytes/base64'
import { bytesOfBase64 } from '#window/lib/files'
import type { Masked } from './raw-text'
import { isWellAnswered, type MessageReference } from '#window/navigation/views'
import {
  isChunked,
  readHead,
  requestHead,
  utf8Length,
  type WireBody,
  type WireRequest,
  withHost,
} from './wire'
import { decodeUtf8, decodeUtf8Leniently, encodeUtf8 } from '#lib/bytes/utf8'
import { type HeaderList, headerValues, type ReceivedResponse } from '#lib/http-message/message'
import type { ProjectId } from '#domain/ids'
import { create } from 'zustand'

export interface ShownResponse extends Omit<ReceivedResponse, 'body' | 'reasonPhrase'> {
  readonly body: WireBody
  readonly durationMs: number | undefined
  /** Whether the response means success: the callback was delivered, or the call was accepted. */
  readonly good: boolean
  /** Why a status that looks successful does not count as success. */
  readonly note?: string
}

export interface ShownMessage {
  readonly reference: MessageReference
  readonly request: WireRequest
  readonly head: string
  readonly masked: readonly Masked[]
  readonly signature: SignatureVerdict
  readonly changedByRule?: true
  readonly projectId: ProjectId | undefined
  readonly bodySize: number
  /** The bytes on the wire in base64, if they are not simply head and body. */
  readonly wireBase64?: string
  /** Whether the body arrived in chunks, of which only the content is stored. */
  readonly joinedChunks: boolean
}

const END_OF_HEAD = '\r\n\r\n'

/** `base64` is computed only when it is read, because a body may be large. */
const textBody = (text: string): WireBody => ({
  text,
  get base64() {
    return encodeBase64(encodeUtf8(text))
  },
})

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function sentBody(callback: CallbackDetail, attempt: CallbackAttempt | undefined): WireBody {
  const own = attempt?.requestBodyBase64
  if (own !== undefined) return { text: textOfBase64(own), base64: own }
  return callback.bodyBase64 === undefined
    ? textBody(callback.body)
    : { text: null, base64: callback.bodyBase64 }
}

export const textOfBase64 = (base64: string): string | null => decodeUtf8(bytesOfBase64(base64)) ?? null

/** The head of a message ends within this number of base64 characters. */
const HEAD_IN_BASE64 = 131_072

/** The header fields that were written; incomplete if a rule cut the connection in the middle of the head. */
function writtenHeaders(requestHead: string, wireBase64: string | undefined): HeaderList {
  if (wireBase64 === undefined) return readHead(requestHead).headers
  const written = atob(wireBase64.slice(0, HEAD_IN_BASE64))
  const end = written.indexOf(END_OF_HEAD)
  return end < 0 && wireBase64.length > HEAD_IN_BASE64
    ? readHead(requestHead).headers
    : readHead(end < 0 ? written : written.slice(0, end)).headers
}

/** Whether rules alone changed the bytes of the attempt, or of the callback. */
function isChangedByRule({ marks }: CallbackDetail, attempt: CallbackAttempt | undefined): boolean {
  if (attempt?.signature !== undefined) return true
  return marks.length > 0 && marks.every(({ ruleId }) => ruleId !== null)
}

/** A callback as sent with `attempt`, or as it will be sent. */
export function shownCallback(callback: CallbackDetail, attempt: CallbackAttempt | undefined): ShownMessage {
  // A new target applies only to later attempts.
  const url = attempt?.target ?? callback.target ?? ''
  const body = sentBody(callback, attempt)
  const planned: WireRequest = {
    method: callback.method,
    url,
    target: pathOf(url),
    httpVersion: '1.1',
    headers: withHost(callback.headers, url),
    body,
  }
  const recorded = attempt?.requestHead === '' ? undefined : attempt?.requestHead
  const request: WireRequest =
    recorded === undefined
      ? planned
      : {
          ...planned,
          ...readHead(recorded).start,
          headers: writtenHeaders(recorded, attempt?.wireBase64),
        }
  const index = attempt?.requestBodyBase64 === undefined ? -1 : callback.attempts.indexOf(attempt)
  return {
    reference: { type: 'callback', id: callback.id, ...(index < 0 ? {} : { attempt: index }) },
    request,
    head:
      recorded === undefined
        ? requestHead(request)
        : recorded.endsWith(END_OF_HEAD)
          ? recorded
          : recorded.trimEnd() + END_OF_HEAD,
    masked: [],
    signature: attempt?.signature ?? callback.signature,
    ...(isChangedByRule(callback, attempt) ? { changedByRule: true as const } : {}),
    projectId: callback.projectId,
    bodySize: body.text === null ? bytesOfBase64(body.base64).length : utf8Length(body.text),
    ...(attempt?.wireBase64 === undefined ? {} : { wireBase64: attempt.wireBase64 }),
    joinedChunks: false,
  }
}

/** Only 200 counts as delivered (contract 9.4). */
const deliveryNote = (status: number): { readonly note?: string } =>
  status > 200 && status < 300 ? { note: 'not delivered: only 200 counts' } : {}

export function shownMerchantResponse(attempt: CallbackAttempt): ShownResponse | null {
  if (attempt.answer === undefined) return null
  const { body, bodyBase64, ...response } = attempt.answer
  return {
    ...response,
    body: { text: body, base64: bodyBase64 },
    durationMs: attempt.durationMs,
    good: response.status === 200,
    ...deliveryNote(response.status),
  }
}

export function shownExchange(exchange: ExchangeDetail): ShownMessage {
  const host = headerValues(exchange.headers, 'host')[0] ?? 'localhost'
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
    reference: { type: exchange.source === 'capture' ? 'capture' : 'exchange', id: exchange.id },
    request,
    // A message that could not be parsed has no head: all its bytes are the body.
    head: exchange.method === '' ? '' : requestHead(request),
    masked: exchange.masked,
    signature: exchange.signature,
    projectId: exchange.projectId,
    bodySize: exchange.sizeBytes,
    joinedChunks: isChunked(exchange.headers),
  }
}

/** The response of a listener; null if the connection was closed without one. */
export function shownResponse(exchange: ExchangeDetail): ShownResponse | null {
  if (exchange.reply === null) return null
  const { body, bodyBase64, ...reply } = exchange.reply
  return {
    ...reply,
    httpVersion: '1.1',
    body: { text: body, base64: bodyBase64 },
    durationMs: reply.durationMs,
    truncated: false,
    good: isWellAnswered({ source: exchange.source, status: reply.status }),
    ...(exchange.source === 'capture' ? deliveryNote(reply.status) : {}),
  }
}

export type MessageTab =
  'edit' | 'parameters' | 'body' | 'raw' | 'headers' | 'signature' | 'received' | 'checks' | 'response'

interface MessageTabState {
  readonly tab: MessageTab
  /** False if the body is laid out for reading. */
  readonly exact: boolean
}

/** The message tab that was open last; the next message opens on the same tab. */
export const useMessageTab = create<MessageTabState>(() => ({ tab: 'body', exact: false }))

export function showMessageTab(tab: MessageTab): void {
  useMessageTab.setState({ tab })
}

/** A head, or a part of it, holds one character per byte, except in an imported file. */
export const headBytes = (head: string): Uint8Array =>
  /[\u0100-\uffff]/.test(head)
    ? encodeUtf8(head)
    : Uint8Array.from(head, (character) => character.charCodeAt(0))

function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A body as one chunk (RFC 9112 7.1): its original chunks are not stored. */
function singleChunk(body: Uint8Array): readonly Uint8Array[] {
  const last = encodeUtf8('0\r\n\r\n')
  if (body.length === 0) return [last]
  return [encodeUtf8(`${body.length.toString(16)}\r\n`), body, encodeUtf8('\r\n'), last]
}

/** A request as on the wire: the recorded bytes, or head and body; received chunks become one. */
export function wireBytes(options: ShownMessage): Uint8Array<ArrayBuffer> {
  const { head, request, wireBase64, joinedChunks } = options
  if (wireBase64 !== undefined) return joinBytes(bytesOfBase64(wireBase64))
  const { text, base64 } = request.body
  const body = text === null ? bytesOfBase64(base64) : encodeUtf8(text)
  return joinBytes(headBytes(head), ...(joinedChunks ? singleChunk(body) : [body]))
}

/** {@link wireBytes} as text, for the clipboard; bytes that are not UTF-8 become U+FFFD. */
export const wireText = (message: ShownMessage): string => decodeUtf8Leniently(wireBytes(message))
