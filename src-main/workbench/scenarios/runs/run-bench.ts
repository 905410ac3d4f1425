import { isOfScenario } from '#protocol/scenarios'
import type { ProjectView } from '#protocol/projects'
import { addressesOfListeners, addressesOfProject, hostsIn } from '#scenarios/running/reach'
import type { ScenarioBench } from '#scenarios/running/scenario-bench'
import type { OwnBenches, SeparateBench } from '#workbench/own-benches'

/** The projects of the tester, without those that runs have made. */
export async function testersProjects(bench: ScenarioBench): Promise<readonly ProjectView[]> {
  const { items } = await bench.call('projects.list', {})
  return items.filter((project) => !isOfScenario(project))
}

/** The hosts that the tester has named: callbacks of their projects go there. */
export const namedHosts = (projects: readonly ProjectView[]): readonly string[] =>
  hostsIn(projects.flatMap(addressesOfProject))

/**
 * Opens a bench in memory for one run, with the tester's projects as they are, so that their merchants find the secret and
 * the number that they know. Callbacks to our own listeners go to those of that bench.
 * @param from the bench of the tester, its projects, and the hosts that the run may send to besides this computer
 */
export async function openRunBench(
  benches: OwnBenches,
  from: {
    readonly bench: ScenarioBench
    readonly projects: readonly ProjectView[]
    readonly hosts: readonly string[]
  },
): Promise<SeparateBench> {
  const opened = await benches.open({ platformPort: 0, hosts: from.hosts })
  try {
    await copyProjects(from.projects, from.bench, opened.bench)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function copyProjects(
  projects: readonly ProjectView[],
  from: ScenarioBench,
  to: ScenarioBench,
): Promise<void> {
  const [ours, theirs] = await Promise.all([from.call('bench.info', {}), to.call('bench.info', {})])
  const moved = (url: string): string => {
    const { origin } = new URL(url)
    const listener = ours.listeners.find((each) => addressesOfListeners([each]).includes(origin))
    const same = theirs.listeners.find(({ name }) => name === listener?.name)
    return same === undefined ? url : same.url + url.slice(origin.length)
  }
  for (const project of projects) {
    const { callbackUrl, switches } = project
    const isKnown = theirs.projects.some(({ projectId }) => projectId === project.projectId)
    await to.call(isKnown ? 'projects.update' : 'projects.create', {
      ...project,
      callbackUrl: callbackUrl === null ? null : moved(callbackUrl),
      switches: {
        ...switches,
        callbackRules: switches.callbackRules.map((rule) => ({ ...rule, url: moved(rule.url) })),
      },
    })
  }
}
