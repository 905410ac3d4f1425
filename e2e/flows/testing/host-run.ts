import type { ReadyInfo } from '#hosts/running-bench'
import { builtHost, runHost, type HostProcess } from '#e2e/fixtures/hosts/built-host'
import { FREE_PORTS } from '#e2e/fixtures/hosts/free-ports'
import { automationOf, type Automation } from './automation'
import { PROJECT } from './flow-bench'
import { signed, type JsonRecord } from './signer'
import { exchange, type WireResponse } from './wire-client'

/** The browser host on a data folder, in its own process, which can be ended in any way. */
export interface HostRun extends Automation {
  readonly process: HostProcess
  readonly ready: ReadyInfo
  /** Signs and posts to the platform; rejects if the process dies before the response is complete. */
  post(path: string, body: JsonRecord & { readonly general: JsonRecord }): Promise<WireResponse>
  /** Ends the process without warning. */
  kill(): Promise<void>
}

export async function startHost(dataDir: string): Promise<HostRun> {
  const process = runHost(await builtHost(), [
    ...['--ready-json', '--no-open', `--data-dir=${dataDir}`],
    ...FREE_PORTS,
    ...[`--project-id=${PROJECT.id}`, `--project-secret=${PROJECT.secret}`],
  ])
  const [line] = await process.printed(/\{"event":"ready".*\}(?=\n)/)
  const ready = JSON.parse(line) as ReadyInfo
  return {
    process,
    ready,
    ...automationOf(ready),
    post: (path, body) =>
      exchange(`${ready.platform}${path}`, { body: JSON.stringify(signed(body, PROJECT.secret)) }),
    async kill() {
      process.child.kill('SIGKILL')
      await process.ended
    },
  }
}
