import { faultSentence } from '#domain/fault/explain'
import { exampleOf, type FaultKind, FAULTS } from '#domain/fault/fault-table'
import type { FaultMatch, FaultRule } from '#domain/fault/rule'
import { present } from '#lib/members'
import { createRuleFamily } from '#window/features/rules/rule-family'
import { createRuleDrafts, faultRules, type RuleView } from '#window/features/rules/rule-store'
import { reasonOf } from '#window/state/toasts'
import { draftErrors, draftOfRule, ruleDraft, type RuleDraft, ruleOfDraft } from './rule-draft'

export const newDraftOf = (kind: FaultKind, match: FaultMatch = {}): RuleDraft =>
  draftOfRule({
    id: '',
    name: FAULTS[kind].name,
    enabled: true,
    match,
    when: { kind: 'always' },
    fault: exampleOf(kind),
  })

export const FAULT_RULES = createRuleFamily<FaultRule & RuleView, RuleDraft>({
  view: 'faults',
  store: faultRules,
  drafts: createRuleDrafts<RuleDraft>('faults.rule.', ruleDraft),
  newDraft: newDraftOf('drop'),
  draftOf: draftOfRule,
  errorsOf: draftErrors,
  put: (bench, draft, { at, ...rule }) =>
    bench.call('faults.put', { rule: ruleOfDraft(draft, rule), ...present({ at }) }),
  refusalOf: (error) => ({ errors: [], rest: reasonOf(error) }),
  sentenceOf: (draft) => faultSentence(ruleOfDraft(draft, { id: 'draft', enabled: true })),
  words: {
    label: 'Fault rules in order',
    note: 'If rules conflict, the higher one wins.',
    empty: {
      title: 'No fault rules',
      text: 'Callbacks are sent normally. Add a rule to delay, drop, change or break some of them.',
    },
    readFailed: 'The rules could not be read.',
    resetTitle: 'Sets the counts to 0; random faults start their sequence again',
    next: 'the next callback',
    allOff: 'All fault rules are off: callbacks are sent normally',
  },
})
