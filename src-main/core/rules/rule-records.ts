import type { RuleRecord } from '#store/records'

export type Records = readonly RuleRecord[]

/** Returns the index of the record with this id, or -1. */
export const indexOf = (records: Records, id: string): number =>
  records.findIndex((record) => record.id === id)

/**
 * Moves a rule by `by` positions, but not beyond the ends. With `among`, only the positions of these rules count: the
 * tester may see the rules of one project only, with rules of other projects between them.
 */
export function moved(
  records: Records,
  id: string,
  by: number,
  among: ReadonlySet<string> | null = null,
): Records {
  const record = records.find((one) => one.id === id)
  if (record === undefined || by === 0) return records
  const counted = records.filter((one) => one.id === id || (among?.has(one.id) ?? true))
  const at = indexOf(counted, id)
  const neighbour = counted[Math.min(counted.length - 1, Math.max(0, at + by))]
  if (neighbour === undefined || neighbour === record) return records
  const others = records.filter((one) => one !== record)
  return others.toSpliced(indexOf(others, neighbour.id) + (by > 0 ? 1 : 0), 0, record)
}

/** Inserts a record at its position in `before`: right after the nearest earlier record that is still in the list. */
export function putBack(records: Records, record: RuleRecord, before: Records): Records {
  const ahead = before.slice(0, Math.max(0, indexOf(before, record.id)))
  const anchor = ahead.findLast(({ id }) => indexOf(records, id) >= 0)
  const at = anchor === undefined ? 0 : indexOf(records, anchor.id) + 1
  return records.toSpliced(at, 0, record)
}

/** Inserts the records of `before` that `isKept` selects into a new list, each at its position in `before`. */
export function carriedOver(
  records: Records,
  before: Records,
  isKept: (record: RuleRecord) => boolean,
): Records {
  return before
    .filter((record) => isKept(record) && indexOf(records, record.id) < 0)
    .reduce<Records>((list, record) => putBack(list, record, before), records)
}
