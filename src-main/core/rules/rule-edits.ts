import { BenchError } from '#protocol/connection'
import { MAX_RULES } from '#protocol/rule-changes'
import type { RuleRecord } from '#store/records'
import { notFound } from '#core/errors'
import type { RuleCodec } from './rule-codec'
import { indexOf, moved, type Records } from './rule-records'

/** The position of a new rule and the rules that it replaces; see `faults.put`. */
export interface PutPosition {
  readonly at: number
  readonly replaces: readonly string[]
}

/** The edits of one list of rules. Each returns the new list. */
export interface RuleEdits<Rule> {
  put(before: Records, rule: Rule, position: PutPosition): Records
  remove(before: Records, id: string): Records
  /** Moves a rule by `by` positions among the rules of `among`; without `among`, among all readable rules. */
  move(before: Records, id: string, by: number, among: readonly string[] | undefined): Records
  enable(before: Records, ids: readonly string[] | undefined, enabled: boolean): Records
  /**
   * Returns the record with this id.
   * @throws BenchError not_found
   */
  known(records: Records, id: string): RuleRecord
}

/** @param name what the rules are called in errors */
export function createRuleEdits<Rule extends { readonly id: string; readonly enabled: boolean }, Kept>(
  codec: RuleCodec<Rule, Kept>,
  ruleOf: (kept: Kept) => Rule,
  name: string,
): RuleEdits<Rule> {
  const known = (records: Records, id: string): RuleRecord => {
    const record = records.find((one) => one.id === id)
    if (record === undefined) throw notFound(name, id)
    return record
  }

  return {
    known,
    put(before, rule, { at, replaces }) {
      const others = before.filter(({ id }) => id === rule.id || !replaces.includes(id))
      const index = indexOf(others, rule.id)
      if (index >= 0) return others.with(index, codec.encode(rule, others[index], true))
      if (others.filter(codec.isReadable).length >= MAX_RULES) {
        throw new BenchError(
          'conflict',
          `There are ${String(MAX_RULES)} rules already, the maximum. Remove a rule before you add another.`,
        )
      }
      return others.toSpliced(at, 0, codec.encode(rule, undefined, true))
    },
    remove(before, id) {
      const record = known(before, id)
      return before.filter((one) => one !== record)
    },
    move(before, id, by, among) {
      known(before, id)
      const counted = among ?? before.filter(codec.isReadable).map((record) => record.id)
      return moved(before, id, by, new Set(counted))
    },
    enable(before, ids, enabled) {
      const [first] = ids ?? []
      if (first !== undefined && !before.some(({ id }) => ids?.includes(id) === true)) {
        throw notFound(name, first)
      }
      return before.map((record) => {
        const kept = codec.read(record)
        if (kept === null || ids?.includes(record.id) === false) return record
        const rule = ruleOf(kept)
        return rule.enabled === enabled ? record : codec.encode({ ...rule, enabled }, record, false)
      })
    },
  }
}
