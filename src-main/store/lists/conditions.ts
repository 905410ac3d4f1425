import { amountBounds, type Bounds, numberBounds, timeBounds } from '#domain/query/values'
import type { SqlValue } from '#store/connection'
import { anywhere, escapeLike, namePhrase } from '#store/search/search'
import type { FieldTerm, QueryField, QueryTerm } from '#domain/query/terms'

export interface Fragment {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/**
 * A condition on the rows `m` of a list, in two forms. `seek` may use an index: good if few rows match. `scan` may
 * not: good if many rows match and only the newest are needed, so that a scan finds enough of them early.
 */
export interface Condition {
  readonly seek: Fragment
  readonly scan: Fragment
  /** How many rows of the complete list match, if that is known without counting. */
  readonly size?: number
}

export const fragment = (sql: string, ...values: readonly SqlValue[]): Fragment => ({ sql, values })

/** The same condition in both forms. A plus sign before a column keeps SQLite from using its index. */
function onColumn(column: string, sql: (column: string) => string, ...values: SqlValue[]): Condition {
  return { seek: fragment(sql(`m.${column}`), ...values), scan: fragment(sql(`+m.${column}`), ...values) }
}

export const equals = (column: string, value: SqlValue): Condition =>
  onColumn(column, (c) => `${c} = ?`, value)

export const isOneOf = (column: string, values: readonly SqlValue[]): Condition =>
  onColumn(column, (c) => `${c} IN (${values.map(() => '?').join(', ')})`, ...values)

export const likes = (column: string, pattern: string): Condition =>
  onColumn(column, (c) => `${c} LIKE ? ESCAPE '\\'`, pattern)

export const isNull = (column: string): Condition => onColumn(column, (c) => `${c} IS NULL`)

export function inBothForms(sql: string, ...values: readonly SqlValue[]): Condition {
  const form = fragment(sql, ...values)
  return { seek: form, scan: form }
}

function boundsCondition(column: string, { min, max }: Bounds<number | bigint>): Condition {
  const parts: Condition[] = []
  if (min !== undefined) parts.push(onColumn(column, (c) => `${c} >= ?`, min))
  if (max !== undefined) parts.push(onColumn(column, (c) => `${c} <= ?`, max))
  return allOf(parts)
}

export const allOf = (conditions: readonly Condition[]): Condition => join(conditions, ' AND ', 'TRUE')
export const anyOf = (conditions: readonly Condition[]): Condition => join(conditions, ' OR ', 'FALSE')

/** True for rows for which the condition is false, or unknown because a value is missing. */
export const not = ({ seek, scan }: Condition): Condition => ({
  seek: fragment(`(${seek.sql}) IS NOT TRUE`, ...seek.values),
  scan: fragment(`(${scan.sql}) IS NOT TRUE`, ...scan.values),
})

function join(conditions: readonly Condition[], word: string, nothing: string): Condition {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  const form = (fragments: readonly Fragment[]): Fragment => {
    if (fragments.length === 0) return fragment(nothing)
    return fragment(
      `(${fragments.map(({ sql }) => sql).join(word)})`,
      ...fragments.flatMap(({ values }) => values),
    )
  }
  return {
    seek: form(conditions.map(({ seek }) => seek)),
    scan: form(conditions.map(({ scan }) => scan)),
  }
}

/** A damaged annotation matches nothing: the list does not show it either. */
const READABLE = 'm.annotation IS NOT NULL AND json_valid(m.annotation)'

/** Few rows have an annotation, so the seeking form starts from the index of these rows. */
const annotationCondition = (table: string, sql: string, pattern: string): Condition => ({
  seek: fragment(`m.seq IN (SELECT m.seq FROM ${table} m WHERE ${READABLE} AND ${sql})`, pattern),
  scan: fragment(`(${READABLE} AND ${sql})`, pattern),
})

/** `label` and `note` of the tester, without regard to letter case. */
export const annotationFields = (
  table: 'payments' | 'callbacks' | 'exchanges',
): Readonly<Record<'label' | 'note', FieldCondition>> => ({
  label: (value) =>
    annotationCondition(
      table,
      `EXISTS (SELECT 1 FROM json_each(m.annotation, '$.labels') WHERE value LIKE ? ESCAPE '\\')`,
      escapeLike(value),
    ),
  note: (value, { operator }) =>
    annotationCondition(
      table,
      `coalesce(json_extract(m.annotation, '$.note'), '') LIKE ? ESCAPE '\\'`,
      operator === '=' ? escapeLike(value) : anywhere(value),
    ),
})

/** Returns null if the value is invalid. */
export type FieldCondition = (value: string, term: FieldTerm, nowMs: number) => Condition | null

export type ListVocabulary = Readonly<Record<string, FieldCondition>>

/**
 * The condition that all terms hold; null without terms. The parser has checked them against the list's table of
 * fields; an unknown field or value that slipped through matches nothing, so that a list never shows too much.
 */
export function conditionOf(
  terms: readonly QueryTerm[],
  vocabulary: ListVocabulary,
  freeText: (text: string) => Condition,
  nowMs: number,
): Condition | null {
  if (terms.length === 0) return null
  return allOf(
    terms.map((term) => {
      const condition = positiveCondition(term, vocabulary, freeText, nowMs)
      if (condition === null) return inBothForms('FALSE')
      return term.negated ? not(condition) : condition
    }),
  )
}

function positiveCondition(
  term: QueryTerm,
  vocabulary: ListVocabulary,
  freeText: (text: string) => Condition,
  nowMs: number,
): Condition | null {
  if (term.kind === 'text') return freeText(term.text)
  const field = Object.hasOwn(vocabulary, term.field) ? vocabulary[term.field] : undefined
  if (field === undefined) return null
  const alternatives: Condition[] = []
  for (const value of term.values) {
    const condition = field(value, term, nowMs)
    if (condition === null) return null
    alternatives.push(condition)
  }
  return anyOf(alternatives)
}

const boundsConditionOrNull = (column: string, bounds: Bounds<number | bigint> | null): Condition | null =>
  bounds === null ? null : boundsCondition(column, bounds)

/** A field whose column equals the complete value, in the letter case that `fold` returns. */
export const exactField =
  (column: string, fold: (value: string) => string = (value) => value): FieldCondition =>
  (value) =>
    equals(column, fold(value))

/** The condition of a field's column, by kind. A number may be a class such as `5xx`, or `none` if it is missing. */
const OF_KIND: Readonly<Record<QueryField['kind'], (column: string) => FieldCondition>> = {
  enum: exactField,
  text:
    (column) =>
    (value, { operator }) =>
      operator === '=' ? equals(column, value) : likes(column, anywhere(value)),
  number:
    (column) =>
    (value, { operator }) =>
      value === 'none' ? isNull(column) : boundsConditionOrNull(column, numberBounds(operator, value)),
  amount:
    (column) =>
    (value, { operator }) =>
      boundsConditionOrNull(column, amountBounds(operator, value)),
  time:
    (column) =>
    (value, { operator }, nowMs) =>
      boundsConditionOrNull(column, timeBounds(operator, value, nowMs)),
}

/** Conditions for the fields that have a column. */
export const columnFields = (fields: readonly QueryField[]): ListVocabulary =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, column }) => (column === undefined ? [] : [[name, OF_KIND[kind](column)]])),
  )

