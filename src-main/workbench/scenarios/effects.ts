import type { ProjectId } from '#domain/ids'
import type { ScenarioEffects } from '#protocol/scenarios'
import type { Scenario } from '#scenarios/reading/scenario'
import { movesOf } from '#scenarios/running/moves'
import {
  addressesOfListeners,
  allowedHosts,
  hostsIn,
  hostsToAllow,
  knownTexts,
} from '#scenarios/running/reach'
import type { ScenarioBench } from '#scenarios/running/scenario-bench'
import { namedHosts, testersProjects } from './runs/run-bench'
import { valuesOfWindow } from './runs/values-of-window'

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
