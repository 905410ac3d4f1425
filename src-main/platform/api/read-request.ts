import { LIMITS } from '#lib/limits/limit-table'
import { type ParsedJson, parseJsonBytes } from '#lib/json/parse'
import { type ApiRequestKind, type Endpoint, endpointOf } from '#domain/api/endpoints'
import { type ApiError, plainError } from '#domain/api/errors'
import { isRecord } from '#lib/json/node'
import { semicolonWarning } from '#domain/signature/remarks'
import type { SignatureVerdict } from '#protocol/messages'
import type { IntakeRequest } from '#lib/http-message/message'
import { notSignedVerdict, unreadableVerdict } from '#core/verdict'
import { decodeUtf8 } from '#lib/bytes/utf8'
import * as rules from '#domain/api/rules'
import type { Store } from '#store/store'
import { readStoredJson } from '#core/stored-json'
import { exchangeOfRefusal, type PlatformIds } from '#core/ids'
import type { Subject } from '#core/exchange-record'
import type { ExchangeId, PaymentKey, ProjectId } from '#domain/ids'

/** A request whose path is an endpoint and whose body is a JSON object. */
export interface ReadRequest {
  readonly endpoint: Endpoint
  readonly json: ParsedJson
  readonly body: Readonly<Record<string, unknown>>
}

type Reading =
  | { readonly read: ReadRequest; readonly error: null }
  | { readonly read: null; readonly error: ApiError; readonly verdict: SignatureVerdict }

const NOT_READ = 'it was refused before its body was read.'

/** Step 1 of the check order (contract 5.1): size, path, method, content type, JSON. */
export function readRequest(request: IntakeRequest): Reading {
  if (request.targetTooLong) {
    return refuse(plainError(414, '702', '7.1', 'The request target is longer than 8192 bytes; use POST.'))
  }
  if (request.tooLarge) {
    return refuse(plainError(413, '702', '5.1', 'The body is larger than 1 MiB; send less.'))
  }
  const path = request.target.split('?', 1)[0] ?? ''
  const endpoint = endpointOf(path)
  if (endpoint === null) {
    const message = `There is no endpoint ${path.slice(0, 200)}. Every path starts with /v2/.`
    return {
      read: null,
      error: plainError(404, '702', '5.1', message),
      verdict: notSignedVerdict('This path belongs to no endpoint, so no signature was looked for.'),
    }
  }
  if (request.method !== 'POST') {
    return refuse(plainError(405, '702', '5.1', `${endpoint.label} takes POST, not ${request.method}.`))
  }
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (type !== undefined && type.trim() !== '' && !/^\s*application\/json\s*(?:;|$)/i.test(type)) {
    return refuse(
      plainError(422, '2003', '5.1', `The content type must be application/json, not ${type.slice(0, 100)}.`),
    )
  }
  const json = parseJsonBytes(request.body, LIMITS.requestValues)
  if (!json.ok) return refuse(plainError(422, '2003', '5.1', json.message), json.message)
  if (!isRecord(json.plain)) {
    const message = 'The body must be a JSON object.'
    return refuse(plainError(422, '2003', '5.1', message), message)
  }
  return { read: { endpoint, json, body: json.plain }, error: null }
}

function refuse(error: ApiError, reason = NOT_READ): Reading {
  return { read: null, error, verdict: unreadableVerdict(reason) }
}

/** Remarks about a request that are no reason to refuse it, as sentences; null if there are none. */
export function noteOf(request: IntakeRequest, json: ParsedJson | null): string | null {
  const notes: string[] = []
  if (request.httpVersion === '1.0') {
    notes.push('HTTP/1.0: the platform requires HTTP/1.1 or later (contract 1).')
  }
  if (json !== null && json.duplicateKeys.length > 0) {
    notes.push(`Repeated keys (the last value counts): ${shortList(json.duplicateKeys)}.`)
  }
  const semicolons = json === null ? null : semicolonWarning(json.root)
  if (semicolons !== null) notes.push(semicolons)
  return notes.length === 0 ? null : notes.join(' ')
}

function shortList(paths: readonly string[]): string {
  const shown = paths.slice(0, 10)
  return paths.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ')
}

/** A refused request whose status can be requested (contract 12 row 20). */
export interface RefusedRequest {
  readonly requestId: string
  readonly paymentId: string
  readonly paymentKey: PaymentKey | null
  readonly code: string
  /** Virtual time, epoch milliseconds. */
  readonly receivedAt: number
  /** As sent in the response (contract 3.7). */
  readonly errors: readonly unknown[]
}

/** Null if the request names no known project or no valid payment id, or is itself a status request. */
export function refusedRequestId(
  ids: PlatformIds,
  exchangeId: ExchangeId,
  kind: ApiRequestKind,
  { projectId, paymentId }: Subject,
): string | null {
  if (kind === 'status' || kind === 'statusByRequest' || projectId === null) return null
  return rules.paymentId.check(paymentId, { today: '' }) === null
    ? ids.refusedRequestId(projectId, exchangeId)
    : null
}

/** Reads the refused request with this id from the record of its exchange. */
export function findRefusedRequest(
  store: Store,
  requestId: string,
  projectId: ProjectId,
): RefusedRequest | null {
  const exchangeId = exchangeOfRefusal(requestId)
  const exchange = exchangeId === null ? null : store.exchanges.byId(exchangeId)
  if (exchange?.source !== 'api' || exchange.projectId !== projectId) return null
  const { refusal, paymentId, paymentKey, receivedAt, responseBody } = exchange
  if (refusal === null || paymentId === null || responseBody === null) return null
  // Only Paybench writes these responses, so the text is stored JSON.
  const body = readStoredJson(decodeUtf8(responseBody) ?? 'null')
  if (!isRecord(body) || body['request_id'] !== requestId) return null
  const { errors } = body
  return {
    requestId,
    paymentId,
    paymentKey,
    code: refusal.code,
    receivedAt,
    errors: Array.isArray(errors) ? errors : [],
  }
}
