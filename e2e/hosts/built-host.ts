import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** The browser host as a script for Node beside the customer's files, made as the build makes them but without the page. */
export interface BuiltHost {
  readonly script: string
  remove(): Promise<void>
}

export async function buildBrowserHost(): Promise<BuiltHost> {
  // Below node_modules, so that the native module is found.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'paybench-host-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: resolve(root, 'src-main/hosts/node/index.ts'),
      target: 'node20.19',
      outDir: join(folder, 'main'),
      rolldownOptions: { output: { format: 'es', entryFileNames: 'host.js' } },
    },
    ssr: { noExternal: true, external: ['@photostructure/sqlite'] },
  })
  const script = join(root, 'scripts/build-customer.mjs')
  await promisify(execFile)(process.execPath, [script, join(folder, 'customer')], { cwd: root })
  return { script: join(folder, 'main/host.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A running host with everything it printed. */
export interface HostProcess {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Settles when `pattern` was printed on standard output; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

export function runHost(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): HostProcess {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  })
  let stdout = ''
  let stderr = ''
  const watchers = new Set<() => void>()
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8')
    for (const watcher of [...watchers]) watcher()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  const ended = new Promise<number | NodeJS.Signals | null>((settle) => {
    child.once('close', (code, signal) => {
      settle(code ?? signal)
    })
  })
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    printed: (pattern) =>
      new Promise((settle, reject) => {
        const look = (): void => {
          const found = pattern.exec(stdout)
          if (found === null) return
          watchers.delete(look)
          settle(found)
        }
        watchers.add(look)
        look()
        void ended.then((end) => {
          reject(new Error(`The host ended with ${String(end)} first.\n${stdout}\n${stderr}`))
        })
      }),
  }
}
