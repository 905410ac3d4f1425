import { nearestName } from '#domain/query/nearest'

/** More names than a person would write. */
const MAX_COMPARED = 200

/** The remedy for an unknown word, as a sentence: the known word that was probably meant, else all known ones. */
export function suggestion(word: string, known: readonly string[]): string {
  const compared = known.slice(0, MAX_COMPARED)
  const near = nearestName(compared, word)
  if (near !== null) return `Did you mean ${near}?`
  if (known.length === 0) return 'Leave it out.'
  const more = known.length - compared.length
  return `Known are ${compared.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
