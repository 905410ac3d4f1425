import { createBench } from '../../src-main/workbench/create-bench'
import type { OpenBench } from '../../src-main/workbench/bench'
import type { SendOutcome } from '../../src-main/bench/sending'
import { openStore } from '../../src-main/store/open'
import type { Store } from '../../src-main/store/store'
import { createBenchPorts } from '../../src-main/hosts/wiring/bench-ports'
import { NO_CUSTOMER_FILES } from './no-customer-files'

/** A bench in memory whose merchant is a function, over a store that a test can make fail. It is started. */
export interface FailingBench {
  readonly bench: OpenBench
  readonly store: Store
  /** What the bench said of its own faults, with the reason. */
  readonly faults: readonly string[]
}

/** `failing` puts a store that fails in the place of a good one; `send` answers with a status, 200 unless given. */
export function openFailingBench(options: {
  readonly failing: (store: Store) => Store
  readonly send?: () => Promise<number>
}): FailingBench {
  const { failing, send = () => Promise.resolve(200) } = options
  const opening = openStore({ directory: null, durability: 'normal', log: () => undefined })
  if (!opening.ok) throw new Error(opening.fault.message)
  const faults: string[] = []
  const log = (_level: string, message: string, error?: unknown): void => {
    if (error instanceof Error) faults.push(`${message}: ${error.message}`)
  }
  const store = failing(opening.store)
  const bench = createBench({
    store,
    storeNotices: [],
    ports: { ...createBenchPorts(log, ''), send: async () => answered(await send()) },
    version: '0.0.0',
    host: 'memory',
    customerFiles: NO_CUSTOMER_FILES,
    project: null,
  })
  const nowhere = { platform: '', platformTls: '', merchant: 'http://127.0.0.1:1', merchantTls: '' }
  bench.start({
    addresses: { ...nowhere, workbench: null },
    ...{ listeners: [], caPem: null, workbenchOrigin: null, notices: [] },
  })
  return { bench, store, faults }
}

const answered = (status: number): SendOutcome => ({
  ...{ requestHead: new Uint8Array(), wire: null, certificateError: null },
  response: { status, httpVersion: '1.1', headers: [], body: new Uint8Array(), truncated: false },
  ...{ failure: null, durationMs: 1, tlsVersion: null },
})

/** One turn of the event loop. */
export const turn = (): Promise<void> => new Promise((next) => setImmediate(next))
