import { faultSentence } from '#domain/fault/explain'
import { exampleOf, type FaultKind, FAULTS } from '#domain/fault/fault-table'
import type { FaultMatch, FaultRule } from '#domain/fault/rule'
import type { FaultRuleView } from '#protocol/rules'
import { createRuleFamily } from '#window/features/rules/rule-commands'
import type { RuleCalls, RuleEntry } from '#window/features/rules/rule-family'
import { createRuleDrafts, faultRules } from '#window/features/rules/rule-store'
import { reasonOf } from '#window/state/toasts'
import { draftErrors, draftOfRule, ruleDraft, type RuleDraft, ruleOf, ruleOfDraft } from './rule-draft'

export type FaultEntry = RuleEntry<FaultRuleView, RuleDraft>

const calls: RuleCalls<FaultRule, FaultRuleView> = {
  list: (bench) => bench.call('faults.list', {}),
  put: {
    does: 'faults.put',
    call: (bench, params) => bench.call('faults.put', params),
  },
  remove: { does: 'faults.remove', call: (bench, params) => bench.call('faults.remove', params) },
  move: { does: 'faults.move', call: (bench, params) => bench.call('faults.move', params) },
  switch: { does: 'faults.switch', call: (bench, params) => bench.call('faults.switch', params) },
  undo: { does: 'faults.undo', call: (bench, params) => bench.call('faults.undo', params) },
  resetCounts: {
    does: 'faults.resetCounts',
    call: (bench, params) => bench.call('faults.resetCounts', params),
  },
}

/** A new rule of a kind as it is first shown. */
export const newDraftOf = (kind: FaultKind, match: FaultMatch = {}): RuleDraft =>
  draftOfRule({
    id: '',
    name: FAULTS[kind].name,
    enabled: true,
    match,
    when: { kind: 'always' },
    fault: exampleOf(kind),
  })

/** Callback faults: the rules, how they are changed, and their words. */
export const FAULT_RULES = createRuleFamily<FaultRule, FaultRuleView, RuleDraft>({
  view: 'faults',
  calls,
  store: faultRules,
  drafts: createRuleDrafts<RuleDraft>('faults.rule.', ruleDraft),
  newDraft: newDraftOf('drop'),
  draftOf: draftOfRule,
  ruleOf,
  check: (draft, id, enabled) => {
    const errors = draftErrors(draft)
    return { rule: errors.length === 0 ? ruleOfDraft(draft, { id, enabled }) : null, errors }
  },
  refusalOf: (error) => ({ errors: [], rest: reasonOf(error) }),
  sentenceOf: (draft) =>
    draftErrors(draft).length === 0
      ? faultSentence(ruleOfDraft(draft, { id: 'draft', enabled: true }))
      : 'Incomplete: see below.',
  words: {
    heading: 'Callback faults',
    label: 'Rules in order',
    note: 'If rules conflict, the higher one wins.',
    empty: {
      title: 'No fault rules',
      text: 'Callbacks are sent normally. Add a rule to delay, drop, change or break some of them.',
    },
    unread: 'The rules could not be read.',
    resetTitle: 'Sets the counts to 0; random faults start their sequence again',
    next: 'the next callback',
    allOff: 'All fault rules are off: callbacks are sent normally',
  },
})
