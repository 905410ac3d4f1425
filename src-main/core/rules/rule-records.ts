import type { RuleRecord } from '#store/records'
import type { z } from 'zod'
import { readShape, shapeErrorText } from '#protocol/read-shape'
import { readStoredJson } from '#core/stored-json'

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

/** Translates between rules and the records in which the store keeps them. */
export interface RuleCodec<Rule, Kept> {
  /** Reads a record, or returns why this version cannot read it. */
  reading(record: RuleRecord): ReadRule<Kept>
  /** Null where the record cannot be read. */
  read(record: RuleRecord): Kept | null
  isReadable(record: RuleRecord): boolean
  /**
   * Returns the record of a rule that replaces `old`, with the counts of `old`.
   * @param restarts whether the counts start again from 0 where they no longer apply to the changed rule
   */
  encode(rule: Rule, old: RuleRecord | undefined, restarts: boolean): RuleRecord
  /** Whether two records hold the same rule; counts are not compared. */
  isSame(one: RuleRecord, other: RuleRecord): boolean
  /** Returns the rule of `old` with the counts of `present`. */
  restore(old: RuleRecord, present: RuleRecord): RuleRecord
}

const MAX_READINGS = 500

/** Creates the codec of one list of rules. The options are those of `createRuleRepository`. */
export function createRuleCodec<Rule extends { readonly id: string }, Kept>(options: {
  readonly shape: z.ZodType<Kept>
  readonly ruleOf: (kept: Kept) => Rule
  readonly make: (rule: Rule, before: Kept | undefined) => Kept
  readonly beginsAnew?: (before: Rule, after: Rule) => boolean
}): RuleCodec<Rule, Kept> {
  const { shape, ruleOf, make, beginsAnew = () => false } = options
  const readings = new Map<string, ReadRule<Kept>>()

  const reading = ({ data }: RuleRecord): ReadRule<Kept> => {
    const known = readings.get(data)
    if (known !== undefined) return known
    const rule = readRule(shape, data)
    if (readings.size > MAX_READINGS) readings.clear()
    readings.set(data, rule)
    return rule
  }

  const read = (record: RuleRecord): Kept | null => {
    const rule = reading(record)
    return rule.isReadable ? rule.kept : null
  }

  const encode = (rule: Rule, old: RuleRecord | undefined, restarts: boolean): RuleRecord => {
    const before = old === undefined ? null : read(old)
    const startsAgain = restarts && before !== null && beginsAnew(ruleOf(before), rule)
    return {
      id: rule.id,
      data: JSON.stringify(make(rule, startsAgain ? undefined : (before ?? undefined))),
      evaluated: startsAgain ? 0 : (old?.evaluated ?? 0),
      fired: startsAgain ? 0 : (old?.fired ?? 0),
    }
  }

  return {
    reading,
    read,
    isReadable: (record) => read(record) !== null,
    encode,
    isSame(one, other) {
      const [a, b] = [read(one), read(other)]
      return a === null || b === null
        ? one.data === other.data
        : JSON.stringify(ruleOf(a)) === JSON.stringify(ruleOf(b))
    },
    restore(old, present) {
      const kept = read(old)
      return kept === null ? old : encode(ruleOf(kept), present, false)
    },
  }
}

/** A stored rule, or the reason why this version cannot apply it: it is damaged or another version wrote it. */
export type ReadRule<Kept> =
  | { readonly isReadable: true; readonly kept: Kept }
  | { readonly isReadable: false; readonly name: string; readonly reason: string }

const MAX_NAME = 80
const MAX_REASON = 300

/** Reads a stored rule and checks it against the shape. */
export function readRule<Kept>(schema: z.ZodType<Kept>, text: string): ReadRule<Kept> {
  let data: unknown
  try {
    data = readStoredJson(text)
  } catch {
    return { isReadable: false, name: '', reason: 'The stored rule is damaged: it is not valid JSON.' }
  }
  const read = readShape(schema, data)
  if (read.success) return { isReadable: true, kept: read.data }
  const reason = `This version of Paybench cannot read ${shapeErrorText(read.error)}`
  return { isReadable: false, name: nameIn(data), reason: reason.slice(0, MAX_REASON) }
}

/** Finds the name of a rule; response rules have it one level deeper. Empty where there is none. */
function nameIn(data: unknown): string {
  const name = memberOf(data, 'name') ?? memberOf(memberOf(data, 'rule'), 'name')
  return typeof name === 'string' ? name.slice(0, MAX_NAME) : ''
}

const memberOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined
