import type { QueryOperator } from './terms'

interface Scanned {
  readonly negated: boolean
  readonly from: number
  readonly to: number
  /** A quotation mark was opened and never closed. */
  readonly unterminated: boolean
}
export interface ScannedField extends Scanned {
  readonly kind: 'field'
  readonly name: string
  readonly operator: QueryOperator
  readonly values: readonly string[]
}
export interface ScannedText extends Scanned {
  readonly kind: 'text'
  readonly text: string
}

const SPACE = /\s/
const FIELD_START = /([A-Za-z][A-Za-z0-9_]*)(:|=|>=|<=|>|<)/y

/**
 * Cuts a query into its terms. A term ends at white space; `"…"` keeps white space and commas together, and a
 * backslash takes the next character as it is. Quotation marks count at the start of a word or value only.
 */
export function scanTerms(text: string): readonly (ScannedField | ScannedText)[] {
  const found: (ScannedField | ScannedText)[] = []
  let at = 0
  while (at < text.length) {
    if (SPACE.test(text.charAt(at))) {
      at += 1
      continue
    }
    const from = at
    const negated = text[at] === '-' && at + 1 < text.length && !SPACE.test(text.charAt(at + 1))
    if (negated) at += 1

    FIELD_START.lastIndex = at
    const field = FIELD_START.exec(text)
    if (field === null) {
      const word = scanWord(text, at, false)
      at = word.to
      found.push({ kind: 'text', text: word.text, negated, from, to: at, unterminated: word.unterminated })
      continue
    }
    const [start, name = '', operator = ':'] = field
    const list = scanValues(text, at + start.length)
    at = list.to
    found.push({
      kind: 'field',
      name,
      operator: readOperator(operator),
      values: list.values,
      negated,
      from,
      to: at,
      unterminated: list.unterminated,
    })
  }
  return found
}

/** Alternatives separated by commas; empty ones that were not quoted are skipped. */
function scanValues(text: string, start: number) {
  const values: string[] = []
  let at = start
  for (;;) {
    const word = scanWord(text, at, true)
    if (word.quoted || word.text !== '') values.push(word.text)
    at = word.to
    if (word.unterminated) return { values, to: at, unterminated: true }
    if (text[at] !== ',') return { values, to: at, unterminated: false }
    at += 1
  }
}

/** One quoted or bare word; a bare value also ends at a comma. */
function scanWord(text: string, start: number, isValue: boolean) {
  const quoted = text[start] === '"'
  let at = quoted ? start + 1 : start
  let word = ''
  for (;;) {
    const character = text[at]
    if (character === undefined) return { text: word, quoted, to: at, unterminated: quoted }
    if (quoted && character === '"') return { text: word, quoted, to: at + 1, unterminated: false }
    if (!quoted && (SPACE.test(character) || (isValue && character === ','))) {
      return { text: word, quoted, to: at, unterminated: false }
    }
    const escaped = character === '\\' && at + 1 < text.length
    word += escaped ? text.charAt(at + 1) : character
    at += escaped ? 2 : 1
  }
}

function readOperator(written: string): QueryOperator {
  switch (written) {
    case '=':
    case '>':
    case '<':
    case '>=':
    case '<=':
      return written
    default:
      return ':'
  }
}
