import { encodeUtf8 } from '#lib/bytes/utf8'
import { readParameters } from '#platform/form/opening/read-parameters'
import type { JsonNode } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'
import type { Surface } from '#domain/signature/canonical'

export const ONLY_OBJECTS = 'Only a JSON object or array can be signed.'
export const UNREADABLE_PARAMETERS = 'The parameters cannot be read.'

/** A message as far as its signature is concerned. */
export interface SignedMessage {
  readonly root: JsonNode
  readonly encoding: 'json' | 'query' | 'form'
  /** The JSON text exactly as in the message; undefined for parameters in pairs. */
  readonly bodyText: string | undefined
  /** The surface that the message looks like; undefined where it cannot be guessed. */
  readonly surface: Surface | undefined
}

/** A pasted text as a message, or the reason why it cannot be read. */
export type PastedMessage =
  { readonly ok: true; readonly message: SignedMessage } | { readonly ok: false; readonly reason: string }

/**
 * Reads what a person pastes to have its signature explained: a JSON body, a URL or query, a form-encoded body, or a
 * whole HTTP request or response.
 */
export const readPasted = (text: string): PastedMessage => {
  const http = HTTP_START.exec(text)
  if (http !== null) return fromHttp(text, http)
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) return fromJson(text, undefined)
  const query = QUERY.exec(trimmed)?.[1]
  if (query !== undefined) return fromPairs('GET', `/?${query}`, '')
  if (/^[^\s={}"]+=\S*$/.test(trimmed)) return fromPairs('POST', '/', trimmed)
  return fromJson(text, undefined)
}

/** The first line of a request (method and target) or of a response. */
const HTTP_START =
  /^\s*(?:(?:([A-Z]{3,10})\s+(\S+)\s+HTTP\/\d(?:\.\d)?)|HTTP\/\d(?:\.\d)?\s+\d{3}[^\r\n]*)\r?\n/

/** A URL or its query alone; what follows `#` is never sent. */
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
  return fromJson(
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
    return { ok: false, reason: 'It has no parameters. Paste the whole URL with its query.' }
  }
  return { ok: true, message: { root, encoding, bodyText: undefined, surface: 'form' } }
}

const fromJson = (text: string, surface: Surface | undefined): PastedMessage => {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, reason: json.message }
  if (json.root.type !== 'object' && json.root.type !== 'array') {
    return { ok: false, reason: ONLY_OBJECTS }
  }
  return { ok: true, message: { root: json.root, encoding: 'json', bodyText: text, surface } }
}
