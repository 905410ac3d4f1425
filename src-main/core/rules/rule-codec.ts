import type { RuleRecord } from '#store/records'
import type { ReadRule } from './read-rule'

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
  readonly parse: (text: string) => ReadRule<Kept>
  readonly ruleOf: (kept: Kept) => Rule
  readonly make: (rule: Rule, before: Kept | undefined) => Kept
  readonly beginsAnew?: (before: Rule, after: Rule) => boolean
}): RuleCodec<Rule, Kept> {
  const { parse, ruleOf, make, beginsAnew = () => false } = options
  const readings = new Map<string, ReadRule<Kept>>()

  const reading = ({ data }: RuleRecord): ReadRule<Kept> => {
    const known = readings.get(data)
    if (known !== undefined) return known
    const rule = parse(data)
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
