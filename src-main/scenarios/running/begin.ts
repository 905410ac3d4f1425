import { DEFAULT_SWITCHES } from '#domain/project/project'
import { projectsCreateParams } from '#protocol/projects'
import { SCENARIO_PROJECT } from '#protocol/scenarios'
import type { Scenario } from '#scenarios/reading/scenario'
import type { ProjectId } from '#domain/ids'
import type { ScenarioBench } from './scenario-bench'
import { NEWEST_LOOKED_AT } from './left-over'
import type { Names } from './names'
import { StepFailure } from './result'

const MAX_NAME_CHARS = 80

/**
 * Prepares the project of a run: the one that the scenario names, else one of its own, which its next run uses again.
 * @throws StepFailure for settings that the bench refuses
 */
export async function projectOf(
  bench: ScenarioBench,
  scenario: Scenario,
  names: Names,
  merchant: string,
): Promise<{ readonly projectId: ProjectId; readonly callbackUrl: string | null }> {
  const given = names.resolve(scenario.given?.project ?? {})
  const { projects } = await bench.call('bench.info', {})
  const name = `${SCENARIO_PROJECT}${scenario.name}`.slice(0, MAX_NAME_CHARS)
  const known = projects.find((project) =>
    given.id === undefined ? project.name === name : project.projectId === Number(given.id),
  )
  const projectId = given.id === undefined ? known?.projectId : Number(given.id)
  const own = given.id === undefined
  const params = projectsCreateParams.safeParse({
    ...(projectId === undefined ? {} : { projectId }),
    ...(own ? { name } : {}),
    ...(given.secret === undefined ? {} : { secret: given.secret }),
    switches: { ...(own ? DEFAULT_SWITCHES : {}), ...given.switches },
  })
  if (!params.success) {
    const lines = params.error.issues.map(
      ({ path, message }) => `given.project.${path.join('.')}: ${message}`,
    )
    throw new StepFailure('The bench refuses the project of the scenario. Correct the values below.', {
      lines,
    })
  }
  const made =
    known === undefined
      ? await bench.call('projects.create', params.data)
      : await bench.call('projects.update', { ...params.data, projectId: known.projectId })
  const where = given.callbackUrl ?? (own ? 'capture' : undefined)
  if (where === undefined) return { projectId: made.projectId, callbackUrl: made.callbackUrl }
  const callbackUrl =
    where === 'none' ? null : where === 'capture' ? `${merchant}/callbacks/scenario-${made.projectId}` : where
  await bench.call('projects.update', { projectId: made.projectId, callbackUrl })
  return { projectId: made.projectId, callbackUrl }
}

/** Ids of the messages that existed before the run: those of its project, and the newest requests of any project. */
export async function messagesBefore(bench: ScenarioBench, projectId: ProjectId): Promise<readonly string[]> {
  const filter = { projectId, limit: 500 }
  const lists = await Promise.all([
    bench.call('callbacks.list', filter),
    bench.call('captures.list', filter),
    bench.call('exchanges.list', filter),
    bench.call('exchanges.list', { limit: NEWEST_LOOKED_AT }),
  ])
  return lists.flatMap(({ items }) => items.map(({ id }) => id))
}
