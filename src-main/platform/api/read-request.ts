import { LIMITS } from '#lib/limits/limit-table'
import { type ParsedJson, parseJsonBytes } from '#lib/json/parse'
import { endpointOf } from '#domain/api/endpoint-of'
import type { Endpoint } from '#domain/api/endpoints'
import { apiError, type ApiError } from '#domain/api/errors'
import { isRecord } from '#lib/json/record'
import { semicolonWarning } from '#domain/signature/semicolons'
import type { SignatureVerdict } from '#protocol/messages'
import type { IntakeRequest } from '#lib/http-message/message'
import { notSignedVerdict, unreadableVerdict } from '#core/verdict'

/** A request whose path is an endpoint and whose body is a JSON object. */
export interface ReadRequest {
  readonly endpoint: Endpoint
  readonly json: ParsedJson
  readonly body: Readonly<Record<string, unknown>>
}

export type Reading =
  | { readonly read: ReadRequest; readonly error: null }
  | { readonly read: null; readonly error: ApiError; readonly verdict: SignatureVerdict }

const NOT_READ = 'it was refused before its body was read.'

/** Carries out step 1 of the check order (contract 5.1): size, path, method, content type, JSON. */
export function readRequest(request: IntakeRequest): Reading {
  if (request.targetTooLong) {
    return refused(plainError(414, '702', '7.1', 'The request target is longer than 8192 bytes; use POST.'))
  }
  if (request.tooLarge) {
    return refused(plainError(413, '702', '5.1', 'The body is larger than 1 MiB; send less.'))
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
    return refused(plainError(405, '702', '5.1', `${endpoint.label} takes POST, not ${request.method}.`))
  }
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (type !== undefined && type.trim() !== '' && !/^\s*application\/json\s*(?:;|$)/i.test(type)) {
    return refused(
      plainError(422, '2003', '5.1', `The content type must be application/json, not ${type.slice(0, 100)}.`),
    )
  }
  const json = parseJsonBytes(request.body, LIMITS.requestValues)
  if (!json.ok) return refused(plainError(422, '2003', '5.1', json.message), json.message)
  if (!isRecord(json.plain)) {
    const message = 'The body must be a JSON object.'
    return refused(plainError(422, '2003', '5.1', message), message)
  }
  return { read: { endpoint, json, body: json.plain }, error: null }
}

function refused(error: ApiError, reason = NOT_READ): Reading {
  return { read: null, error, verdict: unreadableVerdict(reason) }
}

/** Creates an error that concerns the request as a whole, not one of its fields. */
export function plainError(httpStatus: number, code: string, contract: string, message: string): ApiError {
  return apiError(httpStatus, contract, { code, field: '', constraint: 'format', message })
}

/** Returns remarks about a request that is accepted nevertheless, as sentences; null: there are none. */
export function noteOf(request: IntakeRequest, json: ParsedJson | null): string | null {
  const notes: string[] = []
  if (request.httpVersion === '1.0') {
    notes.push('HTTP/1.0: the platform asks for HTTP/1.1 or later (contract 1).')
  }
  if (json !== null && json.duplicateKeys.length > 0) {
    notes.push(`Repeated keys, the last value counts: ${shortened(json.duplicateKeys)}.`)
  }
  const semicolons = json === null ? null : semicolonWarning(json.root)
  if (semicolons !== null) notes.push(semicolons)
  return notes.length === 0 ? null : notes.join(' ')
}

function shortened(paths: readonly string[]): string {
  const shown = paths.slice(0, 10)
  return paths.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ')
}
