import { performance } from 'node:perf_hooks'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ended, startChild } from '../child-process.mjs'
import { projectRoot, say } from '../project.mjs'

/**
 * Fills a data folder with payments by calling Paybench's own code, without sockets, in a separate process.
 * @param {string} directory
 * @param {number} payments
 * @returns {Promise<number>} how long it took without the build, in milliseconds
 */
export const fillDataFolder = async (directory, payments) => {
  const cache = join(projectRoot, 'node_modules/.cache/paybench')
  mkdirSync(cache, { recursive: true })
  // In node_modules, so that the bundle finds the native module.
  const folder = mkdtempSync(join(cache, 'fill-'))
  try {
    const { build } = await import('vite')
    await build({
      configFile: false,
      root: projectRoot,
      logLevel: 'error',
      build: {
        ssr: join(projectRoot, 'e2e/fixtures/hosts/fill-program.ts'),
        outDir: folder,
        emptyOutDir: false,
        target: 'node20.19',
        rolldownOptions: { output: { entryFileNames: 'fill.mjs' } },
      },
    })
    const started = performance.now()
    const child = startChild(process.execPath, [join(folder, 'fill.mjs'), directory, String(payments)], {
      stdio: ['ignore', 'pipe', 2],
    })
    let reportedAt = 0
    child.stdout?.on('data', (chunk) => {
      const done = String(chunk).trim().split('\n').at(-1)
      if (performance.now() - reportedAt < 5_000) return
      reportedAt = performance.now()
      say(`  ${done} of ${payments} payments made`)
    })
    const { code, signal } = await ended(child)
    if (code !== 0) throw new Error(`filling the data folder ended with ${signal ?? `code ${code}`}`)
    return performance.now() - started
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
