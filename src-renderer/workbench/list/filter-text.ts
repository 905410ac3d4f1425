import {
  type FieldTerm,
  formatQuery,
  formatTerm,
  formatWord,
  type QueryError,
  type QueryField,
} from '#domain/query/terms'
import { parseQuery } from '#domain/query/parse'

/** A filter in its box: finished conditions as tokens, and the typed text. */
export interface FilterText {
  readonly tokens: readonly FieldTerm[]
  readonly typed: string
}

/** Splits a query: its conditions become tokens; free text and invalid parts stay text. */
export function takeApart(query: string, fields: readonly QueryField[]): FilterText {
  const { terms } = parseQuery(query, fields)
  const tokens = terms.filter((term) => term.kind === 'field')
  return { tokens, typed: cutTerms(query, tokens).trim() }
}

/** Turns finished conditions into tokens; a space or `enter` finishes a condition. */
export function typeInto(filter: FilterText, typed: string, fields: readonly QueryField[], enter = false) {
  const { terms } = parseQuery(typed, fields)
  const finished = terms.filter(
    (term): term is FieldTerm => term.kind === 'field' && (enter || /\s/.test(typed.charAt(term.to))),
  )
  if (finished.length === 0) return { ...filter, typed }
  return { tokens: [...filter.tokens, ...finished], typed: cutTerms(typed, finished).trimStart() }
}

function cutTerms(text: string, terms: readonly { readonly from: number; readonly to: number }[]): string {
  let rest = ''
  let at = 0
  for (const term of terms) {
    rest += text.slice(at, term.from)
    at = term.to
  }
  return (rest + text.slice(at)).replaceAll(/\s{2,}/g, ' ')
}

export const queryOf = (filter: FilterText): string =>
  [formatQuery(filter.tokens), filter.typed.trim()].filter((part) => part !== '').join(' ')

export const errorsOf = (filter: FilterText, fields: readonly QueryField[]): readonly QueryError[] =>
  parseQuery(filter.typed, fields).errors

/** A token in two parts: `status:` and `"awaiting clarification"`. */
export function tokenParts(term: FieldTerm): { readonly name: string; readonly value: string } {
  const text = formatTerm(term)
  const at = text.length - term.value.length
  return { name: text.slice(0, at), value: term.value }
}

export interface Completion {
  /** The complete text of the box after the completion is accepted. */
  readonly text: string
  readonly label: string
  readonly note: string
}

const MAX_COMPLETIONS = 12
const LAST_WORD = /(?:[^\s"]|"[^"]*"?)*$/
const CONDITION = /^(-?)([a-z]+)(:|>=|<=|=|>|<)(.*)$/i

/** Completions of the last word: field names, then the values of the field. */
export function completionsOf(typed: string, fields: readonly QueryField[]): readonly Completion[] {
  const word = LAST_WORD.exec(typed)?.[0] ?? ''
  const before = typed.slice(0, typed.length - word.length)
  const condition = CONDITION.exec(word)
  if (condition === null) {
    const minus = word.startsWith('-') ? '-' : ''
    const start = word.slice(minus.length).toLowerCase()
    return fields
      .filter((field) => field.name.startsWith(start))
      .map((field) => ({
        text: `${before}${minus}${field.name}:`,
        label: `${minus}${field.name}:`,
        note: field.explanation,
      }))
  }
  const [, minus = '', name = '', operator = '', values = ''] = condition
  const field = fields.find((candidate) => candidate.name === name.toLowerCase())
  if (field === undefined) return []
  const comma = values.lastIndexOf(',')
  const kept = values.slice(0, comma + 1)
  const start = values
    .slice(comma + 1)
    .replaceAll('"', '')
    .toLowerCase()
  const known = field.kind === 'enum' ? (field.values ?? []) : [...field.examples, ...(field.values ?? [])]
  return [...new Set(known)]
    .filter((value) => value.toLowerCase().includes(start) && value.toLowerCase() !== start)
    .toSorted(
      (left, right) =>
        Number(right.toLowerCase().startsWith(start)) - Number(left.toLowerCase().startsWith(start)),
    )
    .slice(0, MAX_COMPLETIONS)
    .map((value) => ({
      text: `${before}${minus}${field.name}${operator}${kept}${formatWord(value)} `,
      label: value,
      note: field.kind === 'enum' ? '' : 'for example',
    }))
}
