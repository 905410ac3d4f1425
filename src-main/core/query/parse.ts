import { checkField, checkOperator, checkValue } from './check'
import { formatValues } from './format'
import { scanTerms, type ScannedField } from './scan'
import type { FieldTerm, QueryFault, QueryField, QueryTerm } from './terms'

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  readonly faults: readonly QueryFault[]
}

/**
 * Reads the text of a filter box: `status:success,decline -amount>1000 "free text"`.
 * Never throws. A term with a fault is left out of `terms`, so a query with faults would match more than was meant.
 */
export function parseQuery(text: string, fields: readonly QueryField[]): ParsedQuery {
  const terms: QueryTerm[] = []
  const faults: QueryFault[] = []
  for (const scanned of scanTerms(text)) {
    const { from, to, negated } = scanned
    if (scanned.unterminated) {
      faults.push({ from, to, message: 'A quotation mark is missing at the end.' })
    } else if (scanned.kind === 'field') {
      const checked = checkTerm(scanned, fields)
      if (typeof checked === 'string') faults.push({ from, to, message: checked })
      else terms.push(checked)
    } else if (scanned.text !== '') {
      terms.push({ kind: 'text', text: scanned.text, negated, from, to })
    }
  }
  return { terms, faults }
}

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
