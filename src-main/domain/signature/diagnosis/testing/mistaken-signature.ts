import { decodeBase64, encodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { codePointKey, naturalKey } from '#domain/signature/sorting'
import { comparedBy } from '#domain/signature/testing/compared-by'
import type { Plain, PlainObject, RandomMessage } from './random-message'

/**
 * The mistakes that a merchant's signing code makes (contract 2.8). The code below is only for tests: apart from the
 * sort keys, base64 and UTF-8, it shares no code with the search for mistakes.
 */
export interface Plan {
  readonly sort?: 'none' | 'codePoint' | 'javascript'
  readonly singleColon?: true
  readonly booleans?: readonly [yes: string, no: string] | 'bare'
  readonly nulls?: 'null' | 'None' | 'dropped'
  readonly dropEmpty?: true
  readonly signatureLeft?: true
  readonly line?: 'value' | 'lastKey' | 'dots'
  readonly json?: 'compact' | 'asSent'
  readonly joinLists?: true
  readonly fromOne?: true
  readonly write?: (text: string) => string
  readonly finish?: (text: string) => string
  readonly unsignedKeys?: true
  readonly joiner?: string
  readonly tail?: string
  readonly bytes?: 'low' | 'utf16'
  readonly key?: (message: RandomMessage, projectId: number) => string | Uint8Array
  readonly mac?: 'hmac' | 'swapped' | 'plain' | 'textKey' | 'keyText'
  readonly hash?: 'sha256' | 'sha1'
  readonly encode?: (digest: Uint8Array) => string
  readonly transport?: (signature: string) => string
  /** Key of a member that was added after signing, at any depth. */
  readonly leaveOut?: string
  /** Derives the sent body from the signed one. */
  readonly send?: (body: PlainObject) => PlainObject
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const unpaddedBase64 = (bytes: Uint8Array): string => encodeBase64(bytes).replace(/=+$/, '')
const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Mistakes by name. Two can be combined if they set different parts of the plan. */
export const PLANS: Readonly<Record<string, Plan>> = {
  hex: { encode: hexOf },
  'base64 of hex': { encode: (digest) => encodeBase64(encodeUtf8(hexOf(digest))) },
  base64url: { encode: (digest) => unpaddedBase64(digest).replaceAll('+', '-').replaceAll('/', '_') },
  'no padding': { encode: unpaddedBase64 },
  'SHA-256': { hash: 'sha256' },
  'SHA-1': { hash: 'sha1' },
  'plain hash': { mac: 'plain' },
  'hash of text and key': { mac: 'textKey' },
  'hash of key and text': { mac: 'keyText' },
  swapped: { mac: 'swapped' },
  'trailing ;': { tail: ';' },
  'line feeds': { joiner: '\n' },
  ampersands: { joiner: '&' },
  'no joiner': { joiner: '' },
  unsorted: { sort: 'none' },
  'code point sort': { sort: 'codePoint' },
  'JavaScript SDK': { sort: 'javascript', singleColon: true },
  'single colon': { singleColon: true },
  'true and false': { booleans: ['true', 'false'] },
  'True and False': { booleans: ['True', 'False'] },
  'false empty': { booleans: ['1', ''] },
  'bare booleans': { booleans: 'bare' },
  'null as null': { nulls: 'null' },
  'null as None': { nulls: 'None' },
  'null dropped': { nulls: 'dropped' },
  'empty dropped': { dropEmpty: true },
  'signature left in': { signatureLeft: true },
  'values only': { line: 'value' },
  'leaf key': { line: 'lastKey' },
  dots: { line: 'dots' },
  'JSON signed': { json: 'compact' },
  'JSON as sent': { json: 'asSent' },
  'lists joined': { joinLists: true },
  'from one': { fromOne: true },
  'key and line feed': { key: ({ secret }) => `${secret}\n` },
  'key and space': { key: ({ secret }) => `${secret} ` },
  'other project': { key: ({ otherSecret }) => otherSecret },
  'project id as key': { key: (_message, projectId) => String(projectId) },
  'key from hex': { key: ({ secret }) => (/^[0-9a-f]+$/.test(secret) ? fromHex(secret) : secret) },
  'key from base64': {
    key: ({ secret }) => decodeBase64(secret) ?? secret,
  },
  'low bytes': { bytes: 'low' },
  'UTF-16': { bytes: 'utf16' },
  NFD: { finish: (text) => text.normalize('NFD') },
  'percent-encoded': { write: encodeURIComponent },
  '\\/ kept': { write: (text) => text.replaceAll('/', '\\/') },
  '\\uXXXX kept': { write: (text) => escapedUnicode(text) },
  'frame_mode and _ signed': { unsignedKeys: true },
  '+ lost': { transport: (signature) => signature.replaceAll('+', ' ') },
  'encoded twice': { transport: encodeURIComponent },
  'HTML-escaped in transit': { send: (body) => mapTexts(body, htmlEscaped) },
  camelCase: { send: (body) => mapKeys(body, camelCase) },
  'member added later': { leaveOut: 'memo' },
}

const escapedUnicode = (text: string): string =>
  Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at) < 128 ? text.charAt(at) : `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

const htmlEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const camelCase = (key: string): string =>
  key.replace(/([a-z])_([a-z])/g, (_, a: string, b: string) => a + b.toUpperCase())

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value)

const mapPlain = (value: Plain, text: (text: string) => string, key: (key: string) => string): Plain => {
  if (typeof value === 'string') return text(value)
  if (isList(value)) return value.map((item) => mapPlain(item, text, key))
  return typeof value === 'object' && value !== null ? mapObject(value, text, key) : value
}
const mapObject = (
  body: PlainObject,
  text: (text: string) => string,
  key: (key: string) => string,
): PlainObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [key(name), mapPlain(value, text, key)]))
const mapTexts = (body: PlainObject, change: (text: string) => string): PlainObject =>
  mapObject(body, change, (key) => key)
const mapKeys = (body: PlainObject, change: (key: string) => string): PlainObject =>
  mapObject(
    body,
    (text) => text,
    (key) => (key === 'project_id' || key === 'payment_id' ? key : change(key)),
  )

interface Leaf {
  readonly path: string
  readonly text: string
  readonly bare: boolean
}

const gather = (value: Plain, path: string, plan: Plan, into: Leaf[]): void => {
  const put = (text: string, bare = false): void => void into.push({ path, text, bare })
  const visit = (key: string, inner: Plain): void => {
    const own = plan.singleColon === true ? key : key.replaceAll(':', '::')
    gather(inner, path === '' ? own : `${path}:${own}`, plan, into)
  }
  if (value === null) {
    if (plan.nulls !== 'dropped') put(plan.nulls ?? '')
  } else if (typeof value === 'boolean') {
    if (plan.booleans === 'bare') put('1', true)
    else put((plan.booleans ?? ['1', '0'])[value ? 0 : 1])
  } else if (typeof value === 'number') put(String(value))
  else if (typeof value === 'string') put(plan.write?.(value) ?? value)
  else if (isList(value)) {
    const flat = value.every((item) => item === null || typeof item !== 'object')
    if (plan.joinLists === true && flat && value.length > 0) {
      const parts: Leaf[] = []
      for (const item of value) gather(item, path, plan, parts)
      put(parts.map(({ text }) => text).join(','))
    } else value.forEach((item, index) => visit(String(index + (plan.fromOne === true ? 1 : 0)), item))
  } else {
    const keys = Object.keys(value)
    if (plan.sort === 'javascript') keys.sort()
    for (const key of keys) {
      const inner = value[key]
      if (inner !== undefined) visit(key, inner)
    }
  }
}

const withoutKey = (body: PlainObject, key: string): PlainObject =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name !== key)
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null && !isList(value) ? withoutKey(value, key) : value,
      ]),
  )

const withSignature = ({ surface }: RandomMessage, body: PlainObject, signature: string): PlainObject => {
  const { general } = body
  return surface === 'api' && typeof general === 'object' && general !== null && !isList(general)
    ? { ...body, general: { ...general, signature } }
    : { ...body, signature }
}

const compareNatural = comparedBy(naturalKey)
const compareCodePoints = comparedBy(codePointKey)

const stringToSign = (message: RandomMessage, plan: Plan, sent: string): string => {
  const { surface } = message
  const body = plan.leaveOut === undefined ? message.body : withoutKey(message.body, plan.leaveOut)
  const unsigned = (key: string): boolean => key === 'frame_mode' || key.startsWith('_')
  const kept = Object.fromEntries(
    Object.entries(body).filter(
      ([key]) => surface !== 'form' || plan.unsignedKeys === true || !unsigned(key),
    ),
  )
  if (plan.json === 'compact') return JSON.stringify(body)
  if (plan.json === 'asSent') return sent
  const leaves: Leaf[] = []
  gather(plan.signatureLeft === true ? withSignature(message, kept, '') : kept, '', plan, leaves)
  const filled = plan.dropEmpty === true ? leaves.filter(({ text }) => text !== '') : leaves
  const inOrder =
    plan.sort === undefined ? compareNatural : plan.sort === 'codePoint' ? compareCodePoints : null
  const sorted = inOrder === null ? filled : [...filled].sort((a, b) => inOrder(a.path, b.path))
  const last = (path: string): string => path.split(':').at(-1) ?? ''
  const ordered =
    plan.line === 'lastKey' ? [...sorted].sort((a, b) => compareNatural(last(a.path), last(b.path))) : sorted
  const lines = ordered.map(({ path, text, bare }) => {
    if (plan.line === 'value' || bare) return text
    if (plan.line === 'lastKey') return `${last(path)}:${text}`
    return `${plan.line === 'dots' ? path.replaceAll(':', '.') : path}:${text}`
  })
  const joined = lines.join(plan.joiner ?? ';') + (plan.tail ?? '')
  return plan.finish?.(joined) ?? joined
}

const projectIdOf = ({ body }: RandomMessage): number => {
  const { general } = body
  const holder = typeof general === 'object' && general !== null && !isList(general) ? general : body
  return Number(holder['project_id'])
}

const bytesOf = (text: string, bytes: Plan['bytes']): Uint8Array => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  if (bytes === 'low') return Uint8Array.from(units)
  return bytes === 'utf16'
    ? Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]))
    : encodeUtf8(text)
}

const digestOf = (plan: Plan, key: Uint8Array, bytes: Uint8Array, crypto: DiagnosticCrypto): Uint8Array => {
  const hash = plan.hash ?? 'sha512'
  switch (plan.mac ?? 'hmac') {
    case 'swapped':
      return crypto.hmac(hash, bytes, key)
    case 'plain':
      return crypto.hash(hash, bytes)
    case 'textKey':
      return crypto.hash(hash, Uint8Array.of(...bytes, ...key))
    case 'keyText':
      return crypto.hash(hash, Uint8Array.of(...key, ...bytes))
    case 'hmac':
      return crypto.hmac(hash, key, bytes)
  }
}

/** What signing code with these mistakes produces: the signature, the string to sign, and the body that it sends. */
export const mistaken = (
  message: RandomMessage,
  plan: Plan,
  crypto: DiagnosticCrypto,
): { readonly signature: string; readonly text: string; readonly bodyText: string } => {
  const sentBody = plan.send?.(message.body) ?? message.body
  const text = stringToSign(message, plan, JSON.stringify(sentBody, null, 1))
  const bytes = bytesOf(text, plan.bytes)
  const chosen = plan.key?.(message, projectIdOf(message)) ?? message.secret
  const key = typeof chosen === 'string' ? encodeUtf8(chosen) : chosen
  const digest = digestOf(plan, key, bytes, crypto)
  const written = plan.encode?.(digest) ?? encodeBase64(digest)
  const signature = plan.transport?.(written) ?? written
  return { signature, text, bodyText: JSON.stringify(withSignature(message, sentBody, signature), null, 1) }
}
