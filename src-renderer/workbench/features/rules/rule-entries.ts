import type { Drafts } from './rule-drafts'

/** What is shown of any rule, with the counts of the bench. */
export interface RuleView {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly sentence: string
  /** How often it was asked. */
  readonly evaluated: number
  /** How often it acted. */
  readonly fired: number
}

/** A rule as it is typed. */
export interface NamedDraft {
  readonly name: string
}

/** A row of the list: a rule of the bench, or one that was never saved. */
export interface RuleEntry<View, Draft> {
  readonly id: string
  /** Null: not saved yet. */
  readonly saved: View | null
  /** What was typed and not saved; undefined: nothing. */
  readonly draft: Draft | undefined
  /** Place in the order, from 1; 0 where it is not saved. */
  readonly place: number
}

/** Saved rules in their order. */
export function savedEntries<View extends RuleView, Draft>(
  rules: readonly View[],
  drafts: Drafts<Draft>,
): readonly RuleEntry<View, Draft>[] {
  return rules.map((rule, index) => ({
    id: rule.id,
    saved: rule,
    draft: drafts[rule.id],
    place: index + 1,
  }))
}

/** Unsaved new rules come first, as they will once saved. */
export function entriesOf<View extends RuleView, Draft>(
  rules: readonly View[],
  drafts: Drafts<Draft>,
): readonly RuleEntry<View, Draft>[] {
  const known = new Set(rules.map(({ id }) => id))
  const unsaved = Object.entries(drafts)
    .filter(([id]) => !known.has(id))
    .map(([id, draft]): RuleEntry<View, Draft> => ({ id, saved: null, draft, place: 0 }))
  return [...unsaved.reverse(), ...savedEntries(rules, drafts)]
}
