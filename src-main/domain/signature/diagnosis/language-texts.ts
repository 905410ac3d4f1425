import type { JsonMember, JsonNode } from '#lib/json/node'
import { numberText } from '#domain/signature/number-text'

/** Writes a value as JavaScript turns it into a text: `[object Object]` for an object, items of an array joined with commas. */
export function javascriptText(node: JsonNode): string {
  switch (node.type) {
    case 'object':
      return OBJECT_WORD
    case 'array':
      return node.items.map((item) => (item.type === 'null' ? '' : javascriptText(item))).join(',')
    case 'string':
      return node.value
    case 'number':
      return numberText(node, 'javascript')
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
  }
}

/** What JavaScript writes for any object; its contents are lost. */
export const OBJECT_WORD = '[object Object]'

/** Writes a value as Python turns it into a text: single quotes, `True`, `False`, `None`, a space behind each comma and colon. */
export function pythonText(node: JsonNode): string {
  switch (node.type) {
    case 'object':
      return `{${node.members.map(({ key, value }) => `${quoted(key)}: ${pythonText(value)}`).join(', ')}}`
    case 'array':
      return `[${node.items.map(pythonText).join(', ')}]`
    case 'string':
      return quoted(node.value)
    case 'number':
      return numberText(node, 'python')
    case 'boolean':
      return node.value ? 'True' : 'False'
    case 'null':
      return 'None'
  }
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`
}

const MAX_LENGTH = 20_000
const MAX_DEPTH = 20

/** Reads a dict or list in the notation of Python; null for any other text. */
export function readPython(text: string): JsonNode | null {
  if (!/^\s*[[{]/.test(text) || text.length > MAX_LENGTH) return null
  const reader: Reader = { text, at: 0 }
  const node = readValue(reader, 0)
  skipSpace(reader)
  return reader.at === text.length ? node : null
}

interface Reader {
  readonly text: string
  at: number
}

const WORDS: readonly (readonly [word: string, node: JsonNode])[] = [
  ['True', { type: 'boolean', value: true }],
  ['False', { type: 'boolean', value: false }],
  ['None', { type: 'null' }],
]

function readValue(reader: Reader, depth: number): JsonNode | null {
  skipSpace(reader)
  const { text, at } = reader
  const first = text.charAt(at)
  if (depth > MAX_DEPTH) return null
  if (first === '[') return readList(reader, depth)
  if (first === '{') return readDict(reader, depth)
  if (first === "'" || first === '"') {
    const value = readText(reader)
    return value === null ? null : { type: 'string', value }
  }
  const word = WORDS.find(([name]) => text.startsWith(name, at))
  if (word !== undefined) {
    reader.at += word[0].length
    return word[1]
  }
  const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i.exec(text.slice(at, at + 64))?.[0]
  if (number === undefined) return null
  reader.at += number.length
  return { type: 'number', text: number, value: Number(number) }
}

function readList(reader: Reader, depth: number): JsonNode | null {
  const items: JsonNode[] = []
  const isWhole = readParts(reader, ']', () => {
    const item = readValue(reader, depth + 1)
    if (item !== null) items.push(item)
    return item !== null
  })
  return isWhole ? { type: 'array', items } : null
}

function readDict(reader: Reader, depth: number): JsonNode | null {
  const members: JsonMember[] = []
  const isWhole = readParts(reader, '}', () => {
    skipSpace(reader)
    const key = readText(reader)
    if (key === null || !take(reader, ':')) return false
    const value = readValue(reader, depth + 1)
    if (value !== null) members.push({ key, value })
    return value !== null
  })
  return isWhole ? { type: 'object', members } : null
}

/** Reads the parts between two brackets, separated by commas; false where they are malformed. */
function readParts(reader: Reader, end: ']' | '}', readPart: () => boolean): boolean {
  reader.at += 1
  if (take(reader, end)) return true
  for (;;) {
    if (!readPart()) return false
    if (take(reader, end)) return true
    if (!take(reader, ',')) return false
  }
}

function readText(reader: Reader): string | null {
  const { text } = reader
  const quote = text.charAt(reader.at)
  if (quote !== "'" && quote !== '"') return null
  let value = ''
  for (let at = reader.at + 1; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === quote) {
      reader.at = at + 1
      return value
    }
    if (character === '\\') {
      at += 1
      value += ESCAPED.get(text.charAt(at)) ?? text.charAt(at)
    } else value += character
  }
  return null
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function take(reader: Reader, character: string): boolean {
  skipSpace(reader)
  const isThere = reader.text.charAt(reader.at) === character
  if (isThere) reader.at += 1
  return isThere
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text.charAt(reader.at))) reader.at += 1
}
