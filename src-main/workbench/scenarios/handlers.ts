import { refuseParams } from '#core/errors'
import { BenchError } from '#protocol/connection'
import type { PaymentKey, ProjectId } from '#domain/ids'
import type { Handlers } from '#protocol/methods'
import type { ScenarioDetail, ScenarioEffects, ScenarioRun, ScenarioSummary } from '#protocol/scenarios'
import type { ErrorIssue } from '#protocol/shapes'
import { REPORT_RUNS } from '#scenarios/reports/html'
import { readForeignScenario, writeForeign, type Foreign } from '#scenarios/foreign/foreign'
import { scenarioSchema } from '#scenarios/vocabulary/scenario-shape'
import type { ScenarioFile, ScenarioLibrary } from './files/library'
import type { LiveRecordings } from './recording/live-recording'
import type { RecordedText, RecordOptions } from './recording/record-payment'
import type { Planned } from './runs/active-run'
import type { ScenarioRuns } from './runs/runs'
import { nameInText, type Scenario } from '#scenarios/reading/scenario'
import { movesOf } from '#scenarios/running/moves'
import {
  addressesOfListeners,
  allowedHosts,
  hostsIn,
  hostsToAllow,
  knownTexts,
} from '#scenarios/running/reach'
import type { ScenarioBench } from '#scenarios/running/http'
import { namedHosts, testersProjects, valuesOfWindow } from './runs/run-bench'

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
    effects,
    version,
    foreign,
  }: {
    readonly foreign: Foreign
    readonly onChange: (file: string) => void
    /** Writes what happened to payments as a scenario. */
    readonly record: (keys: readonly PaymentKey[], how: RecordOptions) => RecordedText
    readonly recordings: LiveRecordings
    /** What runs of scenarios will do. */
    readonly effects: (scenarios: readonly Considered[]) => Promise<ScenarioEffects>
    /** Of Paybench, for reports. */
    readonly version: string
    /** The project with a number, or the default one. @throws BenchError `not_found` */
    readonly defaultProject: (projectId: ProjectId | undefined) => ProjectId
  },
): ScenarioHandlers {
  const detailOf = (found: ScenarioFile) => scenarioDetail(found, runs.runOf(found.file))
  const considered = async (file: string): Promise<Considered> => {
    const { reading } = await library.find(file)
    if (reading.ok) return { file, scenario: reading.scenario, refusedHosts: runs.refusedHosts(file) }
    const [first] = reading.problems
    throw new BenchError(
      'wrong_state',
      `${file} has errors, so it is not run. Line ${first?.line ?? 1}: ${first?.message ?? ''}`,
    )
  }
  /** @throws BenchError `invalid_params` for hosts to which the tester has not allowed the scenarios to send */
  const mustBeAllowed = async (
    scenarios: readonly Considered[],
    allowed: readonly string[],
  ): Promise<void> => {
    const { hosts } = await effects(scenarios)
    refuseParams(hosts.filter(({ host }) => !allowed.includes(host)).map(hostIssue))
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
    'scenarios.record': ({ keys, format = 'scenario', expects = 'everything' }) => {
      const { keys: chosen, omitted } = keys === undefined ? recordings.found() : { keys, omitted: [] }
      const recorded = named(record(chosen, { format, expects, omitted }))
      return format === 'scenario'
        ? recorded
        : { ...recorded, file: recorded.file.replace(/\.yaml$/, '.spec.mjs') }
    },
    'scenarios.startRecording': ({ projectId }) => recordings.start(defaultProject(projectId)),
    'scenarios.stopRecording': ({ save, expects = 'everything' }) => {
      if (!save) {
        recordings.end()
        return { recorded: null }
      }
      const { keys, omitted } = recordings.found()
      // If this throws, the recording continues and loses nothing.
      const recorded = named(record(keys, { expects, omitted }))
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
    'scenarios.run': async ({ files, here = false, hosts = [] }) => {
      const scenarios = await Promise.all([...new Set(files)].map(considered))
      await mustBeAllowed(scenarios, hosts)
      runs.add(scenarios.map(({ file, scenario }): Planned => ({ file, scenario, here, hosts })))
      return {}
    },
    'scenarios.step': async ({ file, hosts = [] }) => {
      const found = await considered(file)
      // The hosts of a run that has started were named then.
      if (runs.runOf(file)?.state !== 'paused') await mustBeAllowed([found], hosts)
      runs.step({ file, scenario: found.scenario, here: true, hosts })
      return {}
    },
    'scenarios.effects': async ({ files }) => effects(await Promise.all(files.map(considered))),
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

const hostIssue = ({ file, host, line }: ScenarioEffects['hosts'][number]): ErrorIssue => ({
  field: 'hosts',
  message: `${line === null ? file : `${file}, line ${line},`} sends to ${host}, which is not this computer and which no project of yours names. Name it in hosts where it may be sent to.`,
})

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

const briefly = (run: ScenarioRun | null): ScenarioSummary['run'] => {
  if (run === null) return null
  const { state, done, steps, failedAt, startedAt, durationMs } = run
  return { state, done, steps, failedAt, startedAt, durationMs }
}

/** What both views say of a file. One with mistakes has only its name, as far as it can be found. */
function headOf({ file, isShipped, text, reading }: ScenarioFile) {
  if (!reading.ok) {
    return {
      file,
      isShipped,
      name: nameInText(text) ?? file,
      about: null,
      tags: [],
      steps: 0,
    }
  }
  const { name, about = null, tags = [], steps } = reading.scenario
  return { file, isShipped, name, about, tags: [...tags], steps: steps.length }
}

export function scenarioSummary(found: ScenarioFile, run: ScenarioRun | null): ScenarioSummary {
  const { reading } = found
  return { ...headOf(found), problems: reading.ok ? 0 : reading.problems.length, run: briefly(run) }
}

function scenarioDetail(found: ScenarioFile, run: ScenarioRun | null): ScenarioDetail {
  const { text, version, reading } = found
  return {
    ...headOf(found),
    text,
    version,
    run,
    problems: reading.ok ? [] : [...reading.problems],
    plan: reading.ok
      ? reading.scenario.steps.map(({ line, verb, source, note }) => ({ line, verb, source, note }))
      : [],
  }
}

/** A scenario, and the hosts to which an earlier run of it was not allowed to send. */
export interface Considered {
  readonly file: string
  readonly scenario: Scenario
  readonly refusedHosts: ReadonlySet<string>
}

/** Says what runs of scenarios will do, before they do anything. */
export async function effectsOf(
  scenarios: readonly Considered[],
  {
    bench,
    secretOf,
  }: { readonly bench: ScenarioBench; readonly secretOf: (projectId: ProjectId) => string | undefined },
): Promise<ScenarioEffects> {
  const { listeners } = await bench.call('bench.info', {})
  const projects = await testersProjects(bench)
  const allows = allowedHosts([...hostsIn(addressesOfListeners(listeners)), ...namedHosts(projects)])
  const effects = scenarios.map(({ file, scenario, refusedHosts }) => {
    const known = knownTexts(scenario, valuesOfWindow(process.env, secretOf))
    const written = hostsToAllow(scenario, known, { allows })
    const found = [...refusedHosts].filter(
      (host) => !allows(host) && written.every((each) => each.host !== host),
    )
    return {
      moves: movesOf(scenario, { projects, known }).map((move) => ({ file, ...move })),
      hosts: [...written, ...found.map((host) => ({ host, line: null, address: host }))].map((each) => ({
        file,
        ...each,
      })),
    }
  })
  return { moves: effects.flatMap(({ moves }) => moves), hosts: effects.flatMap(({ hosts }) => hosts) }
}
