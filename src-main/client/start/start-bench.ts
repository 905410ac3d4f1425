import { join } from 'node:path'
import { BenchError, LISTENERS } from '#protocol/connection'
import { benchOver, type Addresses, type Bench } from '#client/bench'
import { connect } from '#client/connection/lasting-connection'
import { startHost } from './host-process'

/** Default: 0, any free port. */
export type StartPorts = Readonly<Partial<Record<keyof Addresses, number | undefined>>>

export interface StartOptions {
  /** Folder for payments, messages and certificates. Default: everything stays in memory. */
  readonly dataDir?: string | undefined
  readonly inMemory?: boolean | undefined
  readonly ports?: StartPorts | undefined
  /** Name shown to other clients next to this program's changes. 1 to 40 characters. */
  readonly name?: string | undefined
  /** The default project (default: random id and secret). */
  readonly project?: { readonly id: number; readonly secret: string } | undefined
}

export interface StartedBench extends Bench {
  /** The end of Paybench's log, for the report of a failed test. */
  log(): string
  stop(): Promise<void>
}

/** In the published package, `host.js` is in the same folder as this file. */
const HOST_SCRIPT = join(import.meta.dirname, 'host.js')

/**
 * Starts a bench in a separate process and connects to it. It runs until {@link StartedBench.stop} or the end
 * of this process.
 * @throws BenchError `invalid_params` for contradictory options, `unavailable` with the log if Paybench does
 * not start
 */
export async function startBench(options: StartOptions = {}): Promise<StartedBench> {
  const host = await startHost(HOST_SCRIPT, argumentsOf(options))
  try {
    const connection = await connect({ ...host.address, name: options.name })
    void host.ended.then((sentence) => {
      connection.end(new BenchError('unavailable', sentence))
    })
    const bench = await benchOver(connection)
    const stop = async (): Promise<void> => {
      await bench.close()
      await host.stop()
    }
    return { ...bench, close: stop, log: host.log, stop }
  } catch (error) {
    await host.stop()
    throw error
  }
}

function argumentsOf({ dataDir, inMemory, ports = {}, project }: StartOptions): readonly string[] {
  if (dataDir !== undefined && inMemory === true) {
    throw new BenchError(
      'invalid_params',
      'dataDir, inMemory: the two options contradict each other. Give only one of them.',
    )
  }
  return [
    ...(dataDir === undefined ? ['--in-memory'] : [`--data-dir=${dataDir}`]),
    ...LISTENERS.map((name) => `--${name.replace('Tls', '-tls')}-port=${ports[name] ?? 0}`),
    ...(project === undefined ? [] : [`--project-id=${project.id}`, `--project-secret=${project.secret}`]),
  ]
}
