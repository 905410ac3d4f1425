/** `:` is the field's natural comparison, `=` the exact one. */
export type QueryOperator = ':' | '=' | '>' | '<' | '>=' | '<='

/** A condition: one of `values` must match; `value` has them as in a query. `from` and `to`: offsets in the text. */
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

/** Matches ids, customers and message bodies. */
export interface TextTerm {
  readonly kind: 'text'
  readonly text: string
  readonly negated: boolean
  readonly from: number
  readonly to: number
}

export type QueryTerm = FieldTerm | TextTerm

/** `message` says what to write instead. */
export interface QueryError {
  readonly from: number
  readonly to: number
  readonly message: string
}

export type FieldKind = 'text' | 'enum' | 'amount' | 'time' | 'number'

/** A filter field for the parser, the store and the completion. */
export interface QueryField {
  readonly name: string
  readonly kind: FieldKind
  readonly operators: readonly QueryOperator[]
  /** All values of an `enum`; values of a `number` field besides numbers; suggestions for a `text` field. */
  readonly values?: readonly string[]
  /** Former spellings in saved filters: read, but never offered. */
  readonly formerly?: {
    readonly name: string
    readonly values?: Readonly<Record<string, string>>
  }
  readonly examples: readonly string[]
  readonly explanation: string
  /** The column, compared in full, or in part for a `text` without `=`; absent if the store defines the condition. */
  readonly column?: string
}

/** Text that the parser reads as one plain word anywhere. */
const PLAIN = /^[^\s"\\,:=<>-][^\s"\\,:=<>]*$/

/** Quotes a word if necessary, so that the parser reads it back. */
export function formatWord(text: string): string {
  return PLAIN.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

export function formatValues(values: readonly string[]): string {
  return values.map(formatWord).join(',')
}

type WrittenTerm =
  | Pick<FieldTerm, 'kind' | 'field' | 'operator' | 'values' | 'negated'>
  | Pick<TextTerm, 'kind' | 'text' | 'negated'>

export function formatTerm(term: WrittenTerm): string {
  const minus = term.negated ? '-' : ''
  switch (term.kind) {
    case 'text':
      return `${minus}${formatWord(term.text)}`
    case 'field':
      return `${minus}${term.field}${term.operator}${formatValues(term.values)}`
  }
}

export function formatQuery(terms: readonly WrittenTerm[]): string {
  return terms.map(formatTerm).join(' ')
}
