import type { SearchAllResult } from '#protocol/traffic'
import { EVERYTHING_QUERY_FIELDS, FIELDS_OF_LIST, SEARCHED_LISTS } from '#domain/query/everything'
import { parseQuery } from '#domain/query/parse'
import { errorText } from '#lib/error-text'
import type { ProjectView } from '#protocol/projects'
import { useProjectFilter, useProjects } from '#window/state/info'
import { setPreferences } from '#window/state/preferences'
import type { PaletteItem } from './commands'
import { type FieldTerm, formatTerm } from '#domain/query/terms'
import { type FilterText, takeApart, type } from '#window/list/filter-text'

/** What the bench found for a text, or why the search failed. */
export type SearchAnswer = { readonly text: string } & (
  { readonly found: SearchAllResult } | { readonly found: null; readonly reason: string }
)

/**
 * Asks one question at a time: what was typed meanwhile waits, the newest text only, and an outdated answer
 * is dropped.
 */
export function createSearches(
  search: (text: string) => Promise<SearchAllResult>,
  deliver: (answer: SearchAnswer) => void,
): { readonly ask: (text: string) => void; readonly end: () => void } {
  let wanted: string | null = null
  let isAsking = false
  let ended = false

  const answerTo = async (text: string): Promise<SearchAnswer> => {
    try {
      return { text, found: await search(text) }
    } catch (error) {
      return { text, found: null, reason: errorText(error) }
    }
  }
  const work = async (): Promise<void> => {
    while (wanted !== null) {
      const text: string = wanted
      wanted = null
      const answer = await answerTo(text)
      if (isCurrent()) deliver(answer)
    }
    isAsking = false
  }
  /** Read again after the wait: both may have changed. */
  const isCurrent = (): boolean => wanted === null && !ended

  return {
    ask(text) {
      wanted = text
      if (isAsking) return
      isAsking = true
      void work()
    },
    end() {
      ended = true
      wanted = null
    },
  }
}

/** Why no list can search for the text, usually because it is not finished; null where one can. */
export function unfinished(text: string): string | null {
  const fits = SEARCHED_LISTS.some((list) => parseQuery(text, FIELDS_OF_LIST[list]).errors.length === 0)
  if (fits) return null
  const own =
    parseQuery(text, EVERYTHING_QUERY_FIELDS).errors[0] ?? parseQuery(text, FIELDS_OF_LIST.payments).errors[0]
  return own?.message ?? null
}

/** The one project of several that is searched, as the lists show it alone; null where all are. */
export function useScope(): ProjectView | null {
  const projects = useProjects()
  const chosen = useProjectFilter()
  if (projects.length < 2) return null
  return projects.find(({ projectId }) => projectId === chosen) ?? null
}

/** Changes the lists too, so that they show what the search finds. */
export function showAllProjects(): void {
  setPreferences({ projectId: null })
}

/** Widens a search that belongs to another project. */
export function widenItems(scope: ProjectView | null): readonly PaletteItem[] {
  if (scope === null) return []
  return [
    {
      id: 'widen',
      group: 'Go to',
      icon: 'search',
      label: 'Search all projects',
      aside: `now ${scope.name} only`,
      staysOpen: true,
      run: showAllProjects,
    },
  ]
}

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
