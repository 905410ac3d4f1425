/** The public API of `paybench/playwright`: a bench for each worker and a project for each test. */
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { connectBench, type Bench } from './bench'
import type { BenchProject } from './project'
import { startBench, type StartOptions } from './start/start-bench'

export interface BenchOptions {
  /** Options of a new bench, or the address of a running one. Default: a new bench in memory for each worker. */
  readonly benchOptions: StartOptions | { readonly url: string; readonly token: string }
}

export interface BenchFixtures {
  /** A project for this test only, with expectations limited to it. */
  readonly project: BenchProject
}

export interface BenchWorkerFixtures extends BenchOptions {
  /** One bench for each worker; tests run on it in parallel. */
  readonly bench: Bench
}

type TestArgs = PlaywrightTestArgs & PlaywrightTestOptions & BenchFixtures
type WorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions & BenchWorkerFixtures

/** Playwright's `test` with the fixtures `bench` (one for each worker) and `project` (one for each test). */
export const test: TestType<TestArgs, WorkerArgs> = base.extend<BenchFixtures, BenchWorkerFixtures>({
  benchOptions: [{}, { scope: 'worker', option: true }],
  bench: [
    async ({ benchOptions }, use) => {
      const bench = 'url' in benchOptions ? await connectBench(benchOptions) : await startBench(benchOptions)
      await use(bench)
      await bench.close()
    },
    { scope: 'worker' },
  ],
  project: async ({ bench }, use, { title }) => {
    await use(await bench.createProject({ name: title.slice(0, 80) }))
  },
})

export { expect } from '@playwright/test'
