import { responseSentence } from '#domain/response-rule/response-rule'
import type { AnswerRuleView } from '#protocol/rules'
import { createRuleFamily } from '#window/features/rules/rule-family'
import { answerRules, createRuleDrafts } from '#window/features/rules/rule-store'
import { NEW_DRAFT, readRule, refusalOf, ruleDraft, type RuleDraft, ruleDraftOf } from './rule-draft'

export const ANSWERS = createRuleFamily<AnswerRuleView, RuleDraft>({
  view: 'answers',
  store: answerRules,
  drafts: createRuleDrafts<RuleDraft>('answer rule ', ruleDraft),
  newDraft: NEW_DRAFT,
  draftOf: ruleDraftOf,
  errorsOf: (draft) => readRule(draft, 'draft', true).errors,
  put: async (bench, draft, { id, enabled, at }) => {
    const { rule } = readRule(draft, id, enabled)
    if (rule !== null) await bench.call('answers.put', { rule, ...(at === undefined ? {} : { at }) })
  },
  refusalOf,
  sentenceOf: (draft) => {
    const { rule } = readRule(draft, 'draft', true)
    return rule === null ? '' : responseSentence(rule)
  },
  words: {
    label: 'Response rules in order',
    note: 'The first match wins. Requests that no rule matches get a 200 response. Pages of the demo shop are never affected.',
    empty: {
      title: 'Every request gets a 200 response',
      text: 'Add a rule to respond differently at the merchant address: with another status, with a delay, not at all, or with the response of your own server.',
    },
    readFailed: 'The response rules could not be read.',
    resetTitle: 'Sets the counts to 0 and starts again with the first response',
    placeholder: 'for example: my server is down',
    next: 'the next request',
    allOff: 'All response rules are off: every request gets a 200 response',
  },
})
