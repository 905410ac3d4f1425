import type { BenchClient } from '#protocol/client'
import { formatValues } from '#domain/query/terms'
import { isFinal, PAYMENT_STATUSES } from '#domain/payment/statuses'
import { isOfScenario, isRunning, type ScenarioDetail, type ScenarioSummary } from '#protocol/scenarios'
import type { Command } from '#window/commands/command'
import { fileStamp, saveFile } from '#window/lib/files'
import { openDialog, type WantedRun } from '#window/state/dialogs'
import { draftOf, keepDraft, preferencesStore, setPlace, setPreferences } from '#window/state/preferences'
import { showFailure, showToast } from '#window/state/toasts'
import { EDITING, SCENARIOS } from './scenario-listing'

const TEMPLATE = `name: A sale that succeeds
tags: []
given:
  clock: frozen
steps:
  - sale: { as: order, amount: 46.50 EUR }
  - expect callback: { of: order, kind: result, body: { payment: { status: success } } }
  - expect payment: { of: order, status: success }
`

const draftName = (file: string): string => `scenario ${file}`
const versionName = (file: string): string => `scenario-version ${file}`

/** The unsaved text of a scenario, and the version of the file from which its edits started. */
interface Unsaved {
  readonly text: string
  readonly version: string
}

export function unsavedOf(file: string): Unsaved | null {
  const text = draftOf(draftName(file))
  return text === undefined ? null : { text, version: draftOf(versionName(file)) ?? '' }
}

export function keepUnsaved(file: string, unsaved: Unsaved | null): void {
  keepDraft(draftName(file), unsaved?.text ?? null)
  keepDraft(versionName(file), unsaved?.version ?? null)
}

export function openScenario(file: string): void {
  setPlace('scenarios', { selection: file, query: '' })
  setPreferences({ page: 'scenarios' })
}

/** Saves a scenario. @throws BenchError conflict if its file has changed since that version */
export async function saveScenario(bench: BenchClient, file: string, { text, version }: Unsaved) {
  const saved = await bench.call('scenarios.save', { file, text, version })
  keepUnsaved(file, null)
  return saved
}

export const confirmSaved = (file: string): void => showToast({ icon: 'check', text: `Saved ${file}` })

/** Saves the unsaved text of a scenario, so that what runs is what the tester sees. */
async function saveFirst(bench: BenchClient, { file }: Pick<ScenarioSummary, 'file'>): Promise<void> {
  const unsaved = unsavedOf(file)
  if (unsaved === null) return
  const { problems } = await saveScenario(bench, file, unsaved)
  if (problems.length > 0) throw new Error(`${file} was saved. Correct the errors in it, then run it.`)
  confirmSaved(file)
}

/** Runs those scenarios that have no errors, as saved. */
export async function runScenarios(bench: BenchClient, scenarios: readonly ScenarioSummary[]): Promise<void> {
  const able = scenarios.filter(({ problems }) => problems === 0)
  const files = able.map(({ file }) => file)
  if (files.length === 0) throw new Error('Nothing to run: correct the errors in the file first.')
  const unsaved = files.filter((file) => unsavedOf(file) !== null)
  if (unsaved.length > 0) {
    showToast({ icon: 'warn', text: `Run as saved, without the unsaved text: ${unsaved.join(', ')}` })
  }
  await askAndStart(bench, { kind: 'own', files })
}

/** Runs the next step of a scenario in this bench; asks before the first one. */
async function stepScenario(bench: BenchClient, scenario: ScenarioSummary): Promise<void> {
  const wanted: WantedRun = { kind: 'step', file: scenario.file }
  if (scenario.run?.state === 'paused') {
    await startRun(bench, wanted, [])
    return
  }
  await saveFirst(bench, scenario)
  await askAndStart(bench, wanted)
}

async function askAndStart(bench: BenchClient, wanted: WantedRun): Promise<void> {
  const isOwn = wanted.kind === 'own'
  const files = isOwn ? [...wanted.files] : [wanted.file]
  const effects = await bench.call('scenarios.effects', { files })
  if (isOwn && effects.hosts.length === 0) await startRun(bench, wanted, [])
  else {
    const waiting = isOwn ? 0 : await waitingPayments(bench)
    openDialog({ kind: 'runScenarios', wanted, effects, waiting })
  }
}

