import { LISTENERS } from '#protocol/connection'
import type { Result } from '#protocol/methods'
import type { BenchEvent } from '#protocol/events'
import { connect, type LastingConnection } from './connection/lasting-connection'
import type { NamedAddress } from './connection/socket'
import { createExpectations, type Expectations } from './expect/expectations'
import { methodsOver, type BenchMethods, type Call } from './methods'
import { createProject, type BenchProject, type ProjectOptions } from './project'

export type Addresses = Readonly<Record<(typeof LISTENERS)[number], string>>

export interface Bench extends BenchMethods {
  /** Calls a method by its full name, such as `payments.get`. */
  readonly call: Call
  readonly expect: Expectations
  readonly addresses: Addresses
  /** The default project, for calls that name no project. */
  readonly project: { readonly id: number; readonly secret: string; readonly callbackUrl: string | null }
  /** Creates a project whose callbacks go to a separate path of the merchant listener. */
  createProject(options?: ProjectOptions): Promise<BenchProject>
  /** Calls `listener` with every event from now on. Returns a function that removes the listener. */
  onEvent(listener: (event: BenchEvent) => void): () => void
  /** Disconnects. Paybench continues to run unless `startBench` started it. */
  close(): Promise<void>
}

/**
 * Connects to a running bench.
 * @param address `workbench` (as `url`) and `token` of its ready line; `ca` for a workbench over TLS; `name` is
 * shown to other clients
 * @throws BenchError `unauthorized` for a wrong token, `invalid_params` for a wrong address, `unavailable` if no
 * bench responds
 */
export async function connectBench(address: NamedAddress): Promise<Bench> {
  return benchOver(await connect(address))
}

export async function benchOver(connection: LastingConnection): Promise<Bench> {
  try {
    const info = await connection.call('bench.info', {})
    const urlOf = (name: string): string => info.listeners.find((one) => one.name === name)?.url ?? ''
    const addresses = Object.fromEntries(LISTENERS.map((name) => [name, urlOf(name)])) as Addresses
    return {
      ...methodsOver(connection.call),
      call: connection.call,
      expect: createExpectations(connection),
      addresses,
      project: defaultProjectOf(info),
      createProject: (options) => createProject(connection, addresses.merchant, options),
      onEvent: connection.onEvent,
      close: connection.close,
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

function defaultProjectOf({ projects, defaultProjectId }: Result<'bench.info'>): Bench['project'] {
  const project = projects.find(({ projectId }) => projectId === defaultProjectId)
  return {
    id: defaultProjectId,
    secret: project?.secret ?? '',
    callbackUrl: project?.callbackUrl ?? null,
  }
}
