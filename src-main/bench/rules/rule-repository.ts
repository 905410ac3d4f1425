import type { BenchEvent } from '../../protocol/events'
import { BenchError } from '../../protocol/bench-error'
import { MAX_RULES } from '../../protocol/rule-changes'
import type { UnreadableRule } from '../../protocol/rule-changes'
import type { RuleList, RuleRecord } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../changes'
import { notFound } from '../errors'
import type { ReadRule } from './read-rule'
import { carriedOver, moved, placeOf } from './rule-records'
import type { Records } from './rule-records'
import { undone } from './rule-undo'
import type { RuleChange } from './rule-undo'

/** A rule as it is kept, with how often it was asked and how often it acted. */
export interface KeptRule<Kept> {
  readonly id: string
  readonly kept: Kept
  readonly evaluated: number
  readonly fired: number
}

/** Where a rule goes; see `faults.put`. */
export interface PutPlace {
  readonly at: number
  readonly replaces: readonly string[]
}

/**
 * A list of rules in its order, and what its rules have counted. What changes one rule gives back the name under which
 * `undo` takes this one change back.
 */
export interface RuleRepository<Rule, Kept> {
  all(): readonly KeptRule<Kept>[]
  /** Those that cannot be read, in their order. */
  unreadable(): UnreadableRule[]
  /** Puts these rules in the place of those before; counts of rules that stay go on. */
  replace(rules: readonly Rule[]): void
  put(rule: Rule, place: PutPlace): string
  remove(id: string): string
  move(id: string, by: number, among: readonly string[] | undefined): string
  /** Switches the named rules, or all of them. */
  enable(ids: readonly string[] | undefined, enabled: boolean): string
  undo(name: string): void
  /** Counts from 0 again, of one rule or of all where no id is given; `make` changes what is kept of it. */
  reset(id: string | undefined, make?: (kept: Kept) => Kept): void
  /** Changes what is kept of every rule, within a write; counts go on and nothing is told. */
  amend(make: (kept: Kept) => Kept): void
  /** Counts one question, in the write that carries out what was decided. */
  count(id: string, fired: boolean): void
  /** Nothing is told any more. */
  close(): void
}

/** Counts that change with every message are told at most this often, in real time. */
const TELL_EVERY_MS = 100
const MAX_READINGS = 500
/** Older changes cannot be taken back. */
const MAX_UNDOS = 20

/**
 * Rules and counts are read from the store whenever they are needed: a count that is undone with its transaction has
 * then never been. A rule that `parse` cannot read, of another version or damaged, does nothing, and it stays where it is
 * until the version that wrote it reads it again, or somebody removes it.
 */
export function createRuleRepository<
  Rule extends { readonly id: string; readonly enabled: boolean },
  Kept,
