import { nearestName } from '#domain/query/nearest'

/** A mistake in a file: where it is, what is wrong, and what to do. Lines and columns count from 1. */
export interface Problem {
  readonly line: number
  readonly column: number
  /** `steps[2].sale.amount`; empty for the file as a whole. */
  readonly field: string
  /** A whole sentence, or two: the reason and the remedy. */
  readonly message: string
}

export type Path = readonly (string | number)[]

/** Writes keys and indexes for people: `steps[2].sale`. */
export function fieldText(path: Path): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('')
}

/** Writes a problem as one line for a terminal, with a place that editors turn into a link: `file.yaml:3:5: …`. */
export function problemLine(file: string, { line, column, field, message }: Problem): string {
  return `${file}:${line}:${column}: ${field === '' ? '' : `${field}: `}${message}`
}

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
