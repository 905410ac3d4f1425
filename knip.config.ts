import type { KnipConfig } from 'knip'
import { customerSources } from './scripts/customer-scripts/sources.mjs'

/** The scripts of the customer's browser, which scripts/build-customer.mjs bundles by their paths. */
const customerScripts = Object.values(customerSources)
  .flat()
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `${path}!`)

/**
 * Finds files, exports and dependencies that nothing uses. With `--production`, only what the built program reaches
 * counts as a use (the entries that end in `!`), so that code used only by tests is found too.
 */
export default {
  entry: [
    'src-main/hosts/{electron,node,cli}/index.ts!',
    // Worker threads, started by their paths.
    'src-main/hosts/index-worker.ts!',
    'src-main/hosts/foreign-worker.ts!',
    'src-main/client/{index,playwright}.ts!',
    // Loaded by scripts/protocol/load.mjs by its path.
    'scripts/protocol/entry.ts',
    'src-main/hosts/electron/preload.ts!',
    'src-renderer/workbench/main.tsx!',
    ...customerScripts,
    // Programs that tests and measurements start by their path.
    'e2e/double/register.mjs',
    'e2e/flows/testing/crowd-probe.mjs',
    'e2e/fixtures/hosts/*-program.ts',
    'e2e/firefox/vitest.config.ts',
    'scripts/measure/*.mjs',
    'src-main/store/testing/writer.ts',
    'src-main/scenarios/foreign/testing/one-task.ts',
    // Declarations without imports: a tsconfig includes them.
    'src-main/lib/universal.d.ts',
    // A plugin of oxlint.
    'scripts/lint/house-rules.mjs',
    // Read by electron-vite, which scripts/build.mjs starts by its path.
    'electron.vite.config.ts',
  ],
  project: [
    'src-main/**/*.ts!',
    'src-renderer/**/*.{ts,tsx}!',
    'scripts/**/*.{mjs,ts}',
    'e2e/**/*.{ts,mjs}',
    // Test tools are not part of the built program.
    '!src-main/**/testing/**!',
  ],
  // A type that only its own file names may still be part of an exported signature.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Started by scripts/layers.mjs by its path.
  ignoreDependencies: ['dependency-cruiser'],
} satisfies KnipConfig
