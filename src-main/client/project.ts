import type { Params, Result } from '#protocol/methods'
import type { LastingConnection } from './connection/lasting-connection'
import { createExpectations, type Expectations } from './expect/expectations'

export interface ProjectOptions {
  readonly name?: string | undefined
  /** Target of its callbacks (default: a separate path of the merchant listener; null for none). */
  readonly callbackUrl?: string | null | undefined
  /** Switches that differ from their defaults. */
  readonly switches?: Params<'projects.update'>['switches'] | undefined
}

/** A separate project. Tests that each have a project can run in parallel on one bench. */
export interface BenchProject {
  readonly id: number
  readonly secret: string
  /** Null if no callback is sent. */
  readonly callbackUrl: string | null
  readonly expect: Expectations
  createPayment(params: Omit<Params<'payments.create'>, 'projectId'>): Promise<Result<'payments.create'>>
  updateSwitches(switches: NonNullable<ProjectOptions['switches']>): Promise<void>
}

/**
 * Creates a project with a new id and a new secret.
 * @param merchant address of the merchant listener
 * @throws BenchError `invalid_params` if a switch or the callback URL is invalid
 */
export async function createProject(
  connection: LastingConnection,
  merchant: string,
  { name, callbackUrl, switches }: ProjectOptions = {},
): Promise<BenchProject> {
  const created = await connection.call('projects.create', {
    ...(name === undefined ? {} : { name }),
    ...(switches === undefined ? {} : { switches }),
    callbackUrl: callbackUrl ?? null,
  })
  const projectId = created.projectId
  const project =
    callbackUrl === undefined
      ? await connection.call('projects.update', {
          projectId,
          callbackUrl: `${merchant}/callbacks/${projectId}`,
        })
      : created
  return {
    id: projectId,
    secret: project.secret,
    callbackUrl: project.callbackUrl,
    expect: createExpectations(connection, projectId),
    createPayment: (params) => connection.call('payments.create', { ...params, projectId }),
    async updateSwitches(changed) {
      await connection.call('projects.update', { projectId, switches: changed })
    },
  }
}
