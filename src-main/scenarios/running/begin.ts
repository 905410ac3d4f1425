import { DEFAULT_SWITCHES } from '#domain/project/project'
import { shapeIssues } from '#domain/read-shape'
import { projectsCreateParams } from '#protocol/projects'
import { SCENARIO_PROJECT } from '#protocol/scenarios'
import type { Scenario } from '#scenarios/reading/scenario'
import type { ProjectId } from '#domain/ids'
import type { Names } from './names'
import { type Evidence, StepFailure } from './result'
import { BenchError } from '#protocol/connection'
import { paymentSeen } from './expectations/views'
import { keyOf, type RunContext } from './context'
import type { ScenarioBench } from './http'
import { evidenceOfCallback, evidenceOfExchange } from './texts'

const MAX_NAME_CHARS = 80

/** Sets up the named project, or one that all runs of this scenario share. @throws StepFailure for refused settings */
export async function projectOf(
  bench: ScenarioBench,
  scenario: Scenario,
  names: Names,
  merchant: string,
): Promise<{ readonly projectId: ProjectId; readonly callbackUrl: string | null }> {
  const { id, secret, switches, callbackUrl: target } = names.resolve(scenario.given?.project ?? {})
  const { projects } = await bench.call('bench.info', {})
  const name = `${SCENARIO_PROJECT}${scenario.name}`.slice(0, MAX_NAME_CHARS)
  const isOwn = id === undefined
  const known = projects.find((project) => (isOwn ? project.name === name : project.projectId === Number(id)))
  const params = projectsCreateParams.safeParse({
    projectId: isOwn ? known?.projectId : Number(id),
    ...(isOwn ? { name } : {}),
    secret,
    switches: { ...(isOwn ? DEFAULT_SWITCHES : {}), ...switches },
  })
  if (!params.success)
    throw new StepFailure('Paybench refuses the project of the scenario. Correct the values below.', {
      lines: shapeIssues(params.error).map(({ field, message }) => `given.project.${field}: ${message}`),
    })
  const { projectId, callbackUrl: before } =
    known === undefined
      ? await bench.call('projects.create', params.data)
      : await bench.call('projects.update', { ...params.data, projectId: known.projectId })
  const where = target ?? (isOwn ? 'capture' : undefined)
  if (where === undefined) return { projectId, callbackUrl: before }
  const callbackUrl =
    where === 'none' ? null : where === 'capture' ? `${merchant}/callbacks/scenario-${projectId}` : where
  await bench.call('projects.update', { projectId, callbackUrl })
  return { projectId, callbackUrl }
}

/** Ids of messages that existed before the run: the newest of its project, and the newest requests of any project. */
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

const NEWEST_LOOKED_AT = 20
const MAX_SHOWN = 3
const NO_STEP = 'No step of the scenario has looked at it.'

/** At most three each of the requests, callbacks and payments that may explain a failure. */
export async function leftOver(run: RunContext, shown: readonly Evidence[]): Promise<readonly Evidence[]> {
  const { bench, projectId, used } = run
  if (run.signal.aborted) return []
  const known = new Set(shown.map(({ reference }) => reference?.id))
  const isNew = (id: string): boolean => !known.has(id) && !run.before.has(id)
  const oldestFirst = <Item>(left: readonly Item[], evidenceOf: (item: Item) => Promise<Evidence>) =>
    Promise.all(left.slice(0, MAX_SHOWN).reverse().map(evidenceOf))
  try {
    const keys = new Set(await Promise.all([...run.payments.values()].map((payment) => keyOf(run, payment))))
    keys.delete(null)
    const limit = NEWEST_LOOKED_AT
    const [requests, callbacks, payments] = await Promise.all([
      bench.call('exchanges.list', { limit }),
      bench.call('callbacks.list', { projectId, limit }),
      bench.call('payments.list', { projectId, limit }),
    ])
    const leftRequests = requests.items.filter(({ id, source, refusal, paymentKey }) => {
      if (source !== 'api' || !isNew(id) || run.own.has(id)) return false
      return refusal !== undefined || (!used.has(id) && (paymentKey === undefined || keys.has(paymentKey)))
    })
    const leftCallbacks = callbacks.items.filter(
      ({ id, paymentKey, attemptCount, lastStatus, replayOf }) =>
        isNew(id) &&
        (attemptCount === 0 || lastStatus !== 200 || replayOf !== undefined) &&
        // If no payment of the run is known, a callback about any payment of the project counts.
        (paymentKey === null || keys.size === 0 || keys.has(paymentKey)),
    )
    const leftPayments = payments.items.filter(
      ({ key, status }) => isNew(key) && keys.has(key) && status !== 'success',
    )
    return [
      ...(await oldestFirst(leftRequests, async ({ id }) => {
        const evidence = evidenceOfExchange(await bench.call('exchanges.get', { id }))
        return used.has(id) ? evidence : { ...evidence, remarks: [NO_STEP, ...(evidence.remarks ?? [])] }
      })),
      ...(await oldestFirst(leftCallbacks, async ({ id }) =>
        evidenceOfCallback(await bench.call('callbacks.get', { id })),
      )),
      ...(await oldestFirst(leftPayments, async ({ key }) => (await paymentSeen(run, key)).evidence())),
    ]
  } catch (error) {
    // Paybench has closed: the failure is reported without further evidence.
    if (error instanceof BenchError) return []
    throw error
  }
}
