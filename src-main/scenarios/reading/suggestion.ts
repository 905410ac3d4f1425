import { nearestName } from '../../domain/query/nearest'

/** The remedy for an unknown word, as a sentence: the known word that was probably meant, else all known ones. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearestName(known, word)
  if (near !== null) return `Did you mean ${near}?`
  return known.length === 0 ? 'Leave it out.' : `Known are ${known.join(', ')}.`
}
