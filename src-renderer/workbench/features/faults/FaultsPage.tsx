import { FAULT_KINDS, FAULTS, type FaultStage } from '#domain/fault/fault-table'
import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { useProjectFilter } from '#window/state/info'
import { beginRule } from './fault-commands'
import { FAULT_RULES } from './fault-family'
import { FaultRuleEditor } from './FaultRuleEditor'

const STAGES: readonly { readonly stage: FaultStage; readonly title: string }[] = [
  { stage: 'message', title: 'Whether and when a callback is sent' },
  { stage: 'attempt', title: 'What an attempt contains' },
  { stage: 'wire', title: 'How an attempt is sent' },
]

export function FaultsPage() {
  const projectId = useProjectFilter()
  const match = projectId === undefined ? {} : { projectId }
  return (
    <RulesPage
      family={FAULT_RULES}
      // Rules for all projects also apply to the chosen one.
      isShown={(rule) => projectId === undefined || rule.projectId === null || rule.projectId === projectId}
      editorOf={(entry, order) => <FaultRuleEditor key={entry.id} entry={entry} order={order} />}
      examples={STAGES.map(({ stage, title }) => ({
        title,
        rules: FAULT_KINDS.filter((kind) => FAULTS[kind].stage === stage).map((kind) => ({
          name: FAULTS[kind].name,
          effect: FAULTS[kind].explanation,
          onBegin: () => beginRule(kind, match),
        })),
      }))}
      examplesNote={
        projectId === undefined
          ? 'It applies to every callback until you narrow it down.'
          : `It applies to every callback of project ${String(projectId)} until you narrow it down.`
      }
    />
  )
}
