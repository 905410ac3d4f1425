import type { z } from 'zod'
import type { BenchEvent } from '#protocol/events'
import { BenchError } from '#protocol/connection'
import type { UnreadableRule } from '#protocol/rules'
import type { RuleList } from '#store/columns'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import { carriedOver, createRuleCodec, type Records } from './rule-records'
import { createRuleEdits, createRuleHistory, type RuleChange, undone } from './rule-edits'

/** A stored rule with the number of times that it was evaluated and that it fired. */
export interface KeptRule<Kept> {
  readonly id: string
  readonly kept: Kept
  readonly evaluated: number
  readonly fired: number
}

/** The position of a new rule, as far as the tester gives it. */
interface GivenPosition {
  readonly at?: number | undefined
  readonly replaces?: readonly string[] | undefined
}

/** A list of rules. Every change of a single rule returns the name by which `undo` reverts this one change. */
export interface RuleRegistry<Rule, View> {
  view(): View[]
  /** Stored rules that this version cannot read, in their order. */
  unreadable(): UnreadableRule[]
  /** Replaces the whole list. Rules that stay keep their counts; unreadable rules stay. */
  save(rules: readonly Rule[]): void
  /** Adds or changes one rule; see `faults.put`. */
  put(rule: Rule, position?: GivenPosition): string
  remove(id: string): string
  /** Moves a rule by `by` positions, among the rules of `among` where they are given. */
  move(id: string, by: number, among: readonly string[] | undefined): string
  /** Turns the named rules on or off, or all rules where `ids` is undefined. */
  enable(ids: readonly string[] | undefined, enabled: boolean): string
  /** @throws BenchError not_found, or conflict where later changes left nothing to undo */
  undo(name: string): void
  /** Resets the counts of one rule to 0, or of all rules where no id is given. */
  reset(id: string | undefined): void
  /** Stops publishing events. */
  close(): void
}

/** A list of rules for the side that acts by them. */
export interface RuleRepository<Rule, Kept, View> extends RuleRegistry<Rule, View> {
  all(): readonly KeptRule<Kept>[]
  /** Applies `change` to what is stored of every rule. Call it within a write. Keeps the counts and publishes no event. */
  amend(change: (kept: Kept) => Kept): void
  /** Counts one evaluation. Call it in the write that carries out the result. */
  countOne(id: string, fired: boolean): void
}

/**
 * Creates the repository of one list. Rules and counts are read from the store whenever they are needed, so a rolled-back
 * transaction leaves no counts behind. A rule that does not fit `shape`, because it is damaged or of another version, does
 * nothing. It keeps its position until a version that knows it reads it, or until somebody removes it.
 */
export function createRuleRepository<
  Rule extends { readonly id: string; readonly enabled: boolean },
  Kept,
  View,
