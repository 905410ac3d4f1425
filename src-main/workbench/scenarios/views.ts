import type { ProjectId } from '#domain/ids'
import type { ScenarioDetail, ScenarioEffects, ScenarioRun, ScenarioSummary } from '#protocol/scenarios'
import { nameInText, type Scenario } from '#scenarios/reading/scenario'
import type { ScenarioBench } from '#scenarios/running/http'
import { movesOf } from '#scenarios/running/moves'
import {
  addressesOfListeners,
  allowedHosts,
  hostsIn,
  hostsToAllow,
  knownTexts,
} from '#scenarios/running/reach'
import { pick } from '#lib/members'
import type { ScenarioFile } from './files/library'
import { namedHosts, testersProjects, valuesOfWindow } from './runs/run-bench'

function headOf({ file, isShipped, text, reading }: ScenarioFile) {
  const scenario: Scenario = reading.ok ? reading.scenario : { name: nameInText(text) ?? file, steps: [] }
  const { name, about = null, tags = [], steps } = scenario
  return { file, isShipped, name, about, tags: [...tags], steps: steps.length }
}

export function scenarioSummary(found: ScenarioFile, last: ScenarioRun | null): ScenarioSummary {
  const { reading } = found
  const problems = reading.ok ? 0 : reading.problems.length
  const run = last && pick(last, 'state', 'done', 'steps', 'failedAt', 'startedAt', 'durationMs')
  return { ...headOf(found), problems, run }
}

export function scenarioDetail(found: ScenarioFile, run: ScenarioRun | null): ScenarioDetail {
  const { text, version, reading } = found
  const steps = reading.ok ? reading.scenario.steps : []
  return {
    ...{ ...headOf(found), text, version, run },
    problems: reading.ok ? [] : [...reading.problems],
    plan: steps.map(({ line, verb, source, note }) => ({ line, verb, source, note })),
  }
}

/** An unused file name for a recorded scenario. */
export function freeName(paymentId: string, names: readonly string[]): string {
  const taken = new Set(names)
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

/** A scenario, with the hosts to which its earlier runs were not allowed to send. */
export interface Considered {
  readonly file: string
  readonly version: string
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
  const effects: ScenarioEffects = { moves: [], hosts: [] }
  for (const { file, scenario, refusedHosts } of scenarios) {
    const known = knownTexts(scenario, valuesOfWindow(process.env, secretOf))
    const written = hostsToAllow(scenario, known, { allows })
    const found = [...refusedHosts]
      .filter((host) => !allows(host) && written.every((each) => each.host !== host))
      .map((host) => ({ host, line: null, address: host }))
    effects.moves.push(...movesOf(scenario, { projects, known }).map((move) => ({ file, ...move })))
    effects.hosts.push(...[...written, ...found].map((each) => ({ file, ...each })))
  }
  return effects
}
