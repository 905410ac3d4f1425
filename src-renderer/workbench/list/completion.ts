import { formatWord } from '#domain/query/format'
import type { QueryField } from '#domain/query/terms'

/** A completion of what is typed. */
export interface Completion {
  /** The whole text of the box once it is accepted. */
  readonly text: string
  readonly label: string
  readonly note: string
}

const MOST = 12
/** The last word of the text; a quotation that is still open belongs to it. */
const LAST_WORD = /(?:[^\s"]|"[^"]*"?)*$/
const CONDITION = /^(-?)([a-z]+)(:|>=|<=|=|>|<)(.*)$/i

/** Completions of the last word: field names, then the values of the field. */
export function completionsOf(typed: string, fields: readonly QueryField[]): readonly Completion[] {
  const word = LAST_WORD.exec(typed)?.[0] ?? ''
  const before = typed.slice(0, typed.length - word.length)
  const condition = CONDITION.exec(word)
  if (condition === null) return namesOf(before, word, fields)
  const [, minus = '', name = '', operator = '', values = ''] = condition
  const field = fields.find((candidate) => candidate.name === name.toLowerCase())
  return field === undefined ? [] : valuesOf(`${before}${minus}${field.name}${operator}`, values, field)
}

function namesOf(before: string, word: string, fields: readonly QueryField[]): readonly Completion[] {
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

function valuesOf(lead: string, values: string, field: QueryField): readonly Completion[] {
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
    .slice(0, MOST)
    .map((value) => ({
      text: `${lead}${kept}${formatWord(value)} `,
      label: value,
      note: field.kind === 'enum' ? '' : 'for example',
    }))
}