>(options: {
  readonly store: Store
  readonly changes: Changes
  readonly list: RuleList
  /** What the rules are called where one is missing. */
  readonly name: string
  readonly randomHex: (digits: number) => string
  readonly parse: (text: string) => ReadRule<Kept>
  /** The rule of what is kept. */
  readonly ruleOf: (kept: Kept) => Rule
  /** What is kept of a rule; gets what was kept under its id. */
  readonly make: (rule: Rule, before: Kept | undefined) => Kept
  /** Whether what was counted says nothing about the rule any more. */
  readonly beginsAnew?: (before: Rule, after: Rule) => boolean
  /** What is told when rules or counts have changed. */
  readonly event: () => BenchEvent
}): RuleRepository<Rule, Kept> {
  const { store, changes, list, name, randomHex, parse, ruleOf, make, event } = options
  const { beginsAnew = () => false } = options
  const readings = new Map<string, ReadRule<Kept>>()
  const undos = new Map<string, RuleChange>()
  let told = true
  let closed = false
  let timer: NodeJS.Timeout | null = null

  const reading = (data: string): ReadRule<Kept> => {
    const known = readings.get(data)
    if (known !== undefined) return known
    const rule = parse(data)
    if (readings.size > MAX_READINGS) readings.clear()
    readings.set(data, rule)
    return rule
  }

  const read = (data: string): Kept | null => {
    const rule = reading(data)
    return rule.isReadable ? rule.kept : null
  }

  const all = (): readonly KeptRule<Kept>[] =>
    store.rules.all(list).flatMap(({ id, data, evaluated, fired }) => {
      const kept = read(data)
      return kept === null ? [] : [{ id, kept, evaluated, fired }]
    })

  const tell = (): void => {
    if (!told) return
    told = false
    changes.other(() => {
      told = true
      return event()
    })
  }

  const tellSoon = (): void => {
    if (timer !== null || closed) return
    timer = setTimeout(() => {
      timer = null
      tell()
    }, TELL_EVERY_MS)
    timer.unref()
  }

  const isReadable = ({ data }: RuleRecord): boolean => read(data) !== null

  const recordOf = (rule: Rule, old: RuleRecord | undefined, isNewStory: boolean): RuleRecord => {
    const before = old === undefined ? null : read(old.data)
    const anew = isNewStory && before !== null && beginsAnew(ruleOf(before), rule)
    return {
      id: rule.id,
      data: JSON.stringify(make(rule, anew ? undefined : (before ?? undefined))),
      evaluated: anew ? 0 : (old?.evaluated ?? 0),
      fired: anew ? 0 : (old?.fired ?? 0),
    }
  }

  const isSame = (one: RuleRecord, other: RuleRecord): boolean => {
    const [a, b] = [read(one.data), read(other.data)]
    return a === null || b === null
      ? one.data === other.data
      : JSON.stringify(ruleOf(a)) === JSON.stringify(ruleOf(b))
  }

  const asBefore = (old: RuleRecord, present: RuleRecord): RuleRecord => {
    const kept = read(old.data)
    return kept === null ? old : recordOf(ruleOf(kept), present, false)
  }

  const known = (records: Records, id: string): RuleRecord => {
    const record = records.find((one) => one.id === id)
    if (record === undefined) throw notFound(name, id)
    return record
  }

  const change = (edit: (before: Records) => Records, movedId: string | null = null): string => {
    const made = store.write((): RuleChange => {
      const before = store.rules.all(list)
      const after = edit(before)
      store.rules.replaceAll(list, after)
      return { before, after, movedId }
    })
    const undo = `${list}-${randomHex(16)}`
    undos.set(undo, made)
    for (const oldest of undos.keys()) {
      if (undos.size <= MAX_UNDOS) break
      undos.delete(oldest)
    }
    tell()
    return undo
  }

  return {
    all,
    unreadable: () =>
      store.rules.all(list).flatMap(({ id, data }) => {
        const rule = reading(data)
        return rule.isReadable ? [] : [{ id, name: rule.name, reason: rule.reason }]
      }),
    replace(rules) {
      store.write(() => {
        const before = store.rules.all(list)
        const next = rules.map((rule) =>
          recordOf(
            rule,
            before.find(({ id }) => id === rule.id),
            false,
          ),
        )
        store.rules.replaceAll(
          list,
          carriedOver(next, before, (record) => !isReadable(record)),
        )
      })
      tell()
    },
    put: (rule, { at, replaces }) =>
      change((before) => {
        const others = before.filter(({ id }) => id === rule.id || !replaces.includes(id))
        const place = placeOf(others, rule.id)
        if (place >= 0) return others.with(place, recordOf(rule, others[place], true))
        if (others.filter(isReadable).length >= MAX_RULES) {
          throw new BenchError(
            'conflict',
            `There are ${String(MAX_RULES)} rules already. Remove one before you add another.`,
          )
        }
        return others.toSpliced(at, 0, recordOf(rule, undefined, true))
      }),
    remove: (id) =>
      change((before) => {
        const record = known(before, id)
        return before.filter((one) => one !== record)
      }),
    move: (id, by, among) =>
      change((before) => {
        known(before, id)
        const seen = among ?? before.filter(isReadable).map((record) => record.id)
        return moved(before, id, by, new Set(seen))
      }, id),
    enable: (ids, enabled) =>
      change((before) => {
        const [first] = ids ?? []
        if (first !== undefined && !before.some(({ id }) => ids?.includes(id) === true)) {
          throw notFound(name, first)
        }
        return before.map((record) => {
          const kept = read(record.data)
          if (kept === null || ids?.includes(record.id) === false) return record
          const rule = ruleOf(kept)
          return rule.enabled === enabled ? record : recordOf({ ...rule, enabled }, record, false)
        })
      }),
    undo(undo) {
      const made = undos.get(undo)
      if (made === undefined) {
        throw new BenchError(
          'not_found',
          'This change cannot be taken back any more. Change the rules by hand.',
        )
      }
      store.write(() => {
        const records = undone(made, store.rules.all(list), { isSame, asBefore })
        if (records === null) {
          throw new BenchError(
            'conflict',
            'What was changed was changed again since, so nothing is left to take back.',
          )
        }
        store.rules.replaceAll(list, records)
      })
      undos.delete(undo)
      tell()
    },
    reset(id, change = (kept) => kept) {
      store.write(() => {
        const records = store.rules.all(list)
        if (id !== undefined) known(records, id)
        store.rules.replaceAll(
          list,
          records.map((record) => {
            if (id !== undefined && record.id !== id) return record
            const kept = read(record.data)
            const data = kept === null ? record.data : JSON.stringify(change(kept))
            return { id: record.id, data, evaluated: 0, fired: 0 }
          }),
        )
      })
      tell()
    },
    amend(change) {
      const amended = (records: Records): Records =>
        records.map((record) => {
          const kept = read(record.data)
          return kept === null ? record : { ...record, data: JSON.stringify(change(kept)) }
        })
      store.rules.replaceAll(list, amended(store.rules.all(list)))
      for (const [undo, { before, after, movedId }] of undos) {
        undos.set(undo, { before: amended(before), after: amended(after), movedId })
      }
    },
    count(id, fired) {
      const record = store.rules.all(list).find((one) => one.id === id)
      if (record === undefined) return
      store.rules.count(list, id, {
        evaluated: record.evaluated + 1,
        fired: record.fired + (fired ? 1 : 0),
      })
      tellSoon()
    },
    close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
