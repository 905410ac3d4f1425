import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { keepPackages } from './scripts/licences/write-licences.mjs'

const from = (path: string): string => resolve(import.meta.dirname, path)

/** The oldest runtime that has to run the bundles: the browser host on Node 20.19. */
const nodeTarget = 'node20.19'

export default defineConfig({
  main: {
    plugins: [keepPackages('main')],
    // `dependencies` stay outside the bundle, `devDependencies` go in: only native modules are `dependencies`.
    build: {
      target: nodeTarget,
      outDir: from('out/main'),
      sourcemap: true,
      rolldownOptions: {
        // Entries of one program: Electron's main process, the plain Node process, the thread of the index, and the one for foreign files.
        input: {
          index: from('src-main/hosts/electron/index.ts'),
          host: from('src-main/hosts/node/index.ts'),
          'index-worker': from('src-main/hosts/index-worker.ts'),
          'foreign-worker': from('src-main/hosts/foreign-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    plugins: [keepPackages('preload')],
    build: {
      target: nodeTarget,
      outDir: from('out/preload'),
      rolldownOptions: {
        input: { index: from('src-main/hosts/electron/preload.ts') },
        // A sandboxed preload has to be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: from('src-renderer'),
    // Relative addresses: the same files are loaded from disk by the window and over HTTP by a browser.
    base: './',
    plugins: [react(), keepPackages('renderer')],
    build: {
      target: 'chrome140',
      outDir: from('out/renderer'),
      minify: true,
      // It comes from this computer's disk or loopback; splitting it would save nothing.
      chunkSizeWarningLimit: 2_000,
      // Nothing inlined as data: except what the policy of the page allows, and no script inlined at all.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { workbench: from('src-renderer/workbench/index.html') } },
    },
  },
})