>(options: {
  readonly store: Store
  readonly changes: Changes
  readonly list: RuleList
  /** What the rules are called in errors. */
  readonly name: string
  /** Where a new rule goes unless the tester says so. */
  readonly newPlace: number
  readonly randomHex: (digits: number) => string
  readonly shape: z.ZodType<Kept>
  readonly ruleOf: (kept: Kept) => Rule
  /** Returns what to store of a rule. `before` is what was stored under its id. */
  readonly make: (rule: Rule, before: Kept | undefined) => Kept
  readonly viewOf: (rule: KeptRule<Kept>) => View
  /** Refuses rules that this bench cannot have. @throws BenchError invalid_params */
  readonly refuse?: (rules: readonly Rule[], fieldOf: (index: number) => string) => void
  /** Whether the counts of the earlier rule do not apply to the changed one. */
  readonly beginsAnew?: (before: Rule, after: Rule) => boolean
  /** Returns what to store of a rule whose counts are reset. */
  readonly restart?: (kept: Kept) => Kept
  /** Builds the event about changed rules or counts. */
  readonly event: (listed: { readonly rules: View[]; readonly unreadable: UnreadableRule[] }) => BenchEvent
}): RuleRepository<Rule, Kept, View> {
  const { store, changes, list, name, newPlace, randomHex, ruleOf, viewOf } = options
  const { refuse = () => undefined, restart = (kept) => kept } = options
  const codec = createRuleCodec(options)
  const edits = createRuleEdits(codec, ruleOf, name)
  const events = createRuleEvents(changes, () => options.event({ rules: view(), unreadable: unreadable() }))
  const history = createRuleHistory(() => `${list}-${randomHex(16)}`)

  const all = (): readonly KeptRule<Kept>[] =>
    store.rules.all(list).flatMap((record) => {
      const { id, evaluated, fired } = record
      const kept = codec.read(record)
      return kept === null ? [] : [{ id, kept, evaluated, fired }]
    })
  const view = (): View[] => all().map(viewOf)
  const unreadable = (): UnreadableRule[] =>
    store.rules.all(list).flatMap((record) => {
      const rule = codec.reading(record)
      return rule.isReadable ? [] : [{ id: record.id, name: rule.name, reason: rule.reason }]
    })

  const edit = (edited: (before: Records) => Records, movedId: string | null = null): string => {
    const made = store.write((): RuleChange => {
      const before = store.rules.all(list)
      const after = edited(before)
      store.rules.replaceAll(list, after)
      return { before, after, movedId }
    })
    const undo = history.add(made)
    events.changed()
    return undo
  }

  return {
    all,
    view,
    unreadable,
    save(rules) {
      refuse(rules, (index) => `rules.${String(index)}`)
      store.write(() => {
        const before = store.rules.all(list)
        const next = rules.map((rule) => {
          const old = before.find(({ id }) => id === rule.id)
          return codec.encode(rule, old, false)
        })
        store.rules.replaceAll(
          list,
          carriedOver(next, before, (record) => !codec.isReadable(record)),
        )
      })
      events.changed()
    },
    put(rule, { at = newPlace, replaces = [] } = {}) {
      refuse([rule], () => 'rule')
      return edit((before) => edits.put(before, rule, { at, replaces }))
    },
    remove: (id) => edit((before) => edits.remove(before, id)),
    move: (id, by, among) => edit((before) => edits.move(before, id, by, among), id),
    enable: (ids, enabled) => edit((before) => edits.enable(before, ids, enabled)),
    undo(undo) {
      const made = history.find(undo)
      store.write(() => {
        const records = undone(made, store.rules.all(list), codec)
        if (records === null) {
          throw new BenchError('conflict', 'The rules were changed again since, so nothing is left to undo.')
        }
        store.rules.replaceAll(list, records)
      })
      history.remove(undo)
      events.changed()
    },
    reset(id) {
      store.write(() => {
        const records = store.rules.all(list)
        if (id !== undefined) edits.known(records, id)
        store.rules.replaceAll(
          list,
          records.map((record) => {
            if (id !== undefined && record.id !== id) return record
            const kept = codec.read(record)
            const data = kept === null ? record.data : JSON.stringify(restart(kept))
            return { id: record.id, data, evaluated: 0, fired: 0 }
          }),
        )
      })
      events.changed()
    },
    amend(change) {
      const amended = (records: Records): Records =>
        records.map((record) => {
          const kept = codec.read(record)
          return kept === null ? record : { ...record, data: JSON.stringify(change(kept)) }
        })
      store.rules.replaceAll(list, amended(store.rules.all(list)))
      history.amend(amended)
    },
    countOne(id, fired) {
      const record = store.rules.all(list).find((one) => one.id === id)
      if (record === undefined) return
      store.rules.count(list, id, {
        evaluated: record.evaluated + 1,
        fired: record.fired + (fired ? 1 : 0),
      })
      events.counted()
    },
    close: events.close,
  }
}

/** Real milliseconds. */
const PUBLISH_EVERY_MS = 100

/**
 * Publishes an event when a list of rules or its counts change: after the next commit, or within
 * {@link PUBLISH_EVERY_MS} for counts, which change with every message.
 */
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
