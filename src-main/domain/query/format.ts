import type { FieldTerm, TextTerm } from './terms'

/** A text that the parser reads as one plain word anywhere in a query. */
const PLAIN = /^[^\s"\\,:=<>-][^\s"\\,:=<>]*$/

/** Writes a word so that the parser reads it back as it is; quoted where it has to be. */
export function formatWord(text: string): string {
  return PLAIN.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Writes alternatives, separated by commas. */
export function formatValues(values: readonly string[]): string {
  return values.map(formatWord).join(',')
}

type WrittenTerm =
  | Pick<FieldTerm, 'kind' | 'field' | 'operator' | 'values' | 'negated'>
  | Pick<TextTerm, 'kind' | 'text' | 'negated'>

/** Writes a term so that the parser reads the same term again. */
export function formatTerm(term: WrittenTerm): string {
  const minus = term.negated ? '-' : ''
  switch (term.kind) {
    case 'text':
      return `${minus}${formatWord(term.text)}`
    case 'field':
      return `${minus}${term.field}${term.operator}${formatValues(term.values)}`
  }
}

/** Writes a query so that the parser reads the same terms again. */
export function formatQuery(terms: readonly WrittenTerm[]): string {
  return terms.map(formatTerm).join(' ')
}
