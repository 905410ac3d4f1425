import { type ResponseRule, responseSentence, stepAt } from '#domain/response-rule/response-rule'
import type { AnswerRuleView } from '#protocol/rules'
import { formatCount } from '#window/lib/time'
import { chooseRule } from '#window/navigation/links'
import { copyName, createRuleCommands, newRuleId, type RuleCalls } from '#window/features/rules/rule-commands'
import { answerRules, createRuleDrafts } from '#window/features/rules/rule-store'
import type { RuleEntry, RuleFamily } from '#window/features/rules/rule-family'
import { NEW_DRAFT, readRule, refusalOf, ruleDraft, type RuleDraft, ruleDraftOf } from './rule-draft'

export type AnswerEntry = RuleEntry<AnswerRuleView, RuleDraft>

/** A copy that is switched off: of two rules with the same conditions only the first would act. */
export function copyOf(
  { sentence: _sentence, evaluated: _evaluated, fired: _fired, ...rule }: AnswerRuleView,
  copyId: string,
): ResponseRule {
  return { ...rule, id: copyId, name: copyName(rule.name), enabled: false }
}

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

const drafts = createRuleDrafts<RuleDraft>('answer rule ', ruleDraft)

/** What a rule as typed would do, in one sentence, or what is missing. */
export function draftSentence(draft: RuleDraft | undefined): string {
  if (draft === undefined) return ''
  const { rule, errors } = readRule(draft, 'draft', true)
  return rule === null
    ? `Incomplete: ${errors[0]?.message ?? 'something is missing.'}`
    : responseSentence(rule)
}

const typedName = ({ saved, draft }: AnswerEntry): string => draft?.name.trim() ?? saved?.name ?? ''

/** What the merchant listener answers: the rules, how they are changed, and their words. */
export const ANSWERS: RuleFamily<ResponseRule, AnswerRuleView, RuleDraft> = {
  view: 'answers',
  calls,
  store: answerRules,
  drafts,
  commands: createRuleCommands({
    calls,
    store: answerRules,
    drafts,
    newId: newRuleId,
    copyOf,
    choose: (id) => chooseRule('answers', id),
    words: {
      removed: () => ({
        icon: 'trash',
        text: 'Response rule removed',
        undone: 'Response rule restored',
      }),
      allOff: {
        icon: 'state-delivered',
        text: 'All response rules are off: every request gets a 200 response',
        undone: 'Response rules restored',
      },
      enabled: 'Rule turned on',
    },
  }),
  form: {
    newDraft: NEW_DRAFT,
    draftOf: ruleDraftOf,
    check: (draft, { id, saved }) => readRule(draft, id, saved?.enabled ?? true),
    refusalOf,
    savedText: 'Rule saved. It applies to the next matching request.',
  },
  listWords: {
    heading: 'Responses to callbacks',
    label: 'Response rules; the first match wins',
    note: 'Requests that no rule matches get a 200 response. Pages of the demo shop are never affected.',
    empty: {
      title: 'Every request gets a 200 response',
      text: 'Add a rule to respond differently at the merchant address: with another status, with a delay, not at all, or with the response of your own server.',
    },
    unread: 'The response rules could not be read.',
    title: (entry) => typedName(entry) || (entry.saved === null ? 'New rule' : `Rule ${String(entry.place)}`),
    sentence: ({ saved, draft }) => saved?.sentence ?? draftSentence(draft),
    counts: ({ evaluated, fired }) => `matched ${formatCount(evaluated)}, fired ${formatCount(fired)}`,
    switchLabel: ({ place }) => `Rule ${String(place)} is on`,
  },
  editorWords: {
    title: (entry) =>
      typedName(entry) ||
      (entry.saved === null ? 'New response rule' : `Response rule ${String(entry.place)}`),
    resetTitle: 'Sets the counts to 0 and starts again with the first response',
    name: { label: 'Name of the rule', placeholder: 'for example: my server is down' },
    clean: () => 'Saved. Changes apply from the next request.',
    discard: ({ saved }) => (saved === null ? 'Discard rule' : 'Discard changes'),
    save: () => 'Save rule',
  },
}

/** Place of the answer that comes next, from 0; null where that depends on the callback or payment, or the rule has finished. */
export function nextStep(rule: ResponseRule, fired: number): number | null {
  if (rule.per !== 'rule') return null
  const step = stepAt(rule, fired)
  if (step === null) return null
  return fired < rule.steps.length ? fired : rule.steps.lastIndexOf(step)
}
