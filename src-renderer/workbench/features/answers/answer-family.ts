import { type ResponseRule, responseSentence } from '#domain/response-rule/response-rule'
import type { AnswerRuleView } from '#protocol/rules'
import { createRuleFamily } from '#window/features/rules/rule-commands'
import type { RuleCalls, RuleEntry } from '#window/features/rules/rule-family'
import { answerRules, createRuleDrafts } from '#window/features/rules/rule-store'
import { NEW_DRAFT, readRule, refusalOf, ruleDraft, type RuleDraft, ruleDraftOf } from './rule-draft'

export type AnswerEntry = RuleEntry<AnswerRuleView, RuleDraft>

const calls: RuleCalls<ResponseRule, AnswerRuleView> = {
  list: (bench) => bench.call('answers.list', {}),
  put: {
    does: 'answers.put',
    call: (bench, params) => bench.call('answers.put', params),
  },
  remove: { does: 'answers.remove', call: (bench, params) => bench.call('answers.remove', params) },
  move: { does: 'answers.move', call: (bench, params) => bench.call('answers.move', params) },
  switch: { does: 'answers.switch', call: (bench, params) => bench.call('answers.switch', params) },
  undo: { does: 'answers.undo', call: (bench, params) => bench.call('answers.undo', params) },
  resetCounts: {
    does: 'answers.resetCounts',
    call: (bench, params) => bench.call('answers.resetCounts', params),
  },
}

/** What a rule as typed would do, in one sentence, or what is missing. */
export function draftSentence(draft: RuleDraft): string {
  const { rule, errors } = readRule(draft, 'draft', true)
  return rule === null
    ? `Incomplete: ${errors[0]?.message ?? 'something is missing.'}`
    : responseSentence(rule)
}

/** What the merchant listener answers: the rules, how they are changed, and their words. */
export const ANSWERS = createRuleFamily<ResponseRule, AnswerRuleView, RuleDraft>({
  view: 'answers',
  calls,
  store: answerRules,
  drafts: createRuleDrafts<RuleDraft>('answer rule ', ruleDraft),
  newDraft: NEW_DRAFT,
  draftOf: ruleDraftOf,
  ruleOf: ({ sentence: _sentence, evaluated: _evaluated, fired: _fired, ...rule }) => rule,
  check: readRule,
  refusalOf,
  sentenceOf: draftSentence,
  words: {
    heading: 'Responses to callbacks',
    label: 'Response rules; the first match wins',
    note: 'Requests that no rule matches get a 200 response. Pages of the demo shop are never affected.',
    empty: {
      title: 'Every request gets a 200 response',
      text: 'Add a rule to respond differently at the merchant address: with another status, with a delay, not at all, or with the response of your own server.',
    },
    unread: 'The response rules could not be read.',
    resetTitle: 'Sets the counts to 0 and starts again with the first response',
    placeholder: 'for example: my server is down',
    next: 'the next request',
    allOff: 'All response rules are off: every request gets a 200 response',
  },
})
