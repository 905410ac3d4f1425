import { boundedPath } from '#lib/limits/bounded-text'
import { compareWith, type Comparison } from './compare'

export interface Candidate<Item> {
  readonly item: Item
  readonly comparison: Comparison
}

const MAX_SHOWN_CANDIDATES = 5
const MAX_SHOWN_DIFFERENCES = 10

/** Sorts items by their share of agreeing values; if equal, the last first. @throws PatternError for a wrong pattern */
export function nearestFirst<Item>(
  pattern: unknown,
  items: readonly Item[],
  valueOf: (item: Item) => unknown,
): readonly Candidate<Item>[] {
  const share = ({ comparison }: Candidate<Item>): number => comparison.agreed / comparison.total
  return items
    .map((item) => ({ item, comparison: compareWith(pattern, valueOf(item)) }))
    .reverse()
    .sort((one, other) => share(other) - share(one))
}

export interface FieldDifference {
  readonly field: string
  readonly expected: string
  readonly actual: string
}

export const fieldDifference = ({ path, ...values }: Comparison['differences'][number]): FieldDifference => ({
  field: path.length === 0 ? 'value' : boundedPath(path),
  ...values,
})

export const differenceLine = ({ field, expected, actual }: FieldDifference): string =>
  `${field}: expected ${expected}, was ${actual}`

/** Describes the nearest candidates with their differences, and says how many more there were. */
export function explainCandidates<Item>(
  candidates: readonly Candidate<Item>[],
  labelOf: (item: Item) => string,
): readonly string[] {
  const shown = candidates.slice(0, MAX_SHOWN_CANDIDATES)
  const lines = shown.flatMap(({ item, comparison: { agreed, total, differences } }) => {
    const more = differences.length - MAX_SHOWN_DIFFERENCES
    return [
      `${labelOf(item)}: ${agreed} of ${total} ${total === 1 ? 'value agrees' : 'values agree'}`,
      ...differences
        .slice(0, MAX_SHOWN_DIFFERENCES)
        .map((difference) => `  ${differenceLine(fieldDifference(difference))}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]
  })
  const left = candidates.length - shown.length
  return left > 0 ? [...lines, `and ${left} more that agree less or came earlier`] : lines
}
