import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connect, type LastingConnection } from '#client/connection/lasting-connection'
import type { Result } from '#protocol/methods'
import type { PortChoice } from '#net/listener'
import type { BenchHost } from '#hosts/running-bench'
import { startBench } from '#hosts/start-bench'
import { VERSION } from '#hosts/process'
import type { OwnBenches } from '#workbench/own-benches'
import type { Log } from '#core/sending'
import type { SendHttp } from '#scenarios/running/http'
import { createForeign } from '#scenarios/foreign/create-foreign'
import { allowedHosts } from '#scenarios/running/reach'
import { sendMessage } from '#net/sender/send-message'
import { httpOver } from '#workbench/scenarios/runs/run-bench'
import { readCustomerFiles } from '#platform/form/pages/assets'

/** A separate bench in this process, for scenarios or an exam: in memory, on free or given ports. */
export interface OwnBench {
  readonly connection: LastingConnection
  /** The platform's address for the merchant, such as `http://127.0.0.1:8610`. */
  readonly platform: string
  save(file: string): Promise<void>
  close(): Promise<void>
}

type OwnBenchParts = Pick<
  BenchHost,
  'rendererDirectory' | 'scenariosDirectory' | 'readCustomerFiles' | 'indexProgram' | 'foreignProgram'
>

interface OwnBenchNetwork {
  readonly bind: string
  /** Further names under which the listeners respond; a merchant gets the first one. */
  readonly allowHosts: readonly string[]
}

export const LOOPBACK_ONLY: OwnBenchNetwork = { bind: '127.0.0.1', allowHosts: [] }

const FREE = { kind: 'default', port: 0 } as const

/** The port given with an option; if absent, `fallback` or the next free port after it (0: any free port). */
export const platformAt = (port: number | null, option: string, fallback = 0): PortChoice =>
  port === null ? { kind: 'default', port: fallback } : { kind: 'explicit', port, option }

/**
 * Starts a separate bench and connects to it.
 * @param say shows an error of the separate bench to the user, as one line
 * @throws Error with a message for the user if the separate bench does not start
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

const sender = (hosts: readonly string[]): SendHttp =>
  guarded(allowedHosts(hosts), () => 'Add it to the hosts that may be tested.')

/** Opens a separate bench for each exam and scenario run in the window, like `paybench exam` and `paybench run`. */
export function createOwnBenches(parts: OwnBenchParts, log: Log): OwnBenches {
  return {
    mayTest: (host, named) => allowedHosts(named)(host),
    sender,
    async open({ platformPort, hosts }) {
      const maySendTo = allowedHosts(hosts)
      const { connection, platform, close } = await startOwnBench(
        parts,
        (line) => {
          log('error', `A separate bench: ${line}`)
        },
        {
          platform: platformAt(platformPort === 0 ? null : platformPort, '“Port of the platform”'),
          maySendTo,
        },
      )
      const foreign = createForeign(parts.foreignProgram)
      return {
        bench: connection,
        send: sender(hosts),
        foreign,
        platform,
        async close() {
          await Promise.all([foreign.close(), close()])
        },
      }
    },
  }
}

const sendHttp = httpOver(sendMessage)

/** Sends only to hosts that may be tested; rejects for others with `remedy`, which says how to allow the host. */
export function guarded(maySendTo: (host: string) => boolean, remedy: (host: string) => string): SendHttp {
  return (request, signal) => {
    const host = new URL(request.url).hostname
    return maySendTo(host)
      ? sendHttp(request, signal)
      : Promise.reject(new Error(`${host} is not on this computer. ${remedy(host)}`))
  }
}

export interface BuiltFolders extends Omit<OwnBenchParts, 'readCustomerFiles' | 'foreignProgram'> {
  readonly customerDirectory: string
  /** The program that works on untrusted data; if absent, this thread works on it. */
  readonly foreignProgram?: URL
}

/** @param directory the folder of the built main program */
export const builtAround = (directory: string): BuiltFolders => ({
  rendererDirectory: join(directory, '../renderer'),
  customerDirectory: join(directory, '../customer'),
  scenariosDirectory: join(directory, '../scenarios'),
  indexProgram: pathToFileURL(join(directory, 'index-worker.js')),
  foreignProgram: pathToFileURL(join(directory, 'foreign-worker.js')),
})

/** The built parts for every bench of a Node process. */
export const builtParts = ({ customerDirectory, ...parts }: BuiltFolders): OwnBenchParts => ({
  ...parts,
  readCustomerFiles: () => readCustomerFiles(customerDirectory),
})
