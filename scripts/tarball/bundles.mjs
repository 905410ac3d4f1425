import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../project.mjs'

const programs = {
  host: 'src-main/hosts/node/index.ts',
  'index-worker': 'src-main/hosts/index-worker.ts',
  'foreign-worker': 'src-main/hosts/foreign-worker.ts',
  cli: 'src-main/hosts/cli/index.ts',
  client: 'src-main/client/index.ts',
  playwright: 'src-main/client/playwright.ts',
}

/** Not bundled: the native module, and what users of the fixtures install themselves. */
const external = ['@photostructure/sqlite', '@playwright/test']

/**
 * Bundles the programs of the published package, for Node 20.19 and later.
 * @param {string} folder
 */
export const bundlePrograms = (folder) =>
  build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20.19',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([name, path]) => [name, join(projectRoot, path)]),
        ),
        // All in one folder: the programs find each other and the window's files relative to themselves.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true, external },
  })
