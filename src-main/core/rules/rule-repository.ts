import type { BenchEvent } from '#protocol/events'
import { BenchError } from '#protocol/connection'
import type { UnreadableRule } from '#protocol/rule-changes'
import type { RuleList } from '#store/columns'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import type { ReadRule } from './read-rule'
import { createRuleCodec } from './rule-codec'
import { createRuleEdits, type PutPosition } from './rule-edits'
import { carriedOver, type Records } from './rule-records'
import { createRuleHistory, undone, type RuleChange } from './rule-undo'

/** A stored rule with the number of times that it was evaluated and that it fired. */
interface KeptRule<Kept> {
  readonly id: string
  readonly kept: Kept
  readonly evaluated: number
  readonly fired: number
}

/**
 * An ordered list of rules with their counts. Every change of a single rule returns the name by which `undo` reverts this
 * one change.
 */
export interface RuleRepository<Rule, Kept> {
  all(): readonly KeptRule<Kept>[]
  /** Stored rules that this version cannot read, in their order. */
  unreadable(): UnreadableRule[]
  /** Replaces the whole list. Rules that stay keep their counts; unreadable rules stay. */
  replace(rules: readonly Rule[]): void
  put(rule: Rule, position: PutPosition): string
  remove(id: string): string
  move(id: string, by: number, among: readonly string[] | undefined): string
  /** Turns the named rules on or off, or all rules where `ids` is undefined. */
  enable(ids: readonly string[] | undefined, enabled: boolean): string
  /** @throws BenchError not_found, or conflict where later changes left nothing to undo */
  undo(name: string): void
  /** Resets the counts of one rule to 0, or of all rules where no id is given, and applies `change` to what is stored. */
  reset(id: string | undefined, change?: (kept: Kept) => Kept): void
  /**
   * Applies `change` to what is stored of every rule. Call it within a write. Keeps the counts and publishes no event.
   */
  amend(change: (kept: Kept) => Kept): void
  /** Counts one evaluation. Call it in the write that carries out the result. */
  count(id: string, fired: boolean): void
  /** Stops publishing events. */
  close(): void
}

/**
 * Creates the repository of one list. Rules and counts are read from the store whenever they are needed, so a rolled-back
 * transaction leaves no counts behind. A rule that `parse` cannot read, because it is damaged or of another version, does
 * nothing. It keeps its position until a version that knows it reads it, or until somebody removes it.
 */
export function createRuleRepository<
  Rule extends { readonly id: string; readonly enabled: boolean },
  Kept,
>(options: {
  readonly store: Store
  readonly changes: Changes
  readonly list: RuleList
  /** What the rules are called in errors. */
  readonly name: string
  readonly randomHex: (digits: number) => string
  readonly parse: (text: string) => ReadRule<Kept>
  readonly ruleOf: (kept: Kept) => Rule
  /** Returns what to store of a rule. `before` is what was stored under its id. */
  readonly make: (rule: Rule, before: Kept | undefined) => Kept
  /** Whether the counts of the earlier rule do not apply to the changed one. */
  readonly beginsAnew?: (before: Rule, after: Rule) => boolean
  /** Builds the event about changed rules or counts. */
  readonly event: () => BenchEvent
}): RuleRepository<Rule, Kept> {
  const { store, changes, list, name, randomHex, ruleOf, event } = options
  const codec = createRuleCodec(options)
  const edits = createRuleEdits(codec, ruleOf, name)
  const events = createRuleEvents(changes, event)
  const history = createRuleHistory(() => `${list}-${randomHex(16)}`)

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
    all: () =>
      store.rules.all(list).flatMap((record) => {
        const { id, evaluated, fired } = record
        const kept = codec.read(record)
        return kept === null ? [] : [{ id, kept, evaluated, fired }]
      }),
    unreadable: () =>
      store.rules.all(list).flatMap((record) => {
        const rule = codec.reading(record)
        return rule.isReadable ? [] : [{ id: record.id, name: rule.name, reason: rule.reason }]
      }),
    replace(rules) {
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
    put: (rule, position) => edit((before) => edits.put(before, rule, position)),
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
    reset(id, change = (kept) => kept) {
      store.write(() => {
        const records = store.rules.all(list)
        if (id !== undefined) edits.known(records, id)
        store.rules.replaceAll(
          list,
          records.map((record) => {
            if (id !== undefined && record.id !== id) return record
            const kept = codec.read(record)
            const data = kept === null ? record.data : JSON.stringify(change(kept))
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
    count(id, fired) {
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

/** Publishes an event when a list of rules or its counts change. */
interface RuleEvents {
  /** Publishes the event after the next commit. */
  changed(): void
  /** Publishes the event within {@link PUBLISH_EVERY_MS}, for counts that change with every message. */
  counted(): void
  /** Stops publishing. */
  close(): void
}

/** Real milliseconds. */
const PUBLISH_EVERY_MS = 100

/** @param event builds the event from the present list */
function createRuleEvents(changes: Changes, event: () => BenchEvent): RuleEvents {
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
    counted() {
      if (timer !== null || isClosed) return
      timer = setTimeout(() => {
        timer = null
        changed()
      }, PUBLISH_EVERY_MS)
      timer.unref()
    },
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
