import { counted } from '#lib/words'
import { isRunning } from '#protocol/scenarios'
import { runCommand } from '#window/commands/command'
import { ANSWERS } from '#window/features/answers/answer-family'
import { holdPayments } from '#window/features/settings/settings-commands'
import { EXAM, STOP_EXAM } from '#window/features/exam/exam-commands'
import { examTally } from '#window/features/exam/rule-words'
import { discardRecording, saveRecording, STOP_SCENARIOS } from '#window/features/scenarios/scenario-commands'
import { SCENARIOS } from '#window/features/scenarios/scenario-listing'
import { FAULT_RULES } from '#window/features/faults/fault-family'
import { acts, answerRules, faultRules, type RuleView } from '#window/features/rules/rule-store'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { openView } from '#window/navigation/views'
import { useBench } from '#window/state/bench'
import { useClock } from '#window/state/clock'
import { openDialog } from '#window/state/dialogs'
import { useCurrentProject } from '#window/state/info'
import { setPreferences } from '#window/state/preferences'
import { Icon } from '#window/ui/Icon.tsx'
import { Menu, MenuItem, MenuNote } from '#window/ui/Menu.tsx'
import type { MethodName } from '#protocol/methods'
import { offsetOf } from './clock-commands'

interface Active {
  readonly icon: IconName
  readonly words: string
  /** The lines in its menu that explain it. */
  readonly notes: readonly string[]
  readonly show: {
    readonly label: string
    readonly does?: MethodName
    readonly disabled?: boolean
    readonly run: () => void
  }
  /** Absent if there is nothing to switch off. */
  readonly off?: { readonly label: string; readonly does: MethodName; readonly run: () => void }
}

const MAX_NOTES = 5

const FAMILIES = [
  { family: FAULT_RULES, icon: 'warn', kind: 'fault' },
  { family: ANSWERS, icon: 'answer', kind: 'response' },
] as const

const sentencesOf = (rules: readonly RuleView[]): readonly string[] =>
  rules.slice(0, MAX_NOTES).map(({ name, sentence }) => (name === '' ? sentence : name))

/** Everything that now changes what a tester sees: a forgotten rule is a common reason for a surprise. */
function useActive(): readonly Active[] {
  const bench = useBench()
  const rules = [faultRules.use().value ?? [], answerRules.use().value ?? []]
  const drafts = [FAULT_RULES.drafts.useDrafts(), ANSWERS.drafts.useDrafts()]
  const project = useCurrentProject()
  const exam = EXAM.use().value
  const { items = [], recording = null } = SCENARIOS.use().value ?? {}
  const running = items.filter(({ run }) => isRunning(run))
  const clock = useClock()
  const offset = clock === null ? '' : offsetOf(clock)
  const active: Active[] = []
  FAMILIES.forEach(({ family: { view, does, commands }, icon, kind }, at) => {
    const enabled = rules[at]?.filter(acts) ?? []
    const unsaved = Object.keys(drafts[at] ?? {})
    const isNew = (draft: string): boolean => rules[at]?.some(({ id }) => id === draft) !== true
    const show = { label: `Show the ${kind} rules`, run: () => openView(view) }
    if (enabled.length > 0)
      active.push({
        icon,
        words: counted(enabled.length, kind),
        notes: sentencesOf(enabled),
        show,
        off: { label: 'Turn all off', does: does('switch'), run: () => void commands.allOff(bench) },
      })
    if (unsaved.length > 0)
      active.push({
        icon: 'note',
        words: `${counted(unsaved.length, kind)} unsaved`,
        notes: [
          ...(unsaved.some(isNew) ? ['A new rule is not in effect until you save it.'] : []),
          ...(unsaved.every(isNew) ? [] : ['The last saved version of the rule applies.']),
        ],
        show,
      })
  })
  if (exam?.state === 'running')
    active.push({
      icon: 'exam',
      words: 'exam running',
      notes: [examTally(exam)],
      show: { label: 'Show the exam', run: () => setPreferences({ page: 'exam' }) },
      off: { label: 'Stop the exam', does: 'exam.stop', run: () => runCommand(bench, STOP_EXAM, null) },
    })
  if (running.length > 0)
    active.push({
      icon: 'scenarios',
      words: `${counted(running.length, 'scenario')} running`,
      notes: running.slice(0, MAX_NOTES).map(({ name }) => name),
      show: { label: 'Show the scenarios', run: () => setPreferences({ page: 'scenarios' }) },
      off: {
        label: 'Stop the run',
        does: 'scenarios.stop',
        run: () => runCommand(bench, STOP_SCENARIOS, null),
      },
    })
  if (project !== null && project.switches.outcome.mode !== 'card') {
    const { projectId, name, switches } = project
    active.push({
      icon: 'state-held',
      words: switches.outcome.mode === 'hold' ? 'payments wait' : 'clarification first',
      notes: [`New payments of ${name} wait for you or the merchant.`],
      show: {
        label: 'Show the setting',
        run: () => setPreferences({ page: 'settings', settings: String(projectId) }),
      },
      off: {
        label: 'Let the card decide',
        does: 'projects.update',
        run: () => holdPayments(bench, projectId, false),
      },
    })
  }
  if (recording !== null) {
    const { payments, projectId } = recording
    const done = payments === 0 ? 'No payments' : counted(payments, 'payment')
    active.push({
      icon: 'record',
      words: 'recording',
      notes: [`${done} of project ${projectId} ${payments === 0 ? 'yet' : 'so far'}.`],
      show: {
        label: 'Stop and save as scenario…',
        does: 'scenarios.stopRecording',
        disabled: payments === 0,
        run: () => saveRecording(bench),
      },
      off: { label: 'Discard', does: 'scenarios.stopRecording', run: () => discardRecording(bench) },
    })
  }
  if (offset !== '')
    active.push({
      icon: 'state-scheduled',
      words: `clock ${offset}`,
      notes: ['The virtual clock does not show the time of this computer.'],
      show: { label: 'Set date and time…', run: () => openDialog({ kind: 'clockDate' }) },
      off: { label: 'Back to real time…', does: 'clock.set', run: () => openDialog({ kind: 'realTime' }) },
    })
  return active
}

export function ActiveChips() {
  const active = useActive()
  return active.length === 0 ? null : (
    <div className="row acts" role="group" aria-label="Active">
      {active.map(({ icon, words, notes, show, off }) => (
        <Menu
          key={words}
          label={words}
          side="top"
          trigger={
            <button type="button" className="row nowrap act" title={notes.join('\n')}>
              <Icon name={icon} small />
              {words}
            </button>
          }
        >
          {notes.map((note) => (
            <MenuNote key={note}>{note}</MenuNote>
          ))}
          <MenuItem icon="next" does={show.does} disabled={show.disabled ?? false} onSelect={show.run}>
            {show.label}
          </MenuItem>
          {off === undefined ? null : (
            <MenuItem icon="close" does={off.does} onSelect={off.run}>
              {off.label}
            </MenuItem>
          )}
        </Menu>
      ))}
    </div>
  )
}
