import type { CallbackId, ExchangeId, ProjectId } from '#domain/ids'
import { invalidParam, notFound } from '#core/errors'
import { placesOf } from '#domain/api/check'
import { endpointOf } from '#domain/api/endpoints'
import type { Surface } from '#domain/signature/recipe'
import type { SignaturePlace } from '#domain/signature/place'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import { parseJson, parseJsonBytes, type JsonReading } from '#lib/json/parse'
import { readParameters } from '#platform/form/opening/read-parameters'
import type { ParsedParams } from '#protocol/methods'
import type { SignatureVerdict } from '#protocol/messages'
import type { ExchangeRecord } from '#store/records'
import type { Store } from '#store/store'
import type { JsonNode } from '#lib/json/node'

export interface SignedSource {
  readonly message: SignedMessage & { readonly surface: Surface }
  readonly projectId: ProjectId | null
  /** Where the platform expects the signature; undefined if any place will do. */
  readonly place: SignaturePlace | undefined
  /** The verdict on the original if card data was masked and the stored message cannot be checked; otherwise null. */
  readonly recorded: SignatureVerdict | null
  /** What rules did to the message, which no mistake in signing explains. */
  readonly marks?: readonly string[]
}

type Reading =
  { readonly ok: true; readonly source: SignedSource } | { readonly ok: false; readonly message: string }

/**
 * Finds the message to explain: a callback or one of its attempts, a captured request, an exchange, or pasted text.
 * @throws BenchError if the message does not exist, or has nothing that can be signed
 */
export function chosenMessage(store: Store, params: ParsedParams<'signature.explain'>): SignedSource {
  const { callbackId, attempt, captureId, exchangeId } = params
  if (callbackId !== undefined) return callbackSource(store, callbackId, attempt)
  if (captureId !== undefined) return exchangeSource(store, captureId, 'capture')
  if (exchangeId !== undefined) return exchangeSource(store, exchangeId, 'exchange')
  const pasted = readPasted(params.body ?? '')
  if (!pasted.ok) throw invalidParam('body', pasted.reason)
  return {
    message: { ...pasted.message, surface: params.surface ?? pasted.message.surface ?? 'api' },
    projectId: null,
    place: undefined,
    recorded: null,
  }
}

function sourceOf(reading: Reading, field: string): SignedSource {
  if (!reading.ok) throw invalidParam(field, reading.message)
  return reading.source
}

/** A callback as created, or as an attempt sent it: a fault rule may have changed the body of the attempt. */
function callbackSource(store: Store, id: CallbackId, attempt: number | undefined): SignedSource {
  const callback = store.callbacks.byId(id)
  if (callback === null) throw notFound('callback', id)
  const { body, projectId } = callback
  if (attempt === undefined) return sourceOf(fromJson(body, 'callback', projectId), 'callbackId')
  const outline = store.attempts.outlines(id)[attempt]
  const made = outline === undefined ? null : store.attempts.bySeq(id, outline.seq)
  if (made === null) throw notFound('attempt', `${String(attempt)} of ${id}`)
  const source = sourceOf(fromJson(made.requestBody ?? body, 'callback', projectId), 'attempt')
  return { ...source, marks: made.marks.map(({ text }) => text) }
}

function exchangeSource(store: Store, id: ExchangeId, what: 'exchange' | 'capture'): SignedSource {
  const record = store.exchanges.byId(id)
  if (record === null) throw notFound(what, id)
  return sourceOf(fromExchange(record), `${what}Id`)
}

/** Reads an exchange: a callback at the capture server, an opening of the form, or an API call. */
function fromExchange(record: ExchangeRecord): Reading {
  const { source, target, body, projectId } = record
  const recorded = record.masked.length > 0 ? record.verdict : null
  if (source === 'capture') return fromJson(body, 'callback', projectId, recorded)
  if (source === 'form' || target.startsWith('/payment')) return fromOpening(record, recorded)
  return fromJson(body, 'api', projectId, recorded, placeAt(target))
}

function fromOpening(record: ExchangeRecord, recorded: SignatureVerdict | null): Reading {
  const { method, target, headers, body, projectId } = record
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  const reading = readParameters({ method, target, contentType, body })
  if (!reading.ok) return { ok: false, message: reading.error.errors[0]?.message ?? UNREADABLE_PARAMETERS }
  const { encoding, root } = reading.parameters
  const bodyText = encoding === 'json' ? decodeUtf8(body) : undefined
  const message = { root, encoding, bodyText, surface: 'form' } as const
  return { ok: true, source: { message, projectId, place: 'signature', recorded } }
}

/** Undefined for an unknown endpoint. */
function placeAt(target: string): SignaturePlace | undefined {
  const endpoint = endpointOf(target.split('?', 1)[0] ?? '')
  if (endpoint === null) return undefined
  return placesOf(endpoint.kind).signature.length === 1 ? 'signature' : 'general.signature'
}

