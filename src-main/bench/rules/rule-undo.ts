import { BenchError } from '../../protocol/bench-error'
import type { RuleRecord } from '../../store/records'
import type { RuleCodec } from './rule-codec'
import { indexOf, putBack, type Records } from './rule-records'

/** One change of a list of rules: the list before and after, and the id of a rule that only changed its position. */
export interface RuleChange {
  readonly before: Records
  readonly after: Records
  readonly movedId: string | null
}

/**
 * Takes one change back and leaves alone what others changed since: only what is still as the change left it becomes what
 * it was before. Counts that the change ended are restored; others continue. Null: nothing is left to take back.
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

/** The newest changes of a list, each under the name with which it is undone. */
export interface RuleHistory {
  /** Returns the name of the change. */
  add(change: RuleChange): string
  /** @throws BenchError not_found */
  find(name: string): RuleChange
  remove(name: string): void
  /** Applies `change` to the lists before and after every change. */
  amend(change: (records: Records) => Records): void
}

/** Older changes cannot be undone. */
const MAX_CHANGES = 20

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
