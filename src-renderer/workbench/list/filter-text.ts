import { formatQuery, formatTerm } from '#domain/query/format'
import { parseQuery } from '#domain/query/parse'
import type { FieldTerm, QueryError, QueryField } from '#domain/query/terms'

/** A filter as the box shows it: finished conditions as tokens, and what is being typed. */
export interface FilterText {
  readonly tokens: readonly FieldTerm[]
  readonly typed: string
}

/** Splits a query: its conditions become tokens; free text and invalid parts stay text. */
export function takeApart(query: string, fields: readonly QueryField[]): FilterText {
  const { terms } = parseQuery(query, fields)
  const tokens = terms.filter((term) => term.kind === 'field')
  return { tokens, typed: without(query, tokens).trim() }
}

/**
 * What is left when somebody typed: conditions that are finished (a space behind them, or `enter`) become tokens.
 */
export function type(
  filter: FilterText,
  typed: string,
  fields: readonly QueryField[],
  enter = false,
): FilterText {
  const { terms } = parseQuery(typed, fields)
  const finished = terms.filter(
    (term): term is FieldTerm => term.kind === 'field' && (enter || /\s/.test(typed.charAt(term.to))),
  )
  if (finished.length === 0) return { ...filter, typed }
  return { tokens: [...filter.tokens, ...finished], typed: without(typed, finished).trimStart() }
}

/** The text without these terms. */
function without(text: string, terms: readonly { readonly from: number; readonly to: number }[]): string {
  let rest = ''
  let at = 0
  for (const term of terms) {
    rest += text.slice(at, term.from)
    at = term.to
  }
  return (rest + text.slice(at)).replaceAll(/\s{2,}/g, ' ')
}

/** The query that the content of the box means. */
export function queryOf(filter: FilterText): string {
  return [formatQuery(filter.tokens), filter.typed.trim()].filter((part) => part !== '').join(' ')
}

/** What is wrong with the typed part; a condition that is still without its value counts as not finished. */
export function errorsOf(filter: FilterText, fields: readonly QueryField[]): readonly QueryError[] {
  return parseQuery(filter.typed, fields).errors
}

/** A token in two parts: `status:` and `"awaiting clarification"`. */
export function tokenParts(term: FieldTerm): { readonly name: string; readonly value: string } {
  const text = formatTerm(term)
  const at = text.length - term.value.length
  return { name: text.slice(0, at), value: term.value }
}
