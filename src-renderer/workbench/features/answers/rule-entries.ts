import type { AnswerRuleView } from '../../../../src-main/protocol/answers'
import type { RuleDraft } from './rule-draft'

/** A row of the list: a rule of the bench, or one that was never saved. */
export interface RuleEntry {
  readonly id: string
  /** Null: not saved yet. */
  readonly saved: AnswerRuleView | null
  /** What was typed and not saved; undefined: nothing. */
  readonly draft: RuleDraft | undefined
  /** Place in the order, from 1; 0 where it is not saved. */
  readonly place: number
}

/** Rules that were never saved stand first, where they will be. */
export function entriesOf(
  rules: readonly AnswerRuleView[],
  drafts: Readonly<Record<string, RuleDraft>>,
): readonly RuleEntry[] {
  const known = new Set(rules.map(({ id }) => id))
  const unsaved = Object.entries(drafts)
    .filter(([id]) => !known.has(id))
    .map(([id, draft]): RuleEntry => ({ id, saved: null, draft, place: 0 }))
  const saved = rules.map((rule, index): RuleEntry => ({
    id: rule.id,
    saved: rule,
    draft: drafts[rule.id],
    place: index + 1,
  }))
  return [...unsaved.reverse(), ...saved]
}
