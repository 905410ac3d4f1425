import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'
import type { ReadyInfo } from '../../src-main/hosts/ready-info'

const root = resolve(import.meta.dirname, '../..')

const waited = z.object({ longestMs: z.number(), calls: z.int(), failures: z.int() })

/** How long the calls of the second client waited, in milliseconds of real time. */
export type Waited = z.infer<typeof waited>

/**
 * Another client of a running bench, in a process of its own: what it sees is not disturbed by what the test itself does.
 */
export interface SecondClient {
  /** Does something and says how long other calls waited meanwhile. */
  during(work: () => Promise<void>): Promise<Waited>
  close(): Promise<void>
}

export async function openSecondClient({
  workbench,
  token,
}: Pick<ReadyInfo, 'workbench' | 'token'>): Promise<SecondClient> {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'paybench-client-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: resolve(import.meta.dirname, 'second-client-program.ts'),
      target: 'node20.19',
      outDir: folder,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'client.mjs' } },
    },
    ssr: { noExternal: true },
  })
  const child = fork(join(folder, 'client.mjs'), [workbench ?? '', token ?? ''], {
    stdio: 'inherit',
    execArgv: [],
  })

  const measure = async (work: () => Promise<void>): Promise<Waited> => {
    child.send('begin')
    await work()
    const answer = messageOf(child)
    child.send('end')
    return waited.parse(await answer)
  }
  // The first calls open connections and load code on both sides.
  await measure(() => Promise.resolve())
  return {
    during: measure,
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The next message; rejects where the program ends instead. */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const ending = new AbortController()
  const [what, value] = await Promise.race([
    once(child, 'message', { signal: ending.signal }).then(([message]) => ['message', message] as const),
    once(child, 'exit', { signal: ending.signal }).then(([code]) => ['exit', code] as const),
  ]).finally(() => ending.abort())
  if (what === 'exit') throw new Error(`The second client ended with ${String(value)}`)
  return value
}
