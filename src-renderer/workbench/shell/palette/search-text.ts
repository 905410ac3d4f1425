import { EVERYTHING_QUERY_FIELDS } from '#domain/query/everything'
import { formatTerm } from '#domain/query/format'
import type { FieldTerm } from '#domain/query/terms'
import { type FilterText, takeApart, type } from '#window/list/filter-text'
import { unfinished } from './searches'

/** A search as the box shows it. */
export const searchText = (query: string): FilterText => takeApart(query, EVERYTHING_QUERY_FIELDS)

/** The search after typing: finished conditions that apply to a list become tokens. */
export function typeSearch(search: FilterText, typed: string): FilterText {
  const next = type(search, typed, EVERYTHING_QUERY_FIELDS)
  const added = next.tokens.slice(search.tokens.length)
  // The fields of all lists together accept more than each list does.
  return added.every(canBeFollowed) ? next : { ...search, typed }
}

const canBeFollowed = (term: FieldTerm): boolean => unfinished(formatTerm(term)) === null
