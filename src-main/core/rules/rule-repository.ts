import type { z } from 'zod'
import type { BenchEvent } from '#protocol/events'
import { BenchError } from '#protocol/connection'
import { readShape } from '#domain/read-shape'
import { MAX_RULES } from '#protocol/rules'
import type { RuleList } from '#store/columns'
import type { RuleRecord } from '#store/records'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import { notFound } from '#core/errors'
import { readStoredJsonOrNull } from '#core/stored-json'

/** A rule with the counts of its evaluations and effects. */
export interface KeptRule<Kept> {
  readonly id: string
  readonly kept: Kept
  readonly evaluated: number
  readonly fired: number
}

/** See `faults.put`. */
interface GivenPosition {
  readonly at?: number | undefined
  readonly replaces?: readonly string[] | undefined
}

/** A list of rules for the code that applies them. */
type RuleRepository<Rule extends AnyRule, Kept, View> = ReturnType<
  typeof createRuleRepository<Rule, Kept, View>
>

/** A list of rules for people who edit them. */
export type RuleRegistry<Rule extends AnyRule, View> = Omit<
  RuleRepository<Rule, unknown, View>,
  'all' | 'amend' | 'countOne'
>

export interface AnyRule {
  readonly id: string
  readonly enabled: boolean
}

type Records = readonly RuleRecord[]

const find = (records: Records, id: string): RuleRecord | undefined =>
  records.find((record) => record.id === id)

const MAX_CHANGES = 20
const MAX_READINGS = 500

/**
 * Reads rules and counts from the store each time, so that a rolled-back transaction leaves no counts. A rule
 * that does not fit `shape` has no effect. `put`, `remove`, `move` and `enable` return a key for `undo`.
 */