function fromJson(
  body: Uint8Array,
  surface: Surface,
  projectId: ProjectId | null,
  recorded: SignatureVerdict | null = null,
  place?: SignaturePlace,
): Reading {
  const json = signable(parseJsonBytes(body))
  if (!json.ok) return json
  const message = { root: json.root, encoding: 'json', bodyText: decodeUtf8(body), surface } as const
  return { ok: true, source: { message, projectId, place, recorded } }
}

/** JSON that can be signed, or why it cannot. */
export function signable(
  json: JsonReading,
): { readonly ok: true; readonly root: JsonNode } | { readonly ok: false; readonly message: string } {
  if (!json.ok) return { ok: false, message: json.message }
  const { root } = json
  return root.type === 'object' || root.type === 'array'
    ? { ok: true, root }
    : { ok: false, message: 'Only a JSON object or array can be signed.' }
}

const UNREADABLE_PARAMETERS = 'The parameters cannot be read.'

interface SignedMessage {
  readonly root: JsonNode
  readonly encoding: 'json' | 'query' | 'form'
  /** Exactly as in the message; undefined for form-encoded or query parameters. */
  readonly bodyText: string | undefined
  /** Undefined if the message does not reveal its surface. */
  readonly surface: Surface | undefined
}

type PastedMessage =
  { readonly ok: true; readonly message: SignedMessage } | { readonly ok: false; readonly reason: string }

/** Reads a pasted message: a JSON body, a URL or query, a form-encoded body, or a complete HTTP request or response. */
export const readPasted = (text: string): PastedMessage => {
  const http = HTTP_START.exec(text)
  if (http !== null) return fromHttp(text, http)
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) return fromPastedJson(text, undefined)
  const query = QUERY.exec(trimmed)?.[1]
  if (query !== undefined) return fromPairs('GET', `/?${query}`, '')
  if (/^[^\s={}"]+=\S*$/.test(trimmed)) return fromPairs('POST', '/', trimmed)
  return fromPastedJson(text, undefined)
}

const HTTP_START =
  /^\s*(?:(?:([A-Z]{3,10})\s+(\S+)\s+HTTP\/\d(?:\.\d)?)|HTTP\/\d(?:\.\d)?\s+\d{3}[^\r\n]*)\r?\n/

/** A URL or only its query; the part after `#` is never sent. */
const QUERY = /^(?:[a-z]+:\/\/[^\s?]*|\/[^\s?]*)?\?([^\s#]+)(?:#\S*)?$/i

const fromHttp = (text: string, [start, method, target = '/']: RegExpExecArray): PastedMessage => {
  const rest = text.slice(start.length)
  const end = /^\r?\n|\r?\n\r?\n/.exec(rest)
  const head = end === null ? rest : rest.slice(0, end.index)
  const body = end === null ? '' : rest.slice(end.index + end[0].length)
  const type = /^content-type:[ \t]*(.*)$/im.exec(head)?.[1]?.trim() ?? ''
  const path = target.replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?', 1)[0] ?? ''
  const isForm = path.startsWith('/payment')
  if (method === 'GET' || method === 'HEAD') return fromPairs('GET', target, '')
  if (/^application\/x-www-form-urlencoded/i.test(type)) return fromPairs('POST', target, body.trim())
  return fromPastedJson(
    body,
    method === undefined ? 'callback' : isForm ? 'form' : path.startsWith('/v2/') ? 'api' : undefined,
  )
}

const fromPairs = (method: string, target: string, body: string): PastedMessage => {
  const reading = readParameters({
    method,
    target,
    contentType: 'application/x-www-form-urlencoded',
    body: encodeUtf8(body),
  })
  if (!reading.ok) {
    return { ok: false, reason: reading.error.errors[0]?.message ?? UNREADABLE_PARAMETERS }
  }
  const { encoding, root } = reading.parameters
  if (root.members.length === 0) {
    return { ok: false, reason: 'The text has no parameters. Paste the complete URL with its query.' }
  }
  return { ok: true, message: { root, encoding, bodyText: undefined, surface: 'form' } }
}

const fromPastedJson = (text: string, surface: Surface | undefined): PastedMessage => {
  const json = signable(parseJson(text))
  if (!json.ok) return { ok: false, reason: json.message }
  return { ok: true, message: { root: json.root, encoding: 'json', bodyText: text, surface } }
}

/** A `curl` command that posts a JSON body, which is quoted for POSIX shells. */
export function curlCommand(url: string, body: string): string {
  const quoted = `'${body.replaceAll("'", `'\\''`)}'`
  return `curl -sS ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted}`
}
