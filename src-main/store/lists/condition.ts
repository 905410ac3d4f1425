import type { Bounds } from '#domain/query/values'
import type { SqlValue } from '#store/connection'

export interface Fragment {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/**
 * A condition on the rows `m` of a list, in two forms. `seek` may use an index: good where few rows match. `scan` may
 * not: good where many rows match and only the newest are needed, so that a scan finds enough of them early.
 */
export interface Condition {
  readonly seek: Fragment
  readonly scan: Fragment
  /** How many rows of the whole list match, where that is known without counting. */
  readonly size?: number
}

export const fragment = (sql: string, ...values: readonly SqlValue[]): Fragment => ({ sql, values })

/** The same condition in both forms. A plus sign before a column keeps SQLite from using its index. */
function onColumn(column: string, sql: (column: string) => string, ...values: SqlValue[]): Condition {
  return { seek: fragment(sql(`m.${column}`), ...values), scan: fragment(sql(`+m.${column}`), ...values) }
}

export const equals = (column: string, value: SqlValue): Condition =>
  onColumn(column, (c) => `${c} = ?`, value)

export const likes = (column: string, pattern: string): Condition =>
  onColumn(column, (c) => `${c} LIKE ? ESCAPE '\\'`, pattern)

export const isNull = (column: string): Condition => onColumn(column, (c) => `${c} IS NULL`)

/** The same SQL in both forms. */
export function inBothForms(sql: string, ...values: readonly SqlValue[]): Condition {
  const form = fragment(sql, ...values)
  return { seek: form, scan: form }
}

export function within(column: string, { min, max }: Bounds<number | bigint>): Condition {
  const parts: Condition[] = []
  if (min !== undefined) parts.push(onColumn(column, (c) => `${c} >= ?`, min))
  if (max !== undefined) parts.push(onColumn(column, (c) => `${c} <= ?`, max))
  return allOf(parts)
}

export const allOf = (conditions: readonly Condition[]): Condition => join(conditions, ' AND ', 'TRUE')
export const anyOf = (conditions: readonly Condition[]): Condition => join(conditions, ' OR ', 'FALSE')

/** True for rows where the condition is false or, for missing values, unknown. */
export const not = ({ seek, scan }: Condition): Condition => ({
  seek: fragment(`(${seek.sql}) IS NOT TRUE`, ...seek.values),
  scan: fragment(`(${scan.sql}) IS NOT TRUE`, ...scan.values),
})

function join(conditions: readonly Condition[], word: string, nothing: string): Condition {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  const form = (fragments: readonly Fragment[]): Fragment => {
    if (fragments.length === 0) return fragment(nothing)
    return fragment(
      `(${fragments.map(({ sql }) => sql).join(word)})`,
      ...fragments.flatMap(({ values }) => values),
    )
  }
  return {
    seek: form(conditions.map(({ seek }) => seek)),
    scan: form(conditions.map(({ scan }) => scan)),
  }
}
