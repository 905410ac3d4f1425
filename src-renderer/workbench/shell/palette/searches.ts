import { EVERYTHING_QUERY_FIELDS, FIELDS_OF_LIST, SEARCHED_LISTS } from '#domain/query/everything'
import { parseQuery } from '#domain/query/parse'
import type { ProjectView } from '#protocol/projects'
import { useProjectFilter, useProjects } from '#window/state/info'
import { formatTerm } from '#domain/query/terms'
import { type FilterText, typeInto } from '#window/list/filter-text'

/** Why no list can search for the text, usually because it is not finished; null if some list can. */
export function unfinished(text: string): string | null {
  const fits = SEARCHED_LISTS.some((list) => parseQuery(text, FIELDS_OF_LIST[list]).errors.length === 0)
  if (fits) return null
  const own =
    parseQuery(text, EVERYTHING_QUERY_FIELDS).errors[0] ?? parseQuery(text, FIELDS_OF_LIST.payments).errors[0]
  return own?.message ?? null
}

/** The project to which the search and the lists are limited; null for all. */
export function useScope(): ProjectView | null {
  const projects = useProjects()
  const chosen = useProjectFilter()
  if (projects.length < 2) return null
  return projects.find(({ projectId }) => projectId === chosen) ?? null
}

/** The search after typing: finished conditions that apply to a list become tokens. */
export function typeSearch(search: FilterText, typed: string): FilterText {
  const next = typeInto(search, typed, EVERYTHING_QUERY_FIELDS)
  const added = next.tokens.slice(search.tokens.length)
  // EVERYTHING_QUERY_FIELDS accepts some conditions that no single list accepts.
  return added.every((term) => unfinished(formatTerm(term)) === null) ? next : { ...search, typed }
}