export function createRuleRepository<Rule extends AnyRule, Kept, View>(options: {
  readonly store: Store
  readonly changes: Changes
  readonly list: RuleList
  readonly name: string
  readonly newPlace: number
  readonly randomHex: (digits: number) => string
  readonly shape: z.ZodType<Kept>
  readonly ruleOf: (kept: Kept) => Rule
  /** The record of a rule. `before` is the old record under its id; undefined if there is none or counts restart. */
  readonly make: (rule: Rule, before: Kept | undefined) => Kept
  readonly viewOf: (rule: KeptRule<Kept>) => View
  /** @throws BenchError invalid_params if one of the rules is not possible here */
  readonly refuse?: (rules: readonly Rule[], fieldOf: (index: number) => string) => void
  /** Whether the counts of a changed rule restart at 0. */
  readonly restartsCounts?: (before: Rule, after: Rule) => boolean
  /** The record of a rule whose counts are reset. */
  readonly restart?: (kept: Kept) => Kept
  readonly event: (listed: { readonly rules: View[] }) => BenchEvent
}) {
  const { store, changes, list, name, newPlace, randomHex, shape, ruleOf, make, viewOf } = options
  const { refuse = () => undefined, restartsCounts = () => false, restart = (kept) => kept } = options
  const events = createRuleEvents(changes, () => options.event({ rules: view() }))
  const readings = new Map<string, Kept | null>()
  const history = new Map<string, { readonly before: Records; readonly after: Records }>()

  const read = ({ data }: RuleRecord): Kept | null => {
    const known = readings.get(data)
    if (known !== undefined) return known
    const kept = readShape(shape, readStoredJsonOrNull(data)).data ?? null
    if (readings.size > MAX_READINGS) readings.clear()
    readings.set(data, kept)
    return kept
  }
  const all = (): readonly KeptRule<Kept>[] =>
    store.rules.all(list).flatMap((record) => {
      const { id, evaluated, fired } = record
      const kept = read(record)
      return kept === null ? [] : [{ id, kept, evaluated, fired }]
    })
  const view = (): View[] => all().map(viewOf)

  /** `restarts`: whether the counts start at 0 if those of the old rule no longer apply. */
  const encode = (rule: Rule, old: RuleRecord | undefined, restarts: boolean): RuleRecord => {
    const before = old === undefined ? null : read(old)
    const startsAgain = restarts && before !== null && restartsCounts(ruleOf(before), rule)
    return {
      id: rule.id,
      data: JSON.stringify(make(rule, startsAgain ? undefined : (before ?? undefined))),
      evaluated: startsAgain ? 0 : (old?.evaluated ?? 0),
      fired: startsAgain ? 0 : (old?.fired ?? 0),
    }
  }
  const knownRecord = (records: Records, id: string): RuleRecord => {
    const record = find(records, id)
    if (record === undefined) throw notFound(name, id)
    return record
  }

  const edit = (edited: (before: Records) => Records): string => {
    const change = store.write(() => {
      const before = store.rules.all(list)
      const after = edited(before)
      store.rules.replaceAll(list, after)
      return { before, after }
    })
    const undo = `${list}-${randomHex(16)}`
    history.set(undo, change)
    for (const oldest of history.keys()) if (history.size > MAX_CHANGES) history.delete(oldest)
    events.changed()
    return undo
  }
  /** The rules of the records, without their counts. */
  const rulesOf = (records: Records): string =>
    JSON.stringify(
      records.map((record) => {
        const kept = read(record)
        return kept === null ? record.data : ruleOf(kept)
      }),
    )

  return {
    all,
    view,
    /** Replaces all rules. Rules that stay keep their counts. */
    save(rules: readonly Rule[]): void {
      refuse(rules, (index) => `rules.${String(index)}`)
      store.write(() => {
        const before = store.rules.all(list)
        store.rules.replaceAll(
          list,
          rules.map((rule) => encode(rule, find(before, rule.id), false)),
        )
      })
      events.changed()
    },
    /** See `faults.put`. */
    put(rule: Rule, { at = newPlace, replaces = [] }: GivenPosition = {}): string {
      refuse([rule], () => 'rule')
      return edit((before) => {
        const others = before.filter(({ id }) => id === rule.id || !replaces.includes(id))
        const index = others.findIndex(({ id }) => id === rule.id)
        if (index >= 0) return others.with(index, encode(rule, others[index], true))
        if (others.length >= MAX_RULES) {
          throw new BenchError(
            'conflict',
            `There are already ${String(MAX_RULES)} rules, the maximum. Remove a rule before you add another.`,
          )
        }
        return others.toSpliced(at, 0, encode(rule, undefined, true))
      })
    },
    remove: (id: string): string =>
      edit((before) => {
        const record = knownRecord(before, id)
        return before.filter((one) => one !== record)
      }),
    /** Moves a rule by `by` positions, not beyond the ends. With `among`, only the rules that it names count. */
    move: (id: string, by: number, among: readonly string[] | undefined): string =>
      edit((before) => {
        const record = knownRecord(before, id)
        const counted = before.filter((one) => one === record || (among?.includes(one.id) ?? true))
        const place = Math.min(counted.length - 1, Math.max(0, counted.indexOf(record) + by))
        const neighbour = counted[place]
        return neighbour === undefined || neighbour === record
          ? before
          : before.filter((one) => one !== record).toSpliced(before.indexOf(neighbour), 0, record)
      }),
    /** Enables or disables the rules with these ids; all rules if `ids` is undefined. */
    enable: (ids: readonly string[] | undefined, enabled: boolean): string =>
      edit((before) => {
        const [first] = ids ?? []
        if (first !== undefined && !before.some(({ id }) => ids?.includes(id) === true)) {
          throw notFound(name, first)
        }
        return before.map((record) => {
          const kept = read(record)
          if (kept === null || ids?.includes(record.id) === false) return record
          const rule = ruleOf(kept)
          return rule.enabled === enabled ? record : encode({ ...rule, enabled }, record, false)
        })
      }),
    /** @throws BenchError not_found, or conflict if the rules have changed since */
    undo(undo: string): void {
      const change = history.get(undo)
      if (change === undefined) {
        throw new BenchError('not_found', 'This change can no longer be undone. Edit the rules instead.')
      }
      store.write(() => {
        const now = store.rules.all(list)
        if (rulesOf(now) !== rulesOf(change.after)) {
          throw new BenchError(
            'conflict',
            'The rules have been changed again since. Undo the later changes first.',
          )
        }
        const restored = change.before.map((old) => {
          const after = find(change.after, old.id)
          const { evaluated, fired } = find(now, old.id) ?? old
          const countsWereReset = after?.evaluated !== old.evaluated || after.fired !== old.fired
          return countsWereReset ? old : { ...old, evaluated, fired }
        })
        store.rules.replaceAll(list, restored)
      })
      history.delete(undo)
      events.changed()
    },
    /** Resets the counts of a rule; of all rules if `id` is undefined. */
    reset(id: string | undefined): void {
      store.write(() => {
        const records = store.rules.all(list)
        if (id !== undefined) knownRecord(records, id)
        store.rules.replaceAll(
          list,
          records.map((record) => {
            if (id !== undefined && record.id !== id) return record
            const kept = read(record)
            const data = kept === null ? record.data : JSON.stringify(restart(kept))
            return { id: record.id, data, evaluated: 0, fired: 0 }
          }),
        )
      })
      events.changed()
    },
    /** Changes every stored rule and clears the undo history. Call it within a write. Publishes no event. */
    amend(change: (kept: Kept) => Kept): void {
      const amended = store.rules.all(list).map((record) => {
        const kept = read(record)
        return kept === null ? record : { ...record, data: JSON.stringify(change(kept)) }
      })
      store.rules.replaceAll(list, amended)
      history.clear()
    },
    /** Counts one evaluation. Call it in the write that carries out the rule's effect. */
    countOne(id: string, fired: boolean): void {
      if (store.rules.countOne(list, id, fired)) events.counted()
    },
    close: events.close,
  }
}

/** Wall-clock milliseconds. */
const PUBLISH_EVERY_MS = 100

/** Publishes after the next commit; counts change with every message, so they wait {@link PUBLISH_EVERY_MS} first. */
function createRuleEvents(changes: Changes, event: () => BenchEvent) {
  let isPlanned = false
  let isClosed = false
  let timer: NodeJS.Timeout | null = null

  const changed = (): void => {
    if (isPlanned) return
    isPlanned = true
    changes.other(() => {
      isPlanned = false
      return event()
    })
  }

  return {
    changed,
    counted(): void {
      if (timer !== null || isClosed) return
      timer = setTimeout(() => {
        timer = null
        changed()
      }, PUBLISH_EVERY_MS)
      timer.unref()
    },
    close(): void {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
