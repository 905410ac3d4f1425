import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { PRESETS } from './answer-commands'
import { ANSWERS } from './answer-family'
import { AnswerRuleEditor } from './AnswerRuleEditor'

export function AnswersPage() {
  return (
    <RulesPage
      family={ANSWERS}
      editorOf={(entry, order) => <AnswerRuleEditor key={entry.id} entry={entry} order={order} />}
      examples={[
        {
          title: 'Examples to start from',
          rules: PRESETS.map(({ name, effect, steps }) => ({
            name,
            effect,
            onBegin: () => ANSWERS.commands.begin({ name, steps }),
          })),
        },
      ]}
      examplesNote="It applies to every request until you narrow it down."
    />
  )
}