/**
 * Rows whose payment has the text in its id or its customer's id, as `column` says.
 * @param payment the column that holds the payment's number
 */
export function nameContains(payment: string, text: string, column: 'payment_id' | 'customer_id'): Condition {
  const phrase = namePhrase(text, column)
  if (phrase !== null) {
    return {
      seek: fragment(`m.${payment} IN (SELECT rowid FROM payment_names WHERE payment_names MATCH ?)`, phrase),
      scan: fragment(
        `EXISTS (SELECT 1 FROM payment_names WHERE payment_names MATCH ? AND rowid = m.${payment})`,
        phrase,
      ),
    }
  }
  const pattern = anywhere(text.toLowerCase())
  if (payment === 'seq') return likes(`${column}_folded`, pattern)
  const matches = `p.${column}_folded LIKE ? ESCAPE '\\'`
  return {
    seek: fragment(`m.${payment} IN (SELECT p.seq FROM payments p WHERE ${matches})`, pattern),
    scan: fragment(`EXISTS (SELECT 1 FROM payments p WHERE p.seq = m.${payment} AND ${matches})`, pattern),
  }
}

/** The message's payment id: a part of it with `:`, all of it with `=`. */
export const paymentOfMessage: FieldCondition = (value, { operator }) =>
  operator === '='
    ? {
        seek: fragment(
          'm.payment IN (SELECT seq FROM payments WHERE payment_id_folded = ?)',
          value.toLowerCase(),
        ),
        scan: fragment(
          'EXISTS (SELECT 1 FROM payments p WHERE p.seq = m.payment AND p.payment_id_folded = ?)',
          value.toLowerCase(),
        ),
      }
    : nameContains('payment', value, 'payment_id')
