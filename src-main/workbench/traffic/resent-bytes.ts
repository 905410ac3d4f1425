import { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import type { ResendSigning } from '#protocol/traffic'
import { projectIdIn } from './imported-exchange'
import { type CardData, masksLeft, refillCardData } from '#domain/provider/refill'
import { signedText } from '#domain/callback/signed-text'
import { resignedOpening } from '#platform/form/opening/resigned'
import { parseJson, parseJsonBytes } from '#lib/json/parse'
import { findSignature } from '#domain/signature/place'
import type { Projects } from '#core/projects'
import type { Project } from '#domain/project/project'
import type { ExchangeRecord } from '#store/records'
import { verdictOf } from '#core/verdict'
import type { BenchContext } from '#workbench/payment-engine'
import { invalidParam } from '#core/errors'
import type { ProjectId } from '#domain/ids'
import { latin1Of, textOf } from '#core/views'
import { TOKEN, unwritableHeader } from '#lib/http-message/response'
import { headerValues, type HeaderList, type HttpRequest } from '#lib/http-message/message'
import { withHeader } from '#domain/fault/content'

export type ResendParams = ParsedParams<'exchanges.resend'>

/**
 * The bytes of the request that repeats `original` with the tester's edits, card data and signature.
 * @param base address of the listener that receives it
 * @throws BenchError invalid_params or wrong_state, if the stored request cannot be repeated
 */
export function resentBytes(
  context: BenchContext,
  original: ExchangeRecord,
  params: ResendParams,
  base: string,
): Uint8Array {
  const { edits = {}, signing } = params
  if (original.method === '' && edits.method === undefined) return unreadableBytes(original, params)
  const changes = Object.keys(edits).length > 0
  if (!changes && isCutOff(original)) {
    throw new BenchError(
      'wrong_state',
      'Only the beginning of this body was stored, so the original request cannot be sent. Edit the body and send that.',
    )
  }
  const body = bodyToSend(original, params)
  const unsigned: HttpRequest = {
    method: edits.method ?? original.method,
    target: edits.path ?? targetFor(original),
    httpVersion: /^1\.[01]$/.test(original.httpVersion) ? original.httpVersion : '1.1',
    headers: edits.headers ?? headersFor(original, base),
    body,
  }
  const signed = withSigning(context, original, unsigned, signing)
  const isOther = changes || signed.body !== original.body || original.source === 'imported'
  const request = isOther ? { ...signed, headers: withContentLength(signed) } : signed
  checkWritable(request)
  const message = wireBytes(request)
  if (signing === 'keep' && !changes) checkStillValid(context, original, request, params)
  return message
}

/** A request that no parser could read is sent unchanged. */
function unreadableBytes(original: ExchangeRecord, { signing, edits }: ResendParams): Uint8Array {
  if (edits !== undefined)
    throw invalidParam('edits.method', 'Give a method: that of the original could not be read.')
  if (signing !== 'keep')
    throw invalidParam('signing', 'This request is malformed, so it can only be sent unchanged.')
  if (original.body.length === 0) {
    throw new BenchError('wrong_state', 'No byte of this request was stored, so nothing can be sent.')
  }
  return original.body
}

function isCutOff({ headers, body }: ExchangeRecord): boolean {
  if (isChunked(headers)) return false
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
  return length !== undefined && /^\d+$/.test(length.trim()) && Number(length) > body.length
}

function bodyToSend(original: ExchangeRecord, { edits, card }: ResendParams): Uint8Array {
  const edited = edits?.body
  const kept = textOf(original.body)
  // If the body is not text, its masked spans count bytes, so it is read as Latin-1.
  const stored = kept ?? latin1Of(original.body)
  const spans = edited === undefined ? original.masked : masksLeft(stored, original.masked, edited)
  if (spans.length === 0) return edited === undefined ? original.body : Buffer.from(edited, 'utf8')
  const given: CardData | null = card === undefined ? null : { number: card.number, cvv: card.cvv ?? null }
  const filled = refillCardData(edited ?? stored, spans, given)
  if (!filled.ok) throw invalidParam(`card.${filled.missing}`, filled.message)
  return new Uint8Array(Buffer.from(filled.text, (edited ?? kept) === null ? 'latin1' : 'utf8'))
}

/** Imported requests may have been stored with an absolute target. */
function targetFor({ target, source }: ExchangeRecord): string {
  return source === 'imported' ? target.replace(/^[a-z]+:\/\/[^/?]*/i, '') || '/' : target
}

/** Replaces Host in an imported request, and omits Content-Length and the pseudo-headers of HTTP/2. */
function headersFor({ headers, source }: ExchangeRecord, base: string): ExchangeRecord['headers'] {
  if (source !== 'imported') return headers
  const others = headers.filter(([name]) => !name.startsWith(':') && !/^(?:host|content-length)$/i.test(name))
  return [['Host', new URL(base).host], ...others]
}

const OPENING = /^\/(?:payment|params\/check)(?:$|\?)/

function withSigning(
  { projects, ports }: BenchContext,
  original: ExchangeRecord,
  request: HttpRequest,
  signing: ResendSigning,
): HttpRequest {
  if (signing === 'keep') return request
  const project = projectOf(projects, original, request)
  if (project === null) {
    throw invalidParam(
      'signing',
      'The request names no project that exists here, so there is no secret to sign with.',
    )
  }
  if (OPENING.test(request.target)) {
    const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
    const made = resignedOpening({ ...request, contentType: type }, signing, project.secret, ports.crypto)
    if (!made.ok) throw invalidParam('signing', made.message)
    return { ...request, target: made.target, body: made.body }
  }
  const text = textOf(request.body)
  if (text === null)
    throw invalidParam(
      'signing',
      'The body is not text, so its signature cannot be changed. Choose to keep it.',
    )
  const json = parseJson(text)
  const isUnsigned = json.ok && signing === 'resign' && findSignature(json.root) === undefined
  const place = isUnsigned ? placeFor(request) : undefined
  const made = signedText(text, signing, project.secret, ports.crypto, { place })
  if (!made.ok) throw invalidParam('signing', made.message)
  return { ...request, body: new Uint8Array(Buffer.from(made.text, 'utf8')) }
}

/** Where the API looks for a signature (contract 2.1). */
function placeFor({ target }: HttpRequest): 'top' | 'general' {
  return /^\/v2\/(?!payment\/status\/request)/.test(target) ? 'general' : 'top'
}

function projectOf(projects: Projects, { projectId }: ExchangeRecord, request: HttpRequest): Project | null {
  const find = (id: ProjectId | null): Project | null => (id === null ? null : projects.byId(id))
  return find(projectIdIn(request, parseJsonBytes(request.body))) ?? find(projectId)
}

/**
 * The security code that replaces a masked one may differ from the code that was signed. Requesting the signed code
 * is better than sending a request that is refused for a reason that the tester did not choose.
 */
function checkStillValid(
  { projects, ports }: BenchContext,
  original: ExchangeRecord,
  request: HttpRequest,
  { card }: ResendParams,
): void {
  if (original.verdict.state !== 'valid' || original.masked.length === 0) return
  const json = parseJsonBytes(request.body)
  const project = projectOf(projects, original, request)
  if (!json.ok || project === null) return
  const verdict = verdictOf({ root: json.root, project, crypto: ports.crypto, surface: 'api' })
  if (verdict.state === 'valid') return
  throw invalidParam(
    'card.cvv',
    card?.cvv === undefined
      ? 'The security code was masked when the request was stored, and the signature covers it. Give the code, or sign the request again.'
      : 'The original signature does not match this code. Give the code that was sent, or sign the request again.',
  )
}

/** No spaces or control characters, which would break the request line; testers may send other mistakes on purpose. */
const TARGET = /^[\x21-\x7e\x80-\xff]+$/

/** A chunked request gets its body as a single chunk. */
function wireBytes({ method, target, httpVersion, headers, body }: HttpRequest): Uint8Array {
  const fields = headers.map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${target} HTTP/${httpVersion}`, ...fields, '', ''].join('\r\n')
  const size = isChunked(headers) && body.length > 0 ? `${body.length.toString(16)}\r\n` : ''
  const end = isChunked(headers) ? `${size === '' ? '' : '\r\n'}0\r\n\r\n` : ''
  return new Uint8Array(Buffer.concat([Buffer.from(head + size, 'latin1'), body, Buffer.from(end)]))
}

function withContentLength({ headers, body }: HttpRequest): HeaderList {
  const isKept = body.length === 0 || isChunked(headers)
  return isKept && headerValues(headers, 'content-length').length === 0
    ? headers
    : withHeader(headers, 'Content-Length', String(body.length))
}

/** @throws BenchError invalid_params that names the wrong part */
function checkWritable({ method, target, headers }: HttpRequest): void {
  if (!TOKEN.test(method)) {
    throw invalidParam('edits.method', 'is not an HTTP method. Use letters, as in POST.')
  }
  if (!TARGET.test(target)) {
    throw invalidParam(
      'edits.path',
      'contains a space, a line break or another character that must be percent-encoded.',
    )
  }
  const unwritable = unwritableHeader(headers)
  if (unwritable !== null) throw invalidParam(`edits.headers.${unwritable.index}`, unwritable.message)
}

function isChunked(headers: HeaderList): boolean {
  return headerValues(headers, 'transfer-encoding').some((value) => /\bchunked\b/i.test(value))
}
