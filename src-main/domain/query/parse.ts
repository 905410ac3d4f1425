import {
  type FieldTerm,
  formatValues,
  type QueryError,
  type QueryField,
  type QueryOperator,
  type QueryTerm,
} from './terms'
import { LIMITS } from '#lib/limits/limit-table'
import { quotedText } from '#lib/limits/bounded-text'
import { nearestName } from './fields'
import { amountBounds, enumValue, numberBounds, timeBounds } from './values'

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  readonly errors: readonly QueryError[]
}

/**
 * Reads the text of a filter box: `status:success,decline -amount>1000 "free text"`. Never throws. `terms` omits
 * terms with errors, so a query with errors would match too much.
 */
export function parseQuery(text: string, fields: readonly QueryField[]): ParsedQuery {
  const terms: QueryTerm[] = []
  const errors: QueryError[] = []
  if (text.length > LIMITS.filterChars) return tooLarge(text, TOO_LONG)
  const all = scanTerms(text)
  if (wordsIn(all) > LIMITS.filterWords) return tooLarge(text, TOO_MANY_WORDS)
  for (const scanned of all) {
    const { from, to, negated } = scanned
    if (scanned.unterminated) {
      errors.push({ from, to, message: 'A quotation mark is missing at the end.' })
    } else if (scanned.kind === 'field') {
      const checked = checkTerm(scanned, fields)
      if (typeof checked === 'string') errors.push({ from, to, message: checked })
      else terms.push(checked)
    } else if (scanned.text !== '') {
      terms.push({ kind: 'text', text: scanned.text, negated, from, to })
    }
  }
  return { terms, errors }
}

const TOO_LONG = `The filter has more than ${String(LIMITS.filterChars)} characters. Shorten it.`
const TOO_MANY_WORDS = `The filter has more than ${String(LIMITS.filterWords)} conditions, alternatives and words. Take some out.`

/** Counts a condition once for each alternative, which becomes a part of the store's statement. */
const wordsIn = (all: readonly (ScannedField | ScannedText)[]): number =>
  all.reduce((sum, term) => sum + (term.kind === 'field' ? Math.max(1, term.values.length) : 1), 0)

const tooLarge = (text: string, message: string): ParsedQuery => ({
  terms: [],
  errors: [{ from: 0, to: text.length, message }],
})

function checkTerm(scanned: ScannedField, fields: readonly QueryField[]): FieldTerm | string {
  const field = checkField(fields, scanned.name)
  if (!field.ok) return field.message
  const { operator } = scanned
  const allowed = checkOperator(field.value, operator, scanned.values.length)
  if (!allowed.ok) return allowed.message
  if (scanned.values.length === 0) {
    return `"${field.value.name}${operator}" needs a value, for example ${field.value.examples.join(', ')}.`
  }
  const values: string[] = []
  for (const written of scanned.values) {
    const value = checkValue(field.value, operator, written)
    if (!value.ok) return value.message
    if (!values.includes(value.value)) values.push(value.value)
  }
  const { negated, from, to } = scanned
  return {
    kind: 'field',
    field: field.value.name,
    operator,
    value: formatValues(values),
    values,
    negated,
    from,
    to,
  }
}

/** The value to use, or why it cannot be used and what to write instead. */
type Checked<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string }

/** In any letter case. */
function checkField(fields: readonly QueryField[], typed: string): Checked<QueryField> {
  const name = typed.toLowerCase()
  const field = fields.find((candidate) => candidate.name === name || candidate.formerly?.name === name)
  if (field !== undefined) return { ok: true, value: field }
  const nearest = nearestName(
    fields.map((candidate) => candidate.name),
    typed,
  )
  const remedy =
    nearest === null
      ? `Known fields: ${fields.map((candidate) => candidate.name).join(', ')}.`
      : `Did you mean "${nearest}"?`
  return {
    ok: false,
    message: `There is no field "${quotedText(typed)}". ${remedy} To search for it as text, put it in quotes.`,
  }
}

/** Whether a field allows this comparison with this many alternatives. */
function checkOperator(
  field: QueryField,
  operator: QueryOperator,
  alternatives: number,
): Checked<QueryOperator> {
  if (!field.operators.includes(operator)) {
    return {
      ok: false,
      message: `"${field.name}" cannot be compared with ${operator}. Use ${field.operators.join(' ')}.`,
    }
  }
  if (operator !== ':' && operator !== '=' && alternatives > 1) {
    return { ok: false, message: `${operator} takes one value. Use ${field.name}: for alternatives.` }
  }
  return { ok: true, value: operator }
}

/** Checks a value of a field; enum values are returned in their own spelling. */
function checkValue(field: QueryField, operator: QueryOperator, value: string): Checked<string> {
  switch (field.kind) {
    case 'text':
      return { ok: true, value }
    case 'enum':
      return checkEnum(field, value)
    case 'amount':
      return amountBounds(operator, value) === null
        ? refuse(field, value, 'a number with a point and at most three decimals')
        : { ok: true, value }
    case 'time':
      return timeBounds(operator, value, 0) === null
        ? refuse(field, value, 'today, yesterday, an ISO date or a span')
        : { ok: true, value }
    case 'number':
      return checkNumber(field, operator, value)
  }
}

function checkEnum(field: QueryField, value: string): Checked<string> {
  const values = field.values ?? []
  const known = enumValue(values, value) ?? field.formerly?.values?.[value.toLowerCase()] ?? null
  if (known !== null) return { ok: true, value: known }
  const nearest = nearestName(values, value.replaceAll('_', ' '))
  const remedy = nearest === null ? `Use one of: ${values.join(', ')}.` : `Did you mean "${nearest}"?`
  return { ok: false, message: `"${quotedText(value)}" is not a value of "${field.name}". ${remedy}` }
}

function checkNumber(field: QueryField, operator: QueryOperator, value: string): Checked<string> {
  const word = enumValue(field.values ?? [], value)
  if (word !== null && (operator === ':' || operator === '=')) return { ok: true, value: word }
  return numberBounds(operator, value) === null
    ? refuse(field, value, 'a whole number')
    : { ok: true, value: value.toLowerCase() }
}

const refuse = (field: QueryField, value: string, wanted: string): Checked<never> => ({
  ok: false,
  message: `"${field.name}" is ${wanted} here, not "${quotedText(value)}": for example ${field.examples.join(', ')}.`,
})

interface Scanned {
  readonly negated: boolean
  readonly from: number
  readonly to: number
  readonly unterminated: boolean
}
interface ScannedField extends Scanned {
  readonly kind: 'field'
  readonly name: string
  readonly operator: QueryOperator
  readonly values: readonly string[]
}
interface ScannedText extends Scanned {
  readonly kind: 'text'
  readonly text: string
}

const SPACE = /\s/
const FIELD_START = /([A-Za-z][A-Za-z0-9_]*)(:|=|>=|<=|>|<)/y

/**
 * Splits a query into terms. A term ends at white space; `"…"` keeps white space and commas together, and a
 * backslash escapes the next character. Quotation marks count only at the start of a word or value.
 */
function scanTerms(text: string): readonly (ScannedField | ScannedText)[] {
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

/** Alternatives between commas; skips empty ones without quotes. */
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
