import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Params, Result } from '#protocol/methods'
import type { ReadyInfo } from '#hosts/running-bench'
import { NO_CUSTOMER_FILES } from '#core/testing/no-customer-files'
import type { Log } from '#core/sending'
import { createOwnBenches } from '#hosts/own-bench/own-bench'
import { startBench } from '#hosts/start-bench'
import { launchOptions } from '#e2e/fixtures/hosts/started-bench'
import { automationOf, type Automation } from './automation'
import { signed, type JsonRecord } from './signer'
import { exchange, type WireResponse } from './wire-client'

/** The project of every flow bench. */
export const PROJECT = { id: 9041, secret: 'flow-secret-7Rk2vQ' } as const

/** Virtual time of the frozen clock of a flow bench: before the fixed expiry dates of the test cards. */
export const START = Date.parse('2030-04-09T10:00:00.000Z')

/** The time `ms` milliseconds after {@link START}. */
export const at = (ms: number): string => new Date(START + ms).toISOString()

export type SwitchChange = NonNullable<Params<'projects.update'>['switches']>

/** A complete bench in this process: store on disk, real listeners on free ports. */
export interface FlowBench extends Automation {
  readonly ready: ReadyInfo
  readonly dataDir: string
  /** Signs `body` in `general` and posts it to the platform, over HTTP unless `base` says otherwise. */
  post(
    path: string,
    body: Signable,
    base?: { readonly url: string; readonly ca?: string },
  ): Promise<WireResponse>
  /** Settles when nothing is due on the virtual clock and no callback is being delivered. */
  settle(): Promise<void>
  /** Advances the virtual clock and does all work that becomes due. */
  advance(ms: number): Promise<Result<'clock.advance'>>
  switches(change: SwitchChange): Promise<void>
  /** Ends the bench and starts another on the same folder; `between` runs while no bench uses it. */
  restart(between?: () => void): Promise<FlowBench>
  /** Ends the bench but keeps its folder, which is removed when all tests have ended. */
  close(): Promise<void>
}

export interface Signable extends JsonRecord {
  readonly general: JsonRecord
}

/**
 * `clock`: `frozen` at {@link START} unless the test needs wall time. `callbackUrl`: by default the capture server.
 * Anything that the bench logs as an error makes `close` fail: no test overlooks an error of the product.
 */
export async function openFlowBench(
  options: {
    readonly clock?: 'frozen' | 'live'
    readonly callbackUrl?: string | null
    readonly switches?: SwitchChange
    readonly dataDir?: string
  } = {},
): Promise<FlowBench> {
  const { clock = 'frozen', callbackUrl, switches = {} } = options
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'paybench-flow-'))
  const bench = await open(dataDir)
  if (clock === 'frozen') {
    await bench.call('clock.set', { mode: 'frozen', now: at(0) })
  }
  await bench.call('projects.update', {
    projectId: PROJECT.id,
    switches,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  })
  return bench
}

async function open(dataDir: string): Promise<FlowBench> {
  const faults: string[] = []
  const parts = {
    rendererDirectory: join(dataDir, 'no-page'),
    scenariosDirectory: join(import.meta.dirname, '../../../resources/scenarios'),
    readCustomerFiles: () => NO_CUSTOMER_FILES,
  }
  const log: Log = (level, message, error) => {
    if (level === 'error') faults.push(`${message} ${error instanceof Error ? String(error.stack) : ''}`)
  }
  const project = [`--project-id=${PROJECT.id}`, `--project-secret=${PROJECT.secret}`]
  const outcome = await startBench(launchOptions([`--data-dir=${dataDir}`, ...project]), {
    ...parts,
    kind: 'browser',
    version: '0.0.0',
    workbenchOrigin: null,
    log,
    ownBenches: createOwnBenches(parts, log),
  })
  if (outcome.kind === 'failed') throw new Error(outcome.failure.message)
  const { ready, close } = outcome.bench
  const automation = automationOf(ready)

  const bench: FlowBench = {
    ready,
    dataDir,
    ...automation,
    post: (path, body, base = { url: ready.platform }) =>
      exchange(`${base.url}${path}`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(signed(body, PROJECT.secret)),
        ...(base.ca === undefined ? {} : { ca: base.ca }),
      }),
    async settle() {
      await bench.call('clock.advance', { ms: 0 })
    },
    advance: (ms) => bench.call('clock.advance', { ms }),
    async switches(change) {
      await bench.call('projects.update', { projectId: PROJECT.id, switches: change })
    },
    async restart(between = () => undefined) {
      await bench.close()
      between()
      return open(dataDir)
    },
    async close() {
      await close()
      if (faults.length > 0) throw new Error(`The bench logged errors:\n${faults.join('\n')}`)
    },
  }
  return bench
}
