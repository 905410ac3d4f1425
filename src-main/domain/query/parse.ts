import { checkField, checkOperator, checkValue } from './check'
import { formatValues } from './format'
import { LIMITS } from '#lib/limits/limit-table'
import { scanTerms, type ScannedField, type ScannedText } from './scan'
import type { FieldTerm, QueryError, QueryField, QueryTerm } from './terms'

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  readonly errors: readonly QueryError[]
}

/**
 * Reads the text of a filter box: `status:success,decline -amount>1000 "free text"`.
 * Never throws. A term with an error is left out of `terms`, so a query with errors would match more than was meant.
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

/** Counts a condition once for each alternative, since each becomes a part of the statement of the store. */
const wordsIn = (all: readonly (ScannedField | ScannedText)[]): number =>
  all.reduce((sum, term) => sum + (term.kind === 'field' ? Math.max(1, term.values.length) : 1), 0)

const tooLarge = (text: string, message: string): ParsedQuery => ({
  terms: [],
  errors: [{ from: 0, to: text.length, message }],
})

/** The term, or what is wrong with it. */
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
