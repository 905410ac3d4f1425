import type { RuleCalls, RuleCommands } from './rule-commands'
import type { Drafts, RuleDrafts, RuleStore } from './rule-store'

/** A draft as it was read. */
export interface CheckedRule<Rule> {
  /** Null while something is wrong. */
  readonly rule: Rule | null
  readonly errors: readonly FieldError[]
}

/** How the form of a family reads and writes its drafts. */
interface RuleFormModel<Rule, View, Draft> {
  readonly newDraft: Draft
  readonly draftOf: (view: View) => Draft
  readonly check: (draft: Draft, entry: RuleEntry<View, Draft>) => CheckedRule<Rule>
  readonly refusalOf: (error: unknown, draft: Draft) => RuleRefusal
  /** Announced once it is saved. */
  readonly savedText: string
}

interface RuleListWords<View, Draft> {
  /** Heading of the list. */
  readonly heading: string
  /** Accessible name of the list. */
  readonly label: string
  readonly note: string
  readonly empty: { readonly title: string; readonly text: string }
  readonly unread: string
  readonly title: (entry: RuleEntry<View, Draft>) => string
  readonly sentence: (entry: RuleEntry<View, Draft>) => string
  readonly counts: (view: View) => string
  readonly switchLabel: (entry: RuleEntry<View, Draft>) => string
}

interface RuleEditorWords<View, Draft> {
  readonly title: (entry: RuleEntry<View, Draft>) => string
  readonly resetTitle: string
  readonly name: { readonly label: string; readonly placeholder?: string }
  /** The text of the foot while nothing is unsaved. */
  readonly clean: (entry: RuleEntry<View, Draft>) => string
  readonly discard: (entry: RuleEntry<View, Draft>) => string
  readonly save: (entry: RuleEntry<View, Draft>) => string
}

/** A family of rules, answers or faults: one list and one editor draw both from this. */
export interface RuleFamily<Rule, View extends RuleView, Draft extends NamedDraft> {
  /** View of the Callbacks page, and class of the form. */
  readonly view: 'answers' | 'faults'
  readonly calls: RuleCalls<Rule, View>
  readonly commands: RuleCommands<Rule, View>
  readonly store: RuleStore<View>
  readonly drafts: RuleDrafts<Draft>
  readonly form: RuleFormModel<Rule, View, Draft>
  readonly listWords: RuleListWords<View, Draft>
  readonly editorWords: RuleEditorWords<View, Draft>
}

/** What is wrong with a field of a rule; `field` as in the contract, without `rule.`: `steps.1.url`, `error.ms`. */
export interface FieldError {
  readonly field: string
  readonly message: string
  /** The field is still empty: shown once the tester tries to save. */
  readonly isEmpty: boolean
}

/** Why the bench refused a rule: by its fields, and what concerns none of them. */
export interface RuleRefusal {
  readonly errors: readonly FieldError[]
  readonly rest: string | null
}

/** Whether `part` is the field or a part of it. */
export function covers(field: string, part: string): boolean {
  return part === field || part.startsWith(`${field}.`)
}

/** What is wrong with a field or a part of it, as one text; null where nothing is. */
export function errorAt(errors: readonly FieldError[], field: string): string | null {
  const found = errors.filter((error) => covers(field, error.field)).map(({ message }) => message)
  return found.length === 0 ? null : [...new Set(found)].join(' ')
}

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
