import { join } from 'node:path'
import { BenchError } from '../../protocol/bench-error'
import { benchOver, type Bench } from '../bench'
import { connect } from '../connection/lasting-connection'
import { startHost } from './host-process'

/** The ports of a bench; 0, the default here, is any free port. */
export interface StartPorts {
  readonly workbench?: number | undefined
  readonly platform?: number | undefined
  readonly platformTls?: number | undefined
  readonly merchant?: number | undefined
  readonly merchantTls?: number | undefined
}

/** What a bench of a test is started with. */
export interface StartOptions {
  /** Folder for payments, messages and certificates. Without one everything is kept in memory. */
  readonly dataDir?: string | undefined
  /** Keeps everything in memory: the default where no folder is given. */
  readonly inMemory?: boolean | undefined
  readonly ports?: StartPorts | undefined
  /** Id and secret of the project that is used where none is named (default: made up). */
  readonly project?: { readonly id: number; readonly secret: string } | undefined
}

/** A bench that this process has started. */
export interface StartedBench extends Bench {
  /** The end of what the bench has written to its log, for the report of a failed test. */
  log(): string
  /** Ends the connection and the bench. */
  stop(): Promise<void>
}

const PORT_OPTIONS = {
  workbench: 'workbench-port',
  platform: 'platform-port',
  platformTls: 'platform-tls-port',
  merchant: 'merchant-port',
  merchantTls: 'merchant-tls-port',
} as const satisfies Readonly<Record<keyof StartPorts, string>>

/** The program of the browser host in the published package, beside this file. */
const HOST_SCRIPT = join(import.meta.dirname, 'host.js')

/**
 * Starts a bench in a process of its own and joins it. It ends with {@link StartedBench.stop}, or with this process.
 * @throws BenchError `invalid_params` for options that contradict each other, `unavailable` with the log of the bench
 * where it does not start
 */
export async function startBench(options: StartOptions = {}): Promise<StartedBench> {
  const host = await startHost(HOST_SCRIPT, argumentsOf(options))
  try {
    const connection = await connect(host.address)
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
    throw new BenchError('invalid_params', 'dataDir and inMemory contradict each other. Give one of the two.')
  }
  const portNames = Object.keys(PORT_OPTIONS) as (keyof StartPorts)[]
  return [
    ...(dataDir === undefined ? ['--in-memory'] : [`--data-dir=${dataDir}`]),
    ...portNames.map((name) => `--${PORT_OPTIONS[name]}=${ports[name] ?? 0}`),
    ...(project === undefined ? [] : [`--project-id=${project.id}`, `--project-secret=${project.secret}`]),
  ]
}
