import type { RuleRecord } from '../../store/records'
import { placeOf, putBack } from './rule-records'
import type { Records } from './rule-records'

/** One change of a list of rules: as it was, as it became, and the rule that only changed its place. */
export interface RuleChange {
  readonly before: Records
  readonly after: Records
  readonly movedId: string | null
}

export interface RuleComparison {
  readonly isSame: (one: RuleRecord, other: RuleRecord) => boolean
  readonly asBefore: (old: RuleRecord, present: RuleRecord) => RuleRecord
}

/**
 * Takes one change back and leaves alone what others changed meanwhile: only what is still as the change left it becomes
 * what it was before. Null: nothing of it is left. Counts that the change ended come back; others go on.
 * `isSame` compares two records of one rule without their counts; `asBefore` makes the present one say what the old one
 * did, and count on.
 */
export function undone(
  { before, after, movedId }: RuleChange,
  now: Records,
  { isSame, asBefore }: RuleComparison,
): Records | null {
  let list = now
  let isUndone = false
  const find = (records: Records, id: string): RuleRecord | undefined =>
    records.find((record) => record.id === id)

  for (const made of after) {
    const present = find(list, made.id)
    if (present === undefined || !isSame(present, made)) continue
    const old = find(before, made.id)
    if (old === undefined) {
      list = list.filter((record) => record !== present)
      isUndone = true
    } else if (!isSame(old, made)) {
      const endedCounts = old.evaluated !== made.evaluated || old.fired !== made.fired
      list = list.with(placeOf(list, made.id), endedCounts ? old : asBefore(old, present))
      isUndone = true
    }
  }
  for (const old of before) {
    if (find(after, old.id) !== undefined || find(list, old.id) !== undefined) continue
    list = putBack(list, old, before)
    isUndone = true
  }
  const present = movedId === null ? undefined : find(list, movedId)
  if (present !== undefined) {
    list = putBack(
      list.filter((record) => record !== present),
      present,
      before,
    )
    isUndone = true
  }
  return isUndone ? list : null
}