/** Starts the requested run or step. `hosts`: other computers to which the tester allows the run to send. */
export async function startRun(bench: BenchClient, wanted: WantedRun, hosts: readonly string[]) {
  const allowed = hosts.length === 0 ? {} : { hosts: [...hosts] }
  if (wanted.kind === 'own') await bench.call('scenarios.run', { files: [...wanted.files], ...allowed })
  else if (wanted.kind === 'here')
    await bench.call('scenarios.run', { files: [wanted.file], here: true, ...allowed })
  else await bench.call('scenarios.step', { file: wanted.file, ...allowed })
}

const FINAL = PAYMENT_STATUSES.filter(isFinal)

async function waitingPayments(bench: BenchClient): Promise<number> {
  const { projects } = await bench.call('bench.info', {})
  const own = projects.filter(isOfScenario).map(({ projectId }) => projectId)
  const others = own.length === 0 ? '' : ` -project:${own.join(',')}`
  const { total } = await bench.call('payments.list', {
    query: `-status:${formatValues(FINAL)}${others}`,
    limit: 1,
  })
  return total
}

export function saveScenarioReport(bench: BenchClient, scenarios: readonly ScenarioSummary[]): void {
  const files = scenarios.map(({ file }) => file)
  bench.call('scenarios.report', { files }).then(({ text }) => {
    const name = `paybench-scenarios-${fileStamp()}.html`
    saveFile(new Blob([text], { type: 'text/html' }), name)
    showToast({ icon: 'download', text: `Saved the report as ${name}` })
  }, showFailure)
}

/** Opens the dialog to name a scenario that repeats payments. @throws BenchError if they cannot be repeated */
export const beginRecorded = (bench: BenchClient, keys: readonly string[]): Promise<void> =>
  nameRecorded(bench, { keys: [...keys] }, false)

async function nameRecorded(
  bench: BenchClient,
  recorded: { readonly keys?: string[] },
  isRecording: boolean,
): Promise<void> {
  const { text, file, omitted } = await bench.call('scenarios.record', {
    ...recorded,
    expects: 'what matters',
  })
  const { text: everything } = await bench.call('scenarios.record', { ...recorded, expects: 'everything' })
  openDialog({ kind: 'nameScenario', text, everything, suggested: file, omitted, isRecording })
}

export function saveRecording(bench: BenchClient): void {
  nameRecorded(bench, {}, true).catch(showFailure)
}

export function discardRecording(bench: BenchClient): void {
  bench.call('scenarios.stopRecording', { save: false }).catch(showFailure)
}

export const NEW_SCENARIO: Command = {
  id: 'scenario new',
  icon: 'plus',
  label: 'New scenario…',
  does: 'scenarios.save',
  run: () => openDialog({ kind: 'nameScenario', text: TEMPLATE, suggested: 'my-scenario.yaml' }),
}

export const RECORD: Command = {
  id: 'scenario recording',
  icon: 'record',
  label: 'Record payments from now on',
  does: 'scenarios.startRecording',
  async run(bench) {
    const { projectId } = preferencesStore.getState()
    await bench.call('scenarios.startRecording', projectId === null ? {} : { projectId })
  },
}

export const STOP_SCENARIOS: Command = {
  id: 'scenarios stop',
  icon: 'stop',
  label: 'Stop',
  sentence: 'Stop the running scenarios',
  keys: 'X',
  help: 'Stop the run',
  does: 'scenarios.stop',
  async run(bench) {
    await bench.call('scenarios.stop', {})
  },
}

export const SCENARIOS_COMMANDS: readonly Command[] = [
  NEW_SCENARIO,
  RECORD,
  {
    id: 'scenarios run',
    icon: 'play',
    label: 'Run all scenarios',
    does: 'scenarios.run',
    async run(bench) {
      setPreferences({ page: 'scenarios' })
      await runScenarios(bench, (await bench.call('scenarios.list', {})).items)
    },
  },
  STOP_SCENARIOS,
]

