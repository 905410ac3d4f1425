import type { RuleRecord } from '../../store/records'

export type Records = readonly RuleRecord[]

export const placeOf = (records: Records, id: string): number =>
  records.findIndex((record) => record.id === id)

/**
 * Moves a rule by so many places, never beyond the ends. With `among` only the places of these rules count: the tester
 * sees those of one project, and others stand between them.
 */
export function moved(
  records: Records,
  id: string,
  by: number,
  among: ReadonlySet<string> | null = null,
): Records {
  const record = records.find((one) => one.id === id)
  if (record === undefined || by === 0) return records
  const seen = records.filter((one) => one.id === id || (among?.has(one.id) ?? true))
  const at = placeOf(seen, id)
  const neighbour = seen[Math.min(seen.length - 1, Math.max(0, at + by))]
  if (neighbour === undefined || neighbour === record) return records
  const others = records.filter((one) => one !== record)
  return others.toSpliced(placeOf(others, neighbour.id) + (by > 0 ? 1 : 0), 0, record)
}

/** Puts a record where it stood in `before`: right behind the nearest one ahead of it that is still there. */
export function putBack(records: Records, record: RuleRecord, before: Records): Records {
  const ahead = before.slice(0, Math.max(0, placeOf(before, record.id)))
  const anchor = ahead.findLast(({ id }) => placeOf(records, id) >= 0)
  const at = anchor === undefined ? 0 : placeOf(records, anchor.id) + 1
  return records.toSpliced(at, 0, record)
}

/** Brings the records that `isKept` names over into a list that replaces all others, each at its old neighbours. */
export function carriedOver(
  records: Records,
  before: Records,
  isKept: (record: RuleRecord) => boolean,
): Records {
  return before
    .filter((record) => isKept(record) && placeOf(records, record.id) < 0)
    .reduce<Records>((list, record) => putBack(list, record, before), records)
}
