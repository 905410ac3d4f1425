import { ownMember } from '#lib/own-member'
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
import { nearestName, OPERATORS } from './fields'
import { amountBounds, enumValue, numberBounds, timeBounds } from './values'

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  readonly errors: readonly QueryError[]
}

/** Reads a filter such as `status:success -amount>1000 "free text"`; `terms` omits those with errors. Never throws. */
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
const TOO_MANY_WORDS = `The filter has more than ${String(LIMITS.filterWords)} conditions, alternatives and words. Remove some.`

/** Counts a condition once for each alternative, because each lengthens the SQL statement. */
const wordsIn = (all: readonly (ScannedField | ScannedText)[]): number =>
  all.reduce((sum, term) => sum + (term.kind === 'field' ? Math.max(1, term.values.length) : 1), 0)

const tooLarge = (text: string, message: string): ParsedQuery => ({
  terms: [],
  errors: [{ from: 0, to: text.length, message }],
})

/** Returns the term, or a sentence that says why it cannot be used and what to write instead. */
function checkTerm(scanned: ScannedField, fields: readonly QueryField[]): FieldTerm | string {
  const field = findField(fields, scanned.name)
  if (typeof field === 'string') return field
  const { operator, negated, from, to } = scanned
  const problem = operatorProblem(field, operator, scanned.values.length)
  if (problem !== null) return problem
  const values = new Set<string>()
  for (const written of scanned.values) {
    const value = readValue(field, operator, written)
    if (typeof value !== 'string') return value.problem
    values.add(value)
  }
  const all = [...values]
  return {
    kind: 'field',
    field: field.name,
    operator,
    value: formatValues(all),
    values: all,
    negated,
    from,
    to,
  }
}

/** Ignores letter case. Returns a sentence if there is no such field. */
function findField(fields: readonly QueryField[], typed: string): QueryField | string {
  const name = typed.toLowerCase()
  const field = fields.find((candidate) => candidate.name === name || candidate.formerly?.name === name)
  if (field !== undefined) return field
  const names = fields.map((candidate) => candidate.name)
  const nearest = nearestName(names, typed)
  const remedy = nearest === null ? `Known fields: ${names.join(', ')}.` : `Did you mean "${nearest}"?`
  return `There is no field "${quotedText(typed)}". ${remedy} To search for it as text, put it in quotes.`
}

function operatorProblem(
  { name, operators, examples }: QueryField,
  operator: QueryOperator,
  alternatives: number,
): string | null {
  if (!operators.includes(operator)) {
    return `"${name}" cannot be compared with ${operator}. Use ${operators.join(' ')}.`
  }
  if (operator !== ':' && operator !== '=' && alternatives > 1) {
    return `${operator} takes one value. Use ${name}: for alternatives.`
  }
  return alternatives === 0 ? `"${name}${operator}" needs a value, for example ${examples.join(', ')}.` : null
}

interface Problem {
  readonly problem: string
}

function readValue(field: QueryField, operator: QueryOperator, value: string): string | Problem {
  switch (field.kind) {
    case 'text':
      return value
    case 'enum': {
      const values = field.values ?? []
      const known = enumValue(values, value) ?? ownMember(field.formerly?.values ?? {}, value.toLowerCase())
      if (known !== undefined) return known
      const nearest = nearestName(values, value.replaceAll('_', ' '))
      const remedy = nearest === null ? `Use one of: ${values.join(', ')}.` : `Did you mean "${nearest}"?`
      return { problem: `"${quotedText(value)}" is not a value of "${field.name}". ${remedy}` }
    }
    case 'amount':
      return amountBounds(operator, value) === null
        ? refuse(field, value, 'a number with at most three decimals after a point')
        : value
    case 'time':
      return timeBounds(operator, value, 0) === null
        ? refuse(field, value, 'today, yesterday, an ISO date or a span')
        : value
    case 'number': {
      const word = enumValue(field.values ?? [], value)
      if (word !== null && (operator === ':' || operator === '=')) return word
      return numberBounds(operator, value) === null
        ? refuse(field, value, 'a whole number')
        : value.toLowerCase()
    }
  }
}

const refuse = (field: QueryField, value: string, wanted: string): Problem => ({
  problem: `"${field.name}" must be ${wanted}, not "${quotedText(value)}": for example ${field.examples.join(', ')}.`,
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

/** Splits a query at white space outside `"…"`, in which a backslash escapes the next character. */
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
      operator: OPERATORS.find((known) => known === operator) ?? ':',
      values: list.values,
      negated,
      from,
      to: at,
      unterminated: list.unterminated,
    })
  }
  return found
}

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

const QUOTED = /"((?:\\[^]|[^"])*)("?)/y
const WORD = /(?:\\[^]|\S)*/y
const VALUE = /(?:\\[^]|[^\s,])*/y

function scanWord(text: string, start: number, isValue: boolean) {
  const quoted = text[start] === '"'
  const pattern = quoted ? QUOTED : isValue ? VALUE : WORD
  pattern.lastIndex = start
  const [whole = '', content = whole, end = '"'] = pattern.exec(text) ?? []
  const word = content.replaceAll(/\\([^])/g, '$1')
  return { text: word, quoted, to: start + whole.length, unterminated: end === '' }
}
