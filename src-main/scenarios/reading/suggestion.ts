import { nearestName } from '../../domain/query/nearest'

/** A sentence that helps with an unknown word: the known one that was probably meant, else all known ones. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearestName(known, word)
  if (near !== null) return `Did you mean ${near}?`
  return known.length === 0 ? 'Leave it out.' : `Known are ${known.join(', ')}.`
}
