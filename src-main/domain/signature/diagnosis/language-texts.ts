import type { JsonNode } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'
import { javascriptNumbers, pythonNumbers } from '#domain/signature/number-text'

/** The string to which JavaScript converts any object; its contents are lost. */
export const OBJECT_WORD = '[object Object]'

/** A value as JavaScript converts it to a string: `[object Object]` for an object, list items joined with commas. */
export const javascriptText = (node: JsonNode): string => {
  switch (node.type) {
    case 'object':
      return OBJECT_WORD
    case 'array':
      return node.items.map((item) => (item.type === 'null' ? '' : javascriptText(item))).join(',')
    case 'string':
      return node.value
    case 'number':
      return javascriptNumbers(node)
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
  }
}

/** A value as Python's `repr` writes it: single quotes, `True`, `False`, `None`, a space after each comma and colon. */
export const pythonText = (node: JsonNode): string => {
  switch (node.type) {
    case 'object':
      return `{${node.members.map(({ key, value }) => `${pythonQuoted(key)}: ${pythonText(value)}`).join(', ')}}`
    case 'array':
      return `[${node.items.map(pythonText).join(', ')}]`
    case 'string':
      return pythonQuoted(node.value)
    case 'number':
      return pythonNumbers(node)
    case 'boolean':
      return node.value ? 'True' : 'False'
    case 'null':
      return 'None'
  }
}

const ESCAPES = Object.entries({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })

const pythonQuoted = (text: string): string => {
  const escaped = ESCAPES.reduce((plain, [character, escape]) => plain.replaceAll(character, escape), text)
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`
  return `'${escaped.replaceAll("'", "\\'")}'`
}

const MAX_CHARS = 5_000

const JSON_WORDS = new Map(Object.entries({ True: 'true', False: 'false', None: 'null' }))

/** Reads a dict or list in Python's notation by translating it to JSON; null for any other text. */
export const readPython = (text: string): JsonNode | null => {
  if (!/^\s*[[{]/.test(text) || text.length > MAX_CHARS) return null
  const json = text.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\b[a-z]\w*/gi, (token) =>
    /^['"]/.test(token) ? JSON.stringify(unquote(token)) : (JSON_WORDS.get(token) ?? '?'),
  )
  const parsed = parseJson(json)
  return parsed.ok ? parsed.root : null
}

const unquote = (token: string): string =>
  token
    .slice(1, -1)
    .replace(
      /\\(.)/g,
      (escape, letter: string) => ESCAPES.find(([, written]) => written === escape)?.[0] ?? letter,
    )

/** Replaces objects and lists `depth` levels below a node with their texts. */
export const withTextsAt = (node: JsonNode, depth: number, write: (node: JsonNode) => string): JsonNode => {
  if (node.type !== 'array' && node.type !== 'object') return node
  if (depth === 0) return { type: 'string', value: write(node) }
  const convert = (child: JsonNode): JsonNode => withTextsAt(child, depth - 1, write)
  return node.type === 'array'
    ? { type: 'array', items: node.items.map(convert) }
    : { type: 'object', members: node.members.map(({ key, value }) => ({ key, value: convert(value) })) }
}

/** Reads a list that JavaScript joined with commas; null if the text has no comma or is too long. */
export const readCommas = (text: string): JsonNode | null =>
  !text.includes(',') || text.length > MAX_CHARS
    ? null
    : { type: 'array', items: text.split(',').map((value) => ({ type: 'string', value })) }
