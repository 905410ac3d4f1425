import { faultSentence } from '#domain/fault/explain'
import { exampleOf, FAULTS } from '#domain/fault/fault-table'
import type { FaultRule } from '#domain/fault/rule'
import type { FaultRuleView } from '#protocol/rules'
import { formatCount } from '#window/lib/time'
import { chooseRule } from '#window/navigation/links'
import { reasonOf } from '#window/state/toasts'
import { copyName, createRuleCommands, newRuleId, type RuleCalls } from '#window/features/rules/rule-commands'
import { createRuleDrafts, faultRules } from '#window/features/rules/rule-store'
import type { RuleEntry, RuleFamily } from '#window/features/rules/rule-family'
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

const drafts = createRuleDrafts('faults.rule.', ruleDraft)

export const newFaultRuleId = (): string => newRuleId('rule_')

/** The rule as typed, in one sentence. */
export function draftSentence(draft: RuleDraft): string {
  return draftErrors(draft).length === 0
    ? faultSentence(ruleOfDraft(draft, { id: 'draft', enabled: true }))
    : 'Incomplete: see below.'
}

/** Callback faults: the rules, how they are changed, and their words. */
export const FAULT_RULES: RuleFamily<FaultRule, FaultRuleView, RuleDraft> = {
  view: 'faults',
  calls,
  store: faultRules,
  drafts,
  commands: createRuleCommands({
    calls,
    store: faultRules,
    drafts,
    newId: newFaultRuleId,
    // Switched off: if rules conflict, only the higher one applies.
    copyOf: (view: FaultRuleView, copyId): FaultRule => ({
      ...ruleOf(view),
      id: copyId,
      name: copyName(view.name),
      enabled: false,
    }),
    choose: (id) => chooseRule('faults', id),
    words: {
      removed: (name) => ({
        icon: 'trash',
        text: `Removed the rule “${name}”`,
        undone: `Restored the rule “${name}”`,
      }),
      allOff: {
        icon: 'state-delivered',
        text: 'All fault rules are off: callbacks are sent normally',
        undone: 'Fault rules restored',
      },
      enabled: 'Rule turned on',
    },
  }),
  form: {
    newDraft: draftOfRule({
      id: '',
      name: FAULTS.drop.name,
      enabled: false,
      match: {},
      when: { kind: 'always' },
      fault: exampleOf('drop'),
    }),
    draftOf: draftOfRule,
    check: (draft, { id }) => {
      const errors = draftErrors(draft)
      // Saving switches a rule on.
      return { rule: errors.length === 0 ? ruleOfDraft(draft, { id, enabled: true }) : null, errors }
    },
    refusalOf: (error) => ({ errors: [], rest: reasonOf(error) }),
    savedText: 'Rule saved. It applies from the next callback.',
  },
  listWords: {
    heading: 'Callback faults',
    label: 'Rules in order',
    note: 'If rules conflict, the higher one wins.',
    empty: {
      title: 'No fault rules',
      text: 'Callbacks are sent normally. Add a rule to delay, drop, change or break some of them.',
    },
    unread: 'The rules could not be read.',
    title: ({ saved }) => saved?.name ?? '',
    sentence: ({ saved }) => saved?.sentence ?? '',
    counts: ({ evaluated, fired }) => `fired ${formatCount(fired)} of ${formatCount(evaluated)}`,
    switchLabel: ({ saved }) => `${saved?.name ?? ''} is on`,
  },
  editorWords: {
    title: ({ saved, draft }) => {
      const name = (draft ?? saved)?.name.trim() ?? ''
      return name === '' ? 'Fault rule' : name
    },
    resetTitle: 'Sets the counts to 0; random faults start their sequence again',
    name: { label: 'Name' },
    clean: ({ saved }) =>
      saved?.enabled === true ? 'Saved. Changes apply from the next callback.' : 'Off. Saving turns it on.',
    discard: () => 'Discard changes',
    save: ({ saved }) => (saved?.enabled === true ? 'Save rule' : 'Save and turn on'),
  },
}
