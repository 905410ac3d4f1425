import type { ServedBench } from '#protocol/server'
import { createHealthCheck } from '#net/listener'
import { createHostGuard } from '#net/host-guard'
import type { WorkbenchLimits } from '#net/workbench/access'
import type { PageFiles } from '#net/workbench/page'
import { createWorkbenchListener } from '#net/workbench/workbench-listener'

/** A workbench listener on a free loopback port. */
export interface TestWorkbench {
  readonly url: string
  readonly port: number
  readonly token: string
  readonly logged: string[]
  /** `POST /api/v1/{method}`; `headers` replace the usual fields, and null leaves a field out. */
  call(method: string, body?: string, headers?: Readonly<Record<string, string | null>>): Promise<Response>
  close(): Promise<void>
}

export const TEST_TOKEN = '5f'.repeat(32)

export async function openWorkbench(
  bench: ServedBench,
  options: {
    readonly limits?: Partial<WorkbenchLimits>
    readonly pages?: PageFiles
    readonly frameOrigins?: readonly string[]
  } = {},
): Promise<TestWorkbench> {
  const logged: string[] = []
  const listener = createWorkbenchListener({
    bench,
    token: TEST_TOKEN,
    allowHost: createHostGuard({ bindAddress: '127.0.0.1', allowedHosts: ['bench.test'] }),
    health: createHealthCheck('9.8.7', () => false),
    tls: null,
    pages: options.pages ?? new Map(),
    frameOrigins: () => options.frameOrigins ?? [],
    limits: { lingerMs: 100, closeTimeoutMs: 200, ...options.limits },
    log: ({ message, error }) =>
      void logged.push(error instanceof Error ? `${message} ${error.message}` : message),
  })
  const { port } = await listener.listen({ host: '127.0.0.1', port: { kind: 'default', port: 0 } })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    token: TEST_TOKEN,
    logged,
    call(method, body, headers = {}) {
      const fields: Readonly<Record<string, string | null>> = {
        Authorization: `Bearer ${TEST_TOKEN}`,
        'Content-Type': 'application/json',
        ...headers,
      }
      const sent = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null)
      return fetch(`${url}/api/v1/${method}`, {
        method: 'POST',
        headers: sent,
        ...(body === undefined ? {} : { body }),
      })
    },
    close: () => listener.close({ graceMs: 200 }),
  }
}
