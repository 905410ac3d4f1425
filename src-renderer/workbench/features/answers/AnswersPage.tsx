import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { PRESETS } from './answer-commands'
import { ANSWERS, draftSentence } from './answer-family'
import { AnswerRuleEditor } from './AnswerRuleEditor'
import { NEW_DRAFT } from './rule-draft'

export function AnswersPage() {
  const rules = PRESETS.map(({ label, effect, steps }) => ({
    name: label,
    effect,
    sentence: steps.some(({ kind }) => kind === 'forward') ? '' : draftSentence({ ...NEW_DRAFT, steps }),
    onBegin: () => ANSWERS.commands.begin({ steps }),
  }))
  return (
    <RulesPage
      family={ANSWERS}
      editorOf={(entry, order) => <AnswerRuleEditor key={entry.id} entry={entry} order={order} />}
      examples={[{ title: 'Examples to start from', rules }]}
      examplesNote="It applies to every request until you narrow it down."
    />
  )
}
