import type { FieldError, RuleRefusal } from './field-errors'
import type { RuleCalls, RuleCommands } from './rule-commands'
import type { RuleDrafts } from './rule-drafts'
import type { NamedDraft, RuleEntry, RuleView } from './rule-entries'
import type { RuleStore } from './rule-store'

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
