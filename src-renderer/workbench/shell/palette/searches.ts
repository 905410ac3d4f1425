import type { SearchAllResult } from '#protocol/traffic'
import { EVERYTHING_QUERY_FIELDS, FIELDS_OF_LIST, SEARCHED_LISTS } from '#domain/query/everything'
import { parseQuery } from '#domain/query/parse'
import { errorText } from '#lib/error-text'

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
