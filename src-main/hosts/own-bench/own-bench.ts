import { writeFile } from 'node:fs/promises'
import { connect, type LastingConnection } from '#client/connection/lasting-connection'
import type { Result } from '#protocol/methods'
import type { PortChoice } from '#net/listener'
import type { BenchHost } from '#hosts/running-bench'
import { startBench } from '#hosts/start-bench'
import { VERSION } from '#hosts/version'

/** A separate bench in this process, for a run of scenarios or an exam: in memory, on free ports. */
export interface OwnBench {
  readonly connection: LastingConnection
  /** Where the merchant reaches the platform, such as `http://127.0.0.1:8610`. */
  readonly platform: string
  /** Saves all its data as a session file. */
  save(file: string): Promise<void>
  close(): Promise<void>
}

/** The built parts that a separate bench needs. */
export type OwnBenchParts = Pick<
  BenchHost,
  'rendererDirectory' | 'scenariosDirectory' | 'readCustomerFiles' | 'indexProgram' | 'foreignProgram'
>

/** How others reach a separate bench. */
export interface OwnBenchNetwork {
  /** The address that its listeners bind to. */
  readonly bind: string
  /** Further names under which they respond; the first one is what a merchant is given. */
  readonly allowHosts: readonly string[]
}

/** Only this computer reaches it. */
export const LOOPBACK_ONLY: OwnBenchNetwork = { bind: '127.0.0.1', allowHosts: [] }

const FREE = { kind: 'default', port: 0 } as const

/**
 * Starts a separate bench and connects to it.
 * @param say writes an error of the bench as a line for a person
 * @throws Error with sentences for people where it does not start
 */
export async function startOwnBench(
  parts: OwnBenchParts,
  say: (line: string) => void,
  {
    platform = FREE,
    network = LOOPBACK_ONLY,
    name,
    maySendTo,
  }: {
    readonly platform?: PortChoice | undefined
    readonly network?: OwnBenchNetwork
    /** The command that makes the calls. */
    readonly name?: string
    readonly maySendTo?: (host: string) => boolean
  } = {},
): Promise<OwnBench> {
  const outcome = await startBench(
    {
      host: 'browser',
      storage: { kind: 'memory' },
      ...network,
      ports: { workbench: FREE, platform, platformTls: FREE, merchant: FREE, merchantTls: FREE },
      project: null,
      workbenchTls: false,
      tokenFile: null,
      open: false,
      readyJson: false,
    },
    {
      kind: 'browser',
      version: VERSION,
      ...parts,
      workbenchOrigin: null,
      log(level, message) {
        if (level === 'error') say(message)
      },
      ...(maySendTo === undefined ? {} : { maySendTo }),
    },
  )
  if (outcome.kind === 'failed') throw new Error(outcome.failure.message)
  const { bench } = outcome
  const { workbench, token } = bench.ready
  const connection = await connect({ url: workbench ?? '', token: token ?? '', name })
  return {
    connection,
    platform: bench.ready.reachableAt?.platform?.[0] ?? bench.ready.platform,
    async save(file) {
      const { id } = await connection.call('sessions.export', {})
      const parts: Uint8Array[] = []
      for (let offset: number | null = 0; offset !== null;) {
        const part: Result<'sessions.download'> = await connection.call('sessions.download', { id, offset })
        parts.push(Buffer.from(part.chunkBase64, 'base64'))
        offset = part.next
      }
      await writeFile(file, Buffer.concat(parts))
    },
    async close() {
      await connection.close()
      await bench.close()
    },
  }
}
