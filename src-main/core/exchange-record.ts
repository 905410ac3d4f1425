import type { SignatureVerdict, ExchangeSource, MaskedSpan, Refusal } from '#protocol/messages'
import type { ApiError } from '#domain/api/errors'
import { resultMessage } from '#domain/result-code/result-codes'
import { type MaskedText, maskPage, maskText, maskTextInSteps } from '#domain/card/mask-text'
import type { Steps } from '#lib/steps'
import type { NewExchange } from '#store/records'
import type { ReceivedRequest, HttpResponse } from '#lib/http-message/message'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import { latin1Bytes, latin1Of } from './views'
import type { SelfRequest } from './self-address'
import type { CallbackId, PaymentKey, ProjectId } from '#domain/ids'

/** What a request names. `projectId`, `paymentKey`: null if unknown to Paybench. `paymentId`: null if not named. */
export interface Subject {
  readonly projectId: ProjectId | null
  readonly paymentKey: PaymentKey | null
  readonly paymentId: string | null
}

export const NO_SUBJECT: Subject = { projectId: null, paymentKey: null, paymentId: null }

export interface ExchangeParts {
  readonly id: string
  readonly source: ExchangeSource
  readonly request: ReceivedRequest
  /** The request's body, if it is masked already; see {@link maskLongBody}. */
  readonly maskedBody?: MaskedBody | undefined
  readonly receivedAt: number
  readonly subject: Subject
  readonly verdict: SignatureVerdict
  readonly error: ApiError | null
  readonly response: HttpResponse | null
  readonly note: string | null
  readonly durationMs: number
  readonly callbackId?: CallbackId | null
  readonly from?: SelfRequest | null
}

/** The record of an exchange. Except in captures, card data is masked before the store, search and exports see it. */
export function exchangeRecord(options: ExchangeParts): NewExchange {
  const { id, source, request, receivedAt, subject, verdict, error, response, note, durationMs } = options
  const keepsCards = source === 'capture'
  const body = keepsCards
    ? { bytes: request.body, masked: [] }
    : (options.maskedBody ?? maskedBody(request.body))
  const target = keepsCards ? request.target : maskText(request.target).text
  const headers = keepsCards
    ? request.headers
    : request.headers.map(([name, value]) => [name, maskText(value).text] as const)
  return {
    id,
    source,
    receivedAt,
    wallReceivedAt: request.receivedAtWallMs,
    secure: request.tlsVersion !== null,
    method: request.method,
    target,
    httpVersion: request.httpVersion,
    tlsVersion: request.tlsVersion,
    remoteAddress: request.remoteAddress,
    headers,
    body: body.bytes,
    masked: body.masked,
    ...subject,
    ...linkOf(options.from ?? null, options.callbackId ?? null),
    verdict,
    refusal: error === null ? null : refusalOf(error),
    note: note === null ? null : maskText(note).text,
    responseStatus: response?.status ?? null,
    responseHeaders: response?.headers ?? null,
    responseBody: response === null ? null : keepableResponse(source, response.body),
    durationMs,
  }
}

/** Links an attempt to its own callback and other requests to `callbackId`. A resent request names its original too. */
function linkOf(
  from: SelfRequest | null,
  callbackId: CallbackId | null,
): Pick<NewExchange, 'callbackId' | 'attempt' | 'replayOf' | 'marks'> {
  switch (from?.kind) {
    case 'attempt':
      return { callbackId: from.callbackId, attempt: from.attempt }
    case 'resent':
      return { callbackId, replayOf: from.replayOf, marks: from.marks }
    case 'passedOn':
    case undefined:
      return { callbackId }
  }
}

/** Masks responses of the form, because its pages repeat the parameters with which it was opened. */
export function keepableResponse(source: ExchangeSource, body: Uint8Array): Uint8Array {
  return source === 'form' ? maskedBody(body, isPage(body) ? maskOwnPage : maskText).bytes : body
}

/** Skips the styles: they hold no card data but make up most of the page; searching them would delay the response. */
function maskOwnPage(text: string): MaskedText {
  const start = text.indexOf('<style')
  const end = start < 0 ? -1 : text.indexOf('</style>', start)
  if (end < 0) return maskPage(text)
  const before = maskPage(text.slice(0, start))
  const after = maskPage(text.slice(end))
  return {
    text: before.text + text.slice(start, end) + after.text,
    spans: [
      ...before.spans,
      ...after.spans.map((span) => ({ ...span, start: span.start + end, end: span.end + end })),
    ],
  }
}

const OPENING_BRACKET = 0x3c

/** Our pages begin with their document type. */
const isPage = (body: Uint8Array): boolean => body[0] === OPENING_BRACKET

/** Spans are measured in characters, or in bytes if the body is not UTF-8. */
interface MaskedBody {
  readonly bytes: Uint8Array
  readonly masked: readonly MaskedSpan[]
}

/** Longer bodies, which may be full of card numbers, are masked in steps. */
const LONG_BYTES = 65_536

/** Masks the body of a long request; null for a short one, which is masked as it is recorded. */
export const maskLongBody = ({ body }: ReceivedRequest): Steps<MaskedBody> | null =>
  body.length <= LONG_BYTES ? null : maskedInSteps(body)

function* maskedInSteps(body: Uint8Array): Steps<MaskedBody> {
  const text = decodeUtf8(body)
  return bodyOf(body, text, yield* maskTextInSteps(text ?? latin1Of(body)))
}

function maskedBody(bytes: Uint8Array, mask: (text: string) => MaskedText = maskText): MaskedBody {
  const text = decodeUtf8(bytes)
  return bodyOf(bytes, text, mask(text ?? latin1Of(bytes)))
}

function bodyOf(bytes: Uint8Array, text: string | undefined, { text: kept, spans }: MaskedText): MaskedBody {
  if (spans.length === 0) return { bytes, masked: [] }
  return { bytes: text === undefined ? latin1Bytes(kept) : encodeUtf8(kept), masked: spans }
}

function refusalOf(error: ApiError): Refusal {
  const first = error.errors[0]
  return {
    code: error.code,
    message: maskText(first?.message ?? resultMessage(error.code)).text,
    ...(first === undefined || first.field === '' ? {} : { field: maskText(first.field).text }),
    contract: error.contract,
  }
}
