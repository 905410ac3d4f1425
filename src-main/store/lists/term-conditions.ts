import type { FieldTerm, QueryTerm } from '#domain/query/terms'
import { amountBounds, numberBounds, timeBounds, type Bounds } from '#domain/query/values'
import { allOf, anyOf, inBothForms, isNull, not, within, type Condition } from './condition'

/** The condition for one value of a field; null for an invalid value. */
export type FieldCondition = (value: string, term: FieldTerm, nowMs: number) => Condition | null

export type ListVocabulary = Readonly<Record<string, FieldCondition>>

/**
 * All terms together. The parser has checked them against the list's table of fields; a term that slipped through
 * with an unknown field or value matches nothing, so that a list never shows more than was asked for.
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

const bounded = (column: string, bounds: Bounds<number | bigint> | null): Condition | null =>
  bounds === null ? null : within(column, bounds)

export const timeField =
  (column: string): FieldCondition =>
  (value, { operator }, nowMs) =>
    bounded(column, timeBounds(operator, value, nowMs))

export const amountField =
  (column: string): FieldCondition =>
  (value, { operator }) =>
    bounded(column, amountBounds(operator, value))

/** A number, a class such as `5xx`, or `none` for a missing one. */
export const numberField =
  (column: string): FieldCondition =>
  (value, { operator }) =>
    value === 'none' ? isNull(column) : bounded(column, numberBounds(operator, value))
