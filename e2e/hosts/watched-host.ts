import { startHost, type HostRun } from '../flows/testing/host-run'
import type { BuiltHost } from './built-host'
import { peakResidentBytes } from './peak-memory'
import { openSecondClient, type SecondClient } from './second-client'
import { temporaryFolder } from './started-bench'

/** A browser host as a process of its own, and another client of it that says how long its calls wait. */
export interface WatchedHost {
  readonly host: HostRun
  readonly client: SecondClient
  readonly dataDir: string
  /** Peak of the memory that it held, in bytes; 0 where the system does not say. */
  peakBytes(): number
  close(): Promise<void>
}

export async function openWatchedHost(built: BuiltHost): Promise<WatchedHost> {
  const folder = await temporaryFolder()
  const host = await startHost(built.script, folder.path)
  const client = await openSecondClient(host.ready)
  return {
    host,
    client,
    dataDir: folder.path,
    peakBytes: () => peakResidentBytes(host.process) ?? 0,
    async close() {
      await client.close()
      host.process.child.kill('SIGTERM')
      await host.process.ended
      await folder.remove()
    },
  }
}
