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
