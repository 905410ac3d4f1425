import { nearestName } from '../../domain/query/nearest'

/** What a mistyped word was to be, and what else there is. */
export function likeliest(word: string, known: readonly string[]): string {
  const near = nearestName(known, word)
  if (near !== null) return `Did you mean ${near}?`
  return known.length === 0 ? 'Leave it out.' : `Known are ${known.join(', ')}.`
}
