import type { BenchEvent } from '../../contract/events'
import type { RuleList, RuleRecord } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../changes'
import { notFound } from '../handlers/faults'
import { readOwnJson } from '../own-json'

/** A rule as it is kept, with how often it was asked and how often it acted. */
export interface KeptRule<Kept> {
  readonly id: string
  readonly kept: Kept
  readonly evaluated: number
  readonly fired: number
}

/** A list of rules in its order, and what its rules have counted. */
export interface RuleKeeper<Kept> {
  all(): readonly KeptRule<Kept>[]
  /** Puts these rules in the place of those before; `make` gets the one that had the id, and counts of it go on. */
  replace<Rule extends { readonly id: string }>(
    rules: readonly Rule[],
    make: (rule: Rule, before: Kept | undefined) => Kept,
  ): void
  /** Counts from 0 again, of one rule or of all where no id is given; `make` changes what is kept of it. */
  reset(id: string | undefined, make?: (kept: Kept) => Kept): void
  /** Counts one question, in the write that carries out what was decided. */
  count(id: string, fired: boolean): void
  /** Nothing is told any more. */
  close(): void
}

/** Counts that change with every message are told at most this often, in real time. */
const TELL_EVERY_MS = 100
const MOST_READINGS = 500

/**
 * Rules and counts are read from the store whenever they are needed: a count that is undone with its transaction has
 * then never been. `parse` gives null for a rule of another version that this one cannot follow: it does nothing.
 */
export function createRuleKeeper<Kept>(options: {
  readonly store: Store
  readonly changes: Changes
  readonly list: RuleList
  /** What the rules are called where one is missing. */
  readonly name: string
  readonly parse: (data: unknown) => Kept | null
  /** What is told when rules or counts have changed. */
  readonly event: () => BenchEvent
}): RuleKeeper<Kept> {
  const { store, changes, list, name, parse, event } = options
  const readings = new Map<string, Kept | null>()
  let told = true
  let closed = false
  let timer: NodeJS.Timeout | null = null

  const read = (data: string): Kept | null => {
    const known = readings.get(data)
    if (known !== undefined) return known
    const kept = parse(readOwnJson(data))
    if (readings.size > MOST_READINGS) readings.clear()
    readings.set(data, kept)
    return kept
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

  return {
    all,
    replace(rules, make) {
      store.write(() => {
        const before = new Map(store.rules.all(list).map((record) => [record.id, record]))
        store.rules.replaceAll(
          list,
          rules.map((rule): RuleRecord => {
            const old = before.get(rule.id)
            const kept = make(rule, old === undefined ? undefined : (read(old.data) ?? undefined))
            return {
              id: rule.id,
              data: JSON.stringify(kept),
              evaluated: old?.evaluated ?? 0,
              fired: old?.fired ?? 0,
            }
          }),
        )
      })
      tell()
    },
    reset(id, make = (kept) => kept) {
      store.write(() => {
        const records = store.rules.all(list)
        if (id !== undefined && !records.some((record) => record.id === id)) throw notFound(name, id)
        store.rules.replaceAll(
          list,
          records.map((record) => {
            if (id !== undefined && record.id !== id) return record
            const kept = read(record.data)
            const data = kept === null ? record.data : JSON.stringify(make(kept))
            return { id: record.id, data, evaluated: 0, fired: 0 }
          }),
        )
      })
      tell()
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