export const scenarioLinks = (): readonly Command[] =>
  (SCENARIOS.known()?.items ?? []).map(({ file, name }) => ({
    id: `scenario ${file}`,
    group: 'Go to',
    icon: 'scenarios',
    label: `Scenario: ${name}`,
    note: file,
    run: () => openScenario(file),
  }))

/** Unsaved text is checked for errors when it is saved. */
const whyUnrunnable = ({ file, problems }: Pick<ScenarioSummary, 'file' | 'problems'>): string | null =>
  problems === 0 || unsavedOf(file) !== null ? null : 'Correct the errors in the file first.'

export const SCENARIO_COMMANDS = {
  run: {
    id: 'scenario run',
    icon: 'play',
    label: ({ file }) => (unsavedOf(file) === null ? 'Run' : 'Save and run'),
    sentence: 'Run the scenario in a separate bench; nothing in this session changes',
    keys: 'R',
    help: 'Run it',
    does: 'scenarios.run',
    whyNot: whyUnrunnable,
    async run(bench, { file }) {
      await saveFirst(bench, { file })
      await askAndStart(bench, { kind: 'own', files: [file] })
    },
  },
  runHere: {
    id: 'scenario run here',
    icon: 'play',
    label: 'Run here…',
    sentence: 'Run the scenario in this session, after showing what it changes',
    keys: 'H',
    help: 'Run it here, after showing what it changes',
    does: 'scenarios.run',
    whyNot: whyUnrunnable,
    async run(bench, scenario) {
      await saveFirst(bench, scenario)
      await askAndStart(bench, { kind: 'here', file: scenario.file })
    },
  },
  step: {
    id: 'scenario step',
    icon: 'step',
    label: ({ run }) => (isRunning(run) ? 'Step' : 'Step here…'),
    sentence: 'Run the next step in this session',
    keys: 'S',
    help: 'Run its next step here',
    does: 'scenarios.step',
    whyNot: (scenario) =>
      scenario.run?.state === 'running' ? 'Stop the run first.' : whyUnrunnable(scenario),
    run: stepScenario,
  },
  resume: {
    id: 'scenario resume',
    icon: 'play',
    label: 'Run from here',
    sentence: 'Run the remaining steps in this session',
    when: ({ run }) => run?.state === 'paused',
    does: 'scenarios.resume',
    async run(bench, { file }) {
      await bench.call('scenarios.resume', { file })
    },
  },
  edit: {
    id: 'scenario edit',
    icon: 'code',
    label: ({ isShipped }) =>
      preferencesStore.getState().scenarios.view === EDITING
        ? 'Close the file'
        : isShipped
          ? 'View the file'
          : 'Edit',
    keys: 'E',
    help: 'Edit it',
    run: () => {
      const { view } = preferencesStore.getState().scenarios
      setPlace('scenarios', { view: view === EDITING ? null : EDITING })
    },
  },
} satisfies Readonly<Record<string, Command<ScenarioSummary>>>

export function copyScenario({ file, text }: Pick<ScenarioDetail, 'file' | 'text'>): void {
  const name = file.slice(file.lastIndexOf('/') + 1)
  // The list shows names: a copy with the same name would look like its original.
  const renamed = text.replace(/^(name: .*?)(["']?)$/m, '$1 (copy)$2')
  openDialog({ kind: 'nameScenario', text: renamed, suggested: name.replace(/\.yaml$/, '-copy.yaml') })
}

export function removeScenario(bench: BenchClient, { file, text, version, run }: ScenarioDetail): void {
  if (isRunning(run)) {
    showToast({ icon: 'warn', text: `${file} is running. Stop it first.` })
    return
  }
  bench.call('scenarios.remove', { file, version }).then(() => {
    keepUnsaved(file, null)
    setPlace('scenarios', { selection: null })
    showToast({
      icon: 'trash',
      text: `Removed ${file}`,
      action: {
        label: 'Undo',
        run: () => {
          bench
            .call('scenarios.save', { file, text, version: null })
            .then(() => openScenario(file), showFailure)
        },
      },
    })
  }, showFailure)
}
