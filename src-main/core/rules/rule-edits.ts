import { BenchError } from '#protocol/connection'
import { MAX_RULES } from '#protocol/rules'
import type { RuleRecord } from '#store/records'
import { notFound } from '#core/errors'
import { indexOf, moved, putBack, type Records, type RuleCodec } from './rule-records'

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

/** One change of a list of rules: the list before and after, and the id of the rule that was moved, if one was. */
export interface RuleChange {
  readonly before: Records
  readonly after: Records
  readonly movedId: string | null
}

/**
 * Reverts one change and keeps every later change: only rules that are still as this change left them are restored.
 * Counts that the change reset are restored too; other counts continue.
 * @param now the present list
 * @returns the new list; null where nothing is left to revert
 */
export function undone(
  { before, after, movedId }: RuleChange,
  now: Records,
  { isSame, restore }: Pick<RuleCodec<unknown, unknown>, 'isSame' | 'restore'>,
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
      list = list.with(indexOf(list, made.id), endedCounts ? old : restore(old, present))
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

/** The newest changes of a list, each under the name by which it can be undone. */
export interface RuleHistory {
  /** Adds a change and returns its name. */
  add(change: RuleChange): string
  /** @throws BenchError not_found */
  find(name: string): RuleChange
  remove(name: string): void
  /** Applies `change` to the lists before and after every change. */
  amend(change: (records: Records) => Records): void
}

/** Older changes cannot be undone. */
const MAX_CHANGES = 20

/** Creates an empty history. It keeps the newest {@link MAX_CHANGES} changes, in memory only. */
export function createRuleHistory(newName: () => string): RuleHistory {
  const changes = new Map<string, RuleChange>()
  return {
    add(change) {
      const name = newName()
      changes.set(name, change)
      for (const oldest of changes.keys()) {
        if (changes.size <= MAX_CHANGES) break
        changes.delete(oldest)
      }
      return name
    },
    find(name) {
      const change = changes.get(name)
      if (change === undefined) {
        throw new BenchError('not_found', 'This change can no longer be undone. Edit the rules instead.')
      }
      return change
    },
    remove(name) {
      changes.delete(name)
    },
    amend(change) {
      for (const [name, { before, after, movedId }] of changes) {
        changes.set(name, { before: change(before), after: change(after), movedId })
      }
    },
  }
}
