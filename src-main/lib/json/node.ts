export interface JsonMember {
  readonly key: string
  readonly value: JsonNode
}

/** Unlike a plain JavaScript value, keeps the order of digit keys and the spelling of numbers. */
export type JsonNode =
  | JsonObject
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'string'; readonly value: string }
  | JsonNumber
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'null' }

/** Keys are unique: a repeated key keeps its first position and its last value. */
export interface JsonObject {
  readonly type: 'object'
  readonly members: readonly JsonMember[]
}

/** `text` is as written (`1.0`, `1e3`, 30 digits); `value` is the nearest double. */
export interface JsonNumber {
  readonly type: 'number'
  readonly text: string
  readonly value: number
}

/**
 * Reads a plain value as JSON.stringify writes it: omits undefined members; an undefined item, NaN and infinities
 * become null. Own enumerable keys only; does not call `toJSON`.
 * @throws TypeError for functions, symbols and other values without a JSON form
 */
export const fromPlain = (value: unknown): JsonNode => {
  switch (typeof value) {
    case 'string':
      return { type: 'string', value }
    case 'number':
      return Number.isFinite(value) ? { type: 'number', text: String(value), value } : { type: 'null' }
    case 'boolean':
      return { type: 'boolean', value }
    case 'bigint':
      return { type: 'number', text: String(value), value: Number(value) }
    case 'object':
      return value === null ? { type: 'null' } : fromContainer(value)
    default:
      throw new TypeError(`A ${typeof value} has no JSON form`)
  }
}

const fromContainer = (value: object): JsonNode => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return {
      type: 'array',
      items: items.map((item) => (item === undefined ? { type: 'null' } : fromPlain(item))),
    }
  }
  if (!isRecord(value)) return { type: 'null' }
  const members: JsonMember[] = []
  for (const key of Object.keys(value)) {
    const member = value[key]
    if (member !== undefined) members.push({ key, value: fromPlain(member) })
  }
  return { type: 'object', members }
}

/**
 * Returns what JSON.parse gives. `__proto__` is defined, not assigned, so that it cannot change the
 * prototype. Digit keys move to the front, as in every JavaScript object.
 */
export const toPlain = (node: JsonNode): unknown => {
  switch (node.type) {
    case 'object': {
      const plain: Record<string, unknown> = {}
      for (const { key, value } of node.members) setOwn(plain, key, toPlain(value))
      return plain
    }
    case 'array':
      return node.items.map(toPlain)
    case 'string':
    case 'number':
    case 'boolean':
      return node.value
    case 'null':
      return null
  }
}

const setOwn = (target: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else {
    target[key] = value
  }
}

/** Looks up a key of an object or a decimal index of an array. */
export const memberOf = (node: JsonNode, key: string): JsonNode | undefined => {
  if (node.type === 'object') return node.members.find((member) => member.key === key)?.value
  if (node.type === 'array' && /^(0|[1-9]\d*)$/.test(key)) return node.items[Number(key)]
  return undefined
}

export const atPath = (node: JsonNode, path: readonly string[]): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>((at, key) => (at === undefined ? undefined : memberOf(at, key)), node)

const rawHalf = /\p{Surrogate}/u
const halfEscape = /\\u[dD][89a-fA-F]/

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Offset of a lone half of a surrogate pair in valid JSON: it has no UTF-8 form. Undefined if there is none. */
export const loneSurrogateAt = (text: string): number | undefined => {
  const raw = text.search(rawHalf)
  if (raw >= 0) return raw
  if (!halfEscape.test(text)) return undefined
  // A low half is valid only directly after an open high half.
  let open: number | undefined
  for (let at = text.indexOf('\\'); at >= 0;) {
    const isUnit = text.charAt(at + 1) === 'u'
    const unit = isUnit ? Number.parseInt(text.slice(at + 2, at + 6), 16) : 0
    if (open !== undefined) {
      if (at !== open + 6 || !isLow(unit)) return open
      open = undefined
    } else if (isLow(unit)) {
      return at
    } else if (isHigh(unit)) {
      open = at
    }
    at = text.indexOf('\\', at + (isUnit ? 6 : 2))
  }
  return open
}

export type Members = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
