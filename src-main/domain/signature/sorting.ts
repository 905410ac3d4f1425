import type { JsonMember } from '#lib/json/node'
import { codePointKey } from './code-point-order'
import type { SortRule } from './dialects'
import { naturalKey } from './natural-order'

/** One leaf: `line` is what goes into the string to sign. */
export interface CanonicalLine {
  readonly path: string
  readonly value: string
  readonly line: string
}

/**
 * The language order of the documentation's JavaScript sample, fixed to English because the sample takes the
 * machine's own. Node, Electron and Chromium carry the same Unicode collation, so the result does not depend on the
 * host; another version of its tables may place characters outside of ASCII differently.
 */
export const languageOrder = new Intl.Collator('en', { numeric: true })

/** Compares by UTF-16 units. Tests equality second: the lengths mostly settle it, which is cheaper than comparing again. */
const compareUnits = (left: string, right: string): number => (left < right ? -1 : left === right ? 0 : 1)

/** Sorts with a key made once per element; equal elements keep their order. */
const sortByKey = <T>(elements: readonly T[], keyOf: (element: T) => string): T[] =>
  elements
    .map((element) => ({ element, key: keyOf(element) }))
    .sort((left, right) => compareUnits(left.key, right.key))
    .map(({ element }) => element)

/** Sorts lines as a dialect does (contract 2.4, 2.5); `level` leaves them as they are, since the walk has sorted them. */
export const sortLines = (lines: readonly CanonicalLine[], sort: SortRule): readonly CanonicalLine[] => {
  if (sort.unit === 'level') return lines
  const subject = sort.unit === 'path' ? (of: CanonicalLine) => of.path : (of: CanonicalLine) => of.line
  switch (sort.order) {
    case 'natural':
      return sortByKey(lines, (line) => naturalKey(subject(line)))
    case 'codePoint':
      return sortByKey(lines, (line) => codePointKey(subject(line)))
    case 'locale':
      return [...lines].sort((left, right) => languageOrder.compare(subject(left), subject(right)))
  }
}

const greatestIndex = 2 ** 32 - 2

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) <= greatestIndex

/** Orders members as a JavaScript object enumerates them: indexes first, by size, then the other keys as they were put in. */
export const inEnumerationOrder = <T extends { readonly key: string }>(
  members: readonly T[],
): readonly T[] => {
  const indexes = members.filter(({ key }) => isIndex(key))
  if (indexes.length === 0) return members
  indexes.sort((left, right) => Number(left.key) - Number(right.key))
  return [...indexes, ...members.filter(({ key }) => !isIndex(key))]
}

/** Sorts members by UTF-16 units, then as a JavaScript object enumerates them: indexes first. */
export const sortMembers = (members: readonly JsonMember[]): readonly JsonMember[] =>
  inEnumerationOrder([...members].sort((left, right) => compareUnits(left.key, right.key)))
