import { StreamLanguage } from '@codemirror/language'
import type { StringStream } from '@codemirror/language'

const NUMBER = /^-?\d+(?:\.\d+)?(?=[\s,\]}]|$)/
const WORD = /^(?:true|false|null|~)(?=[\s,\]}]|$)/
const KEY = /^(?:"[^"]*"|'[^']*'|[^\s,[\]{}#'":][^:,[\]{}#]*?)(?=:(?:\s|$))/
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null
  if (stream.match(/^(?:- |-$)/) !== null) return 'separator'
  if (stream.peek() === '#' && (stream.sol() || /\s/.test(stream.string.charAt(stream.pos - 1)))) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match(KEY) !== null) return 'propertyName'
  if (stream.match(QUOTED) !== null) return 'string'
  if (stream.match(NUMBER) !== null) return 'number'
  if (stream.match(WORD) !== null) return 'bool'
  if (stream.match(/^[{}]/) !== null) return 'brace'
  if (stream.match(/^[[\]]/) !== null) return 'squareBracket'
  if (stream.match(/^[,:|>]/) !== null) return 'separator'
  if (stream.match(/^[^,[\]{}#]+/) === null) stream.next()
  return 'string'
}

/** The colours of YAML, as far as scenario files use it. */
export const yaml = StreamLanguage.define({ name: 'yaml', token })
