import { BenchError } from '../../protocol/bench-error'
import type { PaymentKey, ProjectId } from '../../domain/ids'
import type { Handlers } from '../../protocol/methods'
import { REPORT_RUNS } from '../../scenarios/reports/report-runs'
import { readForeignScenario, writeForeign, type Foreign } from '../../scenarios/foreign/foreign'
import { scenarioSchema } from '../../scenarios/vocabulary/json-schema'
import type { ScenarioFile, ScenarioLibrary } from './files/library'
import type { LiveRecordings } from './recording/live-recording'
import type { RecordedText, RecordOptions } from './recording/record-payment'
import type { Planned } from './runs/active-run'
import type { ScenarioRuns } from './runs/runs'
import { scenarioDetail, scenarioSummary } from './views'

type ScenarioHandlers = Pick<Handlers, Extract<keyof Handlers, `scenarios.${string}`>>

/** Creates the methods for scenario files and their runs. */
export function scenarioHandlers(
  library: ScenarioLibrary,
  runs: ScenarioRuns,
  {
    onChange,
    record,
    recordings,
    defaultProject,
    version,
    foreign,
  }: {
    readonly foreign: Foreign
    readonly onChange: (file: string) => void
    /** Writes what happened to payments as a scenario. */
    readonly record: (keys: readonly PaymentKey[], how?: RecordOptions) => RecordedText
    readonly recordings: LiveRecordings
    /** Of Paybench, for reports. */
    readonly version: string
    /** The project with a number, or the default one. @throws BenchError `not_found` */
    readonly defaultProject: (projectId: ProjectId | undefined) => ProjectId
  },
): ScenarioHandlers {
  const detailOf = (found: ScenarioFile) => scenarioDetail(found, runs.runOf(found.file))
  const planned = async (file: string): Promise<Planned> => {
    const { reading } = await library.find(file)
    if (reading.ok) return { file, scenario: reading.scenario }
    const [first] = reading.problems
    throw new BenchError(
      'wrong_state',
      `${file} has errors, so it is not run. Line ${first?.line ?? 1}: ${first?.message ?? ''}`,
    )
  }
  const named = ({ text, paymentId, omitted }: RecordedText) => ({
    text,
    file: freeName(paymentId, library),
    omitted: [...omitted],
  })
  return {
    'scenarios.list': async () => ({
      items: (await library.list()).map((found) => scenarioSummary(found, runs.runOf(found.file))),
      directory: library.directory,
      recording: recordings.state,
    }),
    'scenarios.get': async ({ file }) => detailOf(await library.find(file)),
    'scenarios.check': async ({ text }) => {
      const reading = await readForeignScenario(foreign, text)
      return { problems: reading.ok ? [] : [...reading.problems] }
    },
    'scenarios.schema': () => ({ schema: scenarioSchema() }),
    'scenarios.record': ({ keys, format = 'scenario' }) => {
      const recorded = named(record(keys, { format }))
      return format === 'scenario'
        ? recorded
        : { ...recorded, file: recorded.file.replace(/\.yaml$/, '.spec.mjs') }
    },
    'scenarios.startRecording': ({ projectId }) => recordings.start(defaultProject(projectId)),
    'scenarios.stopRecording': ({ save }) => {
      if (!save) {
        recordings.end()
        return { recorded: null }
      }
      const { keys, omitted } = recordings.found()
      // If this throws, the recording continues and loses nothing.
      const recorded = named(record(keys, { omitted }))
      recordings.end()
      return { recorded }
    },
    'scenarios.save': async ({ file, text, version }) => {
      const saved = await library.save(file, text, version)
      onChange(file)
      return detailOf(saved)
    },
    'scenarios.remove': ({ file, version }) => {
      library.remove(file, version)
      onChange(file)
      return {}
    },
    'scenarios.run': async ({ files }) => {
      runs.add(await Promise.all([...new Set(files)].map(planned)))
      return {}
    },
    'scenarios.step': async ({ file }) => {
      runs.step(await planned(file))
      return {}
    },
    'scenarios.resume': async ({ file }) => {
      runs.resume((await library.find(file)).file)
      return {}
    },
    'scenarios.report': async ({ files }) => {
      const found = await Promise.all(files.map((file) => library.find(file)))
      const results = found.flatMap(({ file }) => runs.resultOf(file) ?? [])
      if (results.length > 0) return { text: await writeForeign(foreign, REPORT_RUNS, { results, version }) }
      throw new BenchError('wrong_state', 'None of these scenarios has run yet. Run them first.')
    },
    'scenarios.stop': async () => {
      await runs.stop()
      return {}
    },
  }
}

/** A name for a recorded scenario that no file has. */
function freeName(paymentId: string, library: ScenarioLibrary): string {
  const taken = new Set(library.names())
  const plain = paymentId
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 60)
  const base = `recorded-${plain === '' ? 'payment' : plain}`
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? `${base}.yaml` : `${base}-${n}.yaml`
    if (!taken.has(name)) return name
  }
}
