import { boundedPath } from '#lib/limits/bounded-text'
import { compareWith, type Comparison } from './compare'

/** A received item and its comparison with what was expected. */
export interface Candidate<Item> {
  readonly item: Item
  readonly comparison: Comparison
}

/** Nobody reads more of an explanation than this. */
const MAX_SHOWN_CANDIDATES = 5
const MAX_SHOWN_DIFFERENCES = 10

/**
 * Compares items with a pattern, nearest first: by the share of asked-for values that agree, then the last one before
 * the earlier ones.
 * @throws PatternError where the pattern itself is wrong.
 */
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

/** A difference for people: the path of the field in one text, what was expected there, and what there is. */
export interface FieldDifference {
  readonly field: string
  readonly expected: string
  readonly actual: string
}

/** Names the field of a difference. */
export const fieldDifference = ({ path, ...values }: Comparison['differences'][number]): FieldDifference => ({
  field: path.length === 0 ? 'value' : boundedPath(path),
  ...values,
})

/** A difference as a line: `payment.status: expected "success", was "decline"`. */
export const differenceLine = ({ field, expected, actual }: FieldDifference): string =>
  `${field}: expected ${expected}, was ${actual}`

/** Describes the nearest candidates in lines, each with its differences indented below it, and says how many more there were. */
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
