import type { BenchClient } from '#protocol/client'
import type { MethodName, Params } from '#protocol/methods'
import type { Drafts, ListedRules, RuleDrafts, RuleStore } from './rule-store'

/** A list after a change. */
export interface ChangedRules<View> extends ListedRules<View> {
  /** Takes this change back, and no other. */
  readonly undo: string
}

/** A method of the bench with its name, by which controls know whether it can be called now. */
interface RuleCall<Given, Made> {
  readonly does: MethodName
  readonly call: (bench: BenchClient, params: Given) => Promise<Made>
}

interface PutParams<Rule> extends Omit<Params<'answers.put'>, 'rule'> {
  readonly rule: Rule
}

/** How the bench is asked to change the rules of one family. */
export interface RuleCalls<Rule, View> {
  readonly list: (bench: BenchClient) => Promise<ListedRules<View>>
  readonly put: RuleCall<PutParams<Rule>, ChangedRules<View>>
  readonly remove: RuleCall<Params<'answers.remove'>, ChangedRules<View>>
  readonly move: RuleCall<Params<'answers.move'>, ChangedRules<View>>
  readonly switch: RuleCall<Params<'answers.switch'>, ChangedRules<View>>
  readonly undo: RuleCall<Params<'answers.undo'>, ListedRules<View>>
  readonly resetCounts: RuleCall<Params<'answers.resetCounts'>, ListedRules<View>>
}

/** A draft as it was read. */
export interface CheckedRule<Rule> {
  /** Null while something is wrong. */
  readonly rule: Rule | null
  readonly errors: readonly FieldError[]
}

interface RuleWords {
  /** Heading of the list. */
  readonly heading: string
  /** Accessible name of the list. */
  readonly label: string
  readonly note: string
  readonly empty: { readonly title: string; readonly text: string }
  readonly unread: string
  readonly resetTitle: string
  /** An example of a name. */
  readonly placeholder?: string
  /** When a change of a rule has an effect: "the next callback". */
  readonly next: string
  /** Said once all of them are off. */
  readonly allOff: string
}

/** What two families of rules, answers and faults, differ in: one list and one editor draw both from this. */
export interface RuleTable<Rule, View extends RuleView, Draft extends NamedDraft> {
  /** View of the Callbacks page, and class of the form. */
  readonly view: 'answers' | 'faults'
  readonly calls: RuleCalls<Rule, View>
  readonly store: RuleStore<View>
  readonly drafts: RuleDrafts<Draft>
  readonly newDraft: Draft
  readonly draftOf: (rule: Rule) => Draft
  /** The rule without what the bench adds to it. */
  readonly ruleOf: (view: View) => Rule
  readonly check: (draft: Draft, id: string, enabled: boolean) => CheckedRule<Rule>
  readonly refusalOf: (error: unknown, draft: Draft) => RuleRefusal
  /** What a rule as typed would do, or what is missing. */
  readonly sentenceOf: (draft: Draft) => string
  readonly words: RuleWords
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

/** What names a rule in the list and above its form. */
export const titleOf = ({ saved, draft, place }: RuleEntry<RuleView, NamedDraft>): string =>
  (draft?.name.trim() ?? saved?.name ?? '') || (saved === null ? 'New rule' : `Rule ${String(place)}`)

/** The rules in their order; unsaved new ones come first, as they will once saved. */
export function entriesOf<View extends RuleView, Draft>(
  rules: readonly View[],
  drafts: Drafts<Draft>,
): readonly RuleEntry<View, Draft>[] {
  const known = new Set(rules.map(({ id }) => id))
  const unsaved = Object.entries(drafts)
    .filter(([id]) => !known.has(id))
    .map(([id, draft]): RuleEntry<View, Draft> => ({ id, saved: null, draft, place: 0 }))
  const saved = rules.map((rule, index) => ({
    id: rule.id,
    saved: rule,
    draft: drafts[rule.id],
    place: index + 1,
  }))
  return [...unsaved.reverse(), ...saved]
}
