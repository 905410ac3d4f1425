import { isRecord } from '../../../lib/json/record'

/** A piece of JavaScript inside a value, written without quotes. */
export class Code {
  constructor(readonly text: string) {}
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const WIDTH = 96

const keyText = (key: string): string => (IDENTIFIER.test(key) ? key : quoted(key))

/** Writes a text as a JavaScript string in single quotes. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** Writes a value as JavaScript: in one line where it fits, else one member a line. */
export function jsText(value: unknown, indent = ''): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return quoted(value)
  if (!Array.isArray(value) && !isRecord(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => jsText(item, inner))
    : Object.entries(value).map(([key, item]) => memberText(key, item, inner))
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' ']
  if (parts.length === 0) return `${open}${close}`
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function memberText(key: string, item: unknown, indent: string): string {
  const text = jsText(item, indent)
  return text === key ? key : `${keyText(key)}: ${text}`
}

/** Prepares a recorded pattern for {@link jsText}: `${order.id}` becomes its constant, the text `any` becomes the code `any`. */
export function jsPattern(value: unknown, any: Code): unknown {
  if (typeof value === 'string') {
    const name = /^\$\{(\w+)\.id\}$/.exec(value)?.[1]
    if (name !== undefined) return new Code(name)
    return value === 'any' ? any : value
  }
  if (Array.isArray(value)) return value.map((item) => jsPattern(item, any))
  if (!isRecord(value)) return value
  // `{is: text}` keeps a text from being read as a matcher; JavaScript needs only the text.
  if (typeof value['is'] === 'string' && Object.keys(value).length === 1) return value['is']
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsPattern(item, any)]))
}
