import { apiError, type ApiError, fieldError, plainError } from '#domain/api/errors'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { parseJsonBytes } from '#lib/json/parse'
import { isRecord, type JsonMember, type JsonNode, type JsonObject, toPlain } from '#lib/json/node'
import { quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { decodePairs } from '#lib/http-message/url-encoded'
import { latin1Bytes } from '#core/views'
import { type OpeningWarning, type ParameterEncoding, type ReceivedParameters, warningList } from './opening'

/** `target` has one character per byte. */
export interface OpeningRequest {
  readonly method: string
  readonly target: string
  readonly contentType: string | null
  readonly body: Uint8Array
}

type ReadingResult =
  | { readonly ok: true; readonly parameters: ReceivedParameters }
  | { readonly ok: false; readonly error: ApiError }

/** Reads parameters of a GET, HEAD or POST (contract 7.1); refuses other methods (405) and unreadable bytes (400). */
export function readParameters({ method, target, contentType, body }: OpeningRequest): ReadingResult {
  const question = target.indexOf('?')
  const query = question < 0 ? '' : target.slice(question + 1)
  if (method === 'GET' || method === 'HEAD') return fromPairs(queryBytes(query), 'query', [])
  if (method !== 'POST') {
    return refuse(
      405,
      '702',
      `The form opens by GET or POST, not by ${quotedText(method)}. Use one of the two.`,
    )
  }
  const warnings: readonly OpeningWarning[] =
    query === ''
      ? []
      : [warning('The query of a POST is not read: the parameters belong in the body, signature included.')]
  if (body.length === 0) {
    return refuse(
      400,
      '2003',
      `The body of the POST is empty. Send the parameters in it, as a JSON object or form-encoded${query === '' ? '' : '; those in the address are not read'}.`,
    )
  }
  const type = readContentType(contentType)
  const noted: readonly OpeningWarning[] = /^(?:utf-?8|us-ascii)$/.test(type.charset)
    ? warnings
    : [
        ...warnings,
        warning(
          `The content type names the charset ${quotedText(type.charset)}; everything is read as UTF-8. Send UTF-8 and declare it.`,
        ),
      ]
  switch (type.media) {
    case 'application/json':
      return fromJson(body, noted)
    case 'application/x-www-form-urlencoded':
      return fromPairs(body, 'form', noted)
    case '':
      return looksLikeJson(body)
        ? fromJson(body, [...noted, UNTYPED])
        : fromPairs(body, 'form', [...noted, UNTYPED])
    default: {
      const send =
        type.media === 'multipart/form-data' ? 'Leave enctype out of the HTML form, or send' : 'Send'
      const what = `A body of type ${quotedText(type.media)} is not read.`
      return refuse(400, '702', `${what} ${send} application/json or application/x-www-form-urlencoded.`)
    }
  }
}

const UNTYPED = warning(
  'The POST has no Content-Type. Send application/json or application/x-www-form-urlencoded.',
)

function fromJson(body: Uint8Array, warnings: readonly OpeningWarning[]): ReadingResult {
  const json = parseJsonBytes(body, LIMITS.requestValues)
  if (!json.ok) return refuse(400, '2003', `The body cannot be read as JSON. ${json.message}`)
  if (json.root.type !== 'object') {
    return refuse(
      400,
      '2003',
      `The body is ${JSON_KINDS[json.root.type]}, not a JSON object. Send {"project_id": …, "payment_id": …, …}.`,
    )
  }
  return { ok: true, parameters: receivedParameters('json', json.root, json.duplicateKeys, warnings) }
}

function fromPairs(
  bytes: Uint8Array,
  encoding: 'query' | 'form',
  warnings: readonly OpeningWarning[],
): ReadingResult {
  const pairs = decodePairs(bytes, LIMITS.formParameters + 1)
  if (pairs.length > LIMITS.formParameters) {
    const most = String(LIMITS.formParameters)
    return refuse(400, '702', `There are more than ${most} parameters. Send only those that the form knows.`)
  }
  const byName = new Map<string, JsonMember>()
  const repeated = new Set<string>()
  const odd = warningList()
  odd.addAll(warnings)
  for (const { name, value, strayPercent, notUtf8 } of pairs) {
    if (notUtf8 !== null) {
      if (!name.startsWith('_')) return notUtf8Error(name, notUtf8)
      odd.add(name, (field) => `${field} is not UTF-8; it is not used.`)
    }
    if (strayPercent) {
      odd.add(
        name,
        (field) =>
          `${field} has a % that is not followed by two hexadecimal digits; the % was left as it is. Percent-encode names and values, and write % as %25.`,
      )
    }
    if (byName.has(name) && repeated.size < LIMITS.namedPaths) repeated.add(name)
    byName.set(name, { key: name, value: { type: 'string', value } })
  }
  const flat: JsonObject = { type: 'object', members: [...byName.values()] }
  const parameters = receivedParameters(encoding, flat, [...repeated], odd.all())
  const nested = nestedByBrackets(flat)
  if (nested === null) return { ok: true, parameters }
  odd.addAll([BRACKETS])
  return {
    ok: true,
    parameters: { ...parameters, nested: receivedParameters(encoding, nested, [...repeated], odd.all()) },
  }
}

const BRACKETS = warning(
  'Names with brackets were read as nested values, as PHP reads them, because the signature matches those.',
)

function receivedParameters(
  encoding: ParameterEncoding,
  root: JsonObject,
  repeated: readonly string[],
  warnings: readonly OpeningWarning[],
): ReceivedParameters {
  const plain = toPlain(root)
  const known = warningList()
  known.addAll(warnings)
  for (const name of repeated) {
    known.add(name, (field) => `${field} was sent more than once; the last value counts. Send it once.`)
  }
  return {
    encoding,
    root,
    plain: isRecord(plain) ? plain : {},
    repeated: repeated.map(quotedText),
    warnings: known.all(),
  }
}

const JSON_KINDS = {
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
} as const

function notUtf8Error(name: string, part: 'name' | 'value'): ReadingResult {
  const field = quotedText(name)
  const message =
    part === 'name'
      ? `The parameter name ${field} is not UTF-8. Encode names as UTF-8 before percent-encoding them.`
      : `The value of ${field} is not UTF-8. Encode it as UTF-8 before percent-encoding it: é is %C3%A9, not %E9.`
  return {
    ok: false,
    error: apiError(400, '7.1', fieldError('702', field, 'format', message)),
  }
}

/** Returns the media type in lower case ('' without a header) and the charset (UTF-8 if none is named). */
function readContentType(header: string | null): { readonly media: string; readonly charset: string } {
  const [media = '', ...rest] = (header ?? '').split(';')
  const charset = rest.map((part) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(part)?.[1]).find(Boolean)
  return { media: media.trim().toLowerCase(), charset: charset?.toLowerCase() ?? 'utf-8' }
}

/** Each character is one byte, unless the query has characters beyond Latin-1: then it is encoded as UTF-8. */
function queryBytes(query: string): Uint8Array {
  return /[^\0-\xff]/.test(query) ? encodeUtf8(query) : latin1Bytes(query)
}

function looksLikeJson(body: Uint8Array): boolean {
  const first = body.find((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)
  return first === 0x7b || first === 0x5b
}

function warning(message: string): OpeningWarning {
  return { field: '', message }
}

function refuse(httpStatus: number, code: string, message: string): ReadingResult {
  return { ok: false, error: plainError(httpStatus, code, '7.1', message) }
}

/** Deeper names stay unchanged: no parameter has that many levels. */
const MAX_DEPTH = 8

type Tree = Map<string, Tree | JsonNode>

/** Nests names such as `recurring[register]` as PHP does (contract 12.9); null if no name has brackets. */
export function nestedByBrackets(root: JsonObject): JsonObject | null {
  const tree: Tree = new Map()
  let nests = false
  for (const { key, value } of root.members) {
    const path = pathOf(key)
    if (path === null) {
      tree.set(key, value)
      continue
    }
    nests = true
    put(tree, path, value)
  }
  return nests ? { type: 'object', members: membersOf(tree) } : null
}

/** `a[b][0]` has the keys a, b and 0. Null if PHP reads no brackets in the name, or if it has too many. */
function pathOf(name: string): readonly string[] | null {
  const [whole, first = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? []
  if (whole === undefined) return null
  const inner = rest.slice(1, -1).split('][')
  return inner.length < MAX_DEPTH ? [first, ...inner] : null
}

function put(tree: Tree, [first = '', ...rest]: readonly string[], value: JsonNode): void {
  const key = first === '' ? String(nextIndex(tree)) : first
  if (rest.length === 0) {
    tree.set(key, value)
    return
  }
  const below = tree.get(key)
  const next: Tree = below instanceof Map ? below : new Map<string, Tree | JsonNode>()
  tree.set(key, next)
  put(next, rest, value)
}

function nextIndex(tree: Tree): number {
  const indices = [...tree.keys()].filter((key) => /^\d{1,6}$/.test(key)).map(Number)
  return indices.length === 0 ? 0 : Math.max(...indices) + 1
}

function membersOf(tree: Tree): readonly JsonMember[] {
  return [...tree].map(([key, value]) => ({ key, value: value instanceof Map ? nodeOf(value) : value }))
}

/** As PHP does: a list if the keys count from 0, otherwise an object. */
function nodeOf(tree: Tree): JsonNode {
  const members = membersOf(tree)
  return members.every(({ key }, at) => key === String(at))
    ? { type: 'array', items: members.map(({ value }) => value) }
    : { type: 'object', members }
}
