import type { Result } from '../protocol/methods'
import type { BenchEvent } from '../protocol/events'
import { addressesOf, type Addresses } from './bench-addresses'
import { connect, type LastingConnection } from './connection/lasting-connection'
import type { BenchAddress } from './connection/socket'
import { createExpectations, type Expectations } from './expect/expectations'
import { methodsOver, type BenchMethods, type Call } from './methods'
import { createProject, type BenchProject, type ProjectOptions } from './project'

/** A bench under test: all its methods, and waiting for what they bring about. */
export interface Bench extends BenchMethods {
  /** Calls a method by its whole name. */
  readonly call: Call
  /** Waits for callbacks, captures, exchanges and payments. */
  readonly expect: Expectations
  readonly addresses: Addresses
  /** The project of the bench that is used where none is named. */
  readonly project: { readonly id: number; readonly secret: string; readonly callbackUrl: string | null }
  /** Makes a project of its own, whose callbacks go to a path of their own at the capture server. */
  createProject(options?: ProjectOptions): Promise<BenchProject>
  /** Calls `listener` with every live event; returns the function that stops it. */
  onEvent(listener: (event: BenchEvent) => void): () => void
  /** Ends the connection. The bench goes on unless `startBench` has started it. */
  close(): Promise<void>
}

/**
 * Joins a bench that runs.
 * @param address `workbench` and `token` of its ready line
 * @throws BenchError `unauthorized` for a wrong token, `invalid_params` for a wrong address, `unavailable` where no
 * bench responds
 */
export async function connectBench(address: BenchAddress): Promise<Bench> {
  return benchOver(await connect(address))
}

/** The bench behind a connection; closes the connection where the bench cannot be read. */
export async function benchOver(connection: LastingConnection): Promise<Bench> {
  try {
    const info = await connection.call('bench.info', {})
    const addresses = addressesOf(info)
    return {
      ...methodsOver(connection.call),
      call: connection.call,
      expect: createExpectations(connection),
      addresses,
      project: defaultProjectOf(info),
      createProject: (options) => createProject(connection, addresses, options),
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
