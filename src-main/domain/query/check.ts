import { quotedText } from '#lib/limits/bounded-text'
import { nearestName } from './nearest'
import type { QueryField, QueryOperator } from './terms'
import { amountBounds, enumValue, numberBounds, timeBounds } from './values'

/** Result of a check: the value to use, or why it cannot be used and what to write instead. */
export type Checked<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string }

/** Finds a field by the name that was typed; letter case does not matter. */
export function checkField(fields: readonly QueryField[], typed: string): Checked<QueryField> {
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

/** Whether a field can be compared in this way, with this many alternatives. */
export function checkOperator(
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

/** Whether a value can stand for this field; enum values come back in their own spelling. */
export function checkValue(field: QueryField, operator: QueryOperator, value: string): Checked<string> {
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
