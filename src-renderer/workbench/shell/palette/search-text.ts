import { EVERYTHING_QUERY_FIELDS } from '../../../../src-main/domain/query/everything'
import { formatTerm } from '../../../../src-main/domain/query/format'
import type { FieldTerm } from '../../../../src-main/domain/query/terms'
import { takeApart, type } from '../../list/filter-text'
import type { FilterText } from '../../list/filter-text'
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
