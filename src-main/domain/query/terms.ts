/** How a field is compared: `:` is the field's natural comparison, `=` the exact one. */
export type QueryOperator = ':' | '=' | '>' | '<' | '>=' | '<='

/**
 * One condition on a field. `values` are the alternatives, decoded: one of them must hold (`status:success,decline`).
 * `value` is the same as it would be written, for a chip. Positions are offsets in the text that was parsed.
 */
export interface FieldTerm {
  readonly kind: 'field'
  readonly field: string
  readonly operator: QueryOperator
  readonly value: string
  readonly values: readonly string[]
  readonly negated: boolean
  readonly from: number
  readonly to: number
}

/** Free text: matched against ids, customers and message bodies. */
export interface TextTerm {
  readonly kind: 'text'
  readonly text: string
  readonly negated: boolean
  readonly from: number
  readonly to: number
}

export type QueryTerm = FieldTerm | TextTerm

/** Something in a query that cannot be understood; the message says what to write instead. */
export interface QueryError {
  readonly from: number
  readonly to: number
  readonly message: string
}

export type FieldKind = 'text' | 'enum' | 'amount' | 'time' | 'number'

/** A field that a list can be filtered by, as the parser, the store and the completion of the filter box see it. */
export interface QueryField {
  readonly name: string
  readonly kind: FieldKind
  readonly operators: readonly QueryOperator[]
  /** All values of an `enum`; values that a `number` field takes besides numbers. */
  readonly values?: readonly string[]
  /** What filters that were saved by an earlier version may say instead; read, but never offered. */
  readonly formerly?: {
    readonly name: string
    readonly values?: Readonly<Record<string, string>>
  }
  readonly examples: readonly string[]
  readonly explanation: string
  /**
   * The column that holds it, compared as the kind says: an `enum` as a whole, of a `text` a part, or with `=` the whole.
   * Absent where the store says what the field means.
   */
  readonly column?: string
}

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
