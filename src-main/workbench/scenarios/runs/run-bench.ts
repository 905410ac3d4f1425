import { isOfScenario } from '#protocol/scenarios'
import type { ProjectView } from '#protocol/projects'
import { addressesOfListeners, addressesOfProject, hostsIn } from '#scenarios/running/reach'
import type { OwnBenches, SeparateBench } from '#workbench/own-benches'
import type { GivenValues } from '#scenarios/running/names'
import type { Send } from '#core/sending'
import { decodeUtf8 } from '#lib/bytes/utf8'
import { headersByName } from '#lib/http-message/message'
import { LIMITS } from '#lib/limits/limit-table'
import { RefusedConnection, type ScenarioBench, type SendHttp } from '#scenarios/running/http'

/** All projects except those that runs have created. */
export async function testersProjects(bench: ScenarioBench): Promise<readonly ProjectView[]> {
  const { items } = await bench.call('projects.list', {})
  return items.filter((project) => !isOfScenario(project))
}

/** The hosts to which callbacks of the projects go. */
export const namedHosts = (projects: readonly ProjectView[]): readonly string[] =>
  hostsIn(projects.flatMap(addressesOfProject))

/**
 * Opens a bench in memory for one run, with the tester's projects, so that merchants find the project numbers
 * and secrets that they know. Callbacks to our own listeners go to the listeners of that bench.
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
  const moveUrl = (url: string): string => {
    const { origin } = new URL(url)
    const listener = ours.listeners.find((each) => addressesOfListeners([each]).includes(origin))
    const same = theirs.listeners.find(({ name }) => name === listener?.name)
    return same === undefined ? url : same.url + url.slice(origin.length)
  }
  for (const project of projects) {
    const { callbackUrl, switches } = project
    const callbackRules = switches.callbackRules.map((rule) => ({ ...rule, url: moveUrl(rule.url) }))
    const isKnown = theirs.projects.some(({ projectId }) => projectId === project.projectId)
    await to.call(isKnown ? 'projects.update' : 'projects.create', {
      ...project,
      callbackUrl: callbackUrl === null ? null : moveUrl(callbackUrl),
      switches: { ...switches, callbackRules },
    })
  }
}

/** In the window, scenarios read only environment variables with this prefix: a file may come from somebody else. */
const READ_FROM = 'PAYBENCH_'

/** The values for a run from the window: only Paybench's environment variables, and each project's own secret. */
export const valuesOfWindow = (
  environment: GivenValues['environment'],
  secretOf: NonNullable<GivenValues['secretOf']>,
): GivenValues => ({
  variables: {},
  environment: Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith(READ_FROM))),
  secretOf,
  remedyFor: (name, { env = '', secret }) => {
    const isRead = env.startsWith(READ_FROM)
    if (secret !== true)
      return `Give ${name} a default in the file, or run the file with paybench run. ${isRead ? `The window takes it from ${env} in the environment in which Paybench was started.` : ONLY_THESE}`
    return isRead
      ? `Start Paybench with ${env} in its environment, or run the file with paybench run. If it is only the secret of given.project, you can add the project with this number and its secret in Settings instead.`
      : `${ONLY_THESE} Make the file read it from such a variable, or run the file with paybench run.`
  },
})

const ONLY_THESE = `The window reads only environment variables whose names begin with ${READ_FROM}.`

/** From the first attempt to connect to the last byte of the response, wall-clock milliseconds. */
const TIMEOUT_MS = 30_000

/** Sends for scenarios and exams the way callbacks are sent, with the same limits except {@link TIMEOUT_MS}. */
export const httpOver =
  (send: Send): SendHttp =>
  async ({ url, method, headers, body }, signal) => {
    const bytes = new TextEncoder().encode(body ?? '')
    const { response, failure } = await send({
      url,
      method,
      headers: [
        ...Object.entries(headers),
        ...(body === null ? [] : [['Content-Length', String(bytes.byteLength)] as const]),
        ['Connection', 'close'],
      ],
      body: bytes,
      verifyCertificate: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    if (failure !== null) {
      if (failure.code === 'refused') throw new RefusedConnection(url)
      throw new Error(failure.message)
    }
    if (response === null || response.truncated)
      throw new Error(`The response from ${url} is larger than ${String(LIMITS.responseBodyBytes)} bytes.`)
    if (response.status === 101)
      throw new Error(`${url} switched to another protocol (101), which was not requested.`)
    const text = decodeUtf8(response.body)
    const { status, httpVersion, reasonPhrase = '' } = response
    return {
      status,
      startLine: `HTTP/${httpVersion} ${String(status)} ${reasonPhrase}`.trimEnd(),
      fields: response.headers,
      headers: headersByName(response.headers),
      text: text ?? Buffer.from(response.body).toString('utf8'),
      ...(text === undefined ? { bytes: response.body } : {}),
    }
  }
