import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { keepPackages } from './scripts/licences/write-licences.mjs'

const from = (path: string): string => resolve(import.meta.dirname, path)

/** The oldest runtime that must run the bundles: the browser host on Node 20.19. */
const nodeTarget = 'node20.19'

export default defineConfig({
  main: {
    plugins: [keepPackages('main')],
    // `dependencies` stay outside the bundle, `devDependencies` are bundled: only native modules are `dependencies`.
    build: {
      target: nodeTarget,
      outDir: from('out/main'),
      sourcemap: true,
      rolldownOptions: {
        // Entry points: Electron's main process, the Node host, the index thread, and the thread for foreign files.
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
      // The bundle is loaded from the local disk or over loopback, so splitting it would save nothing.
      chunkSizeWarningLimit: 2_000,
      // The page's policy forbids inline scripts and most `data:` URLs, so no asset is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { workbench: from('src-renderer/workbench/index.html') } },
    },
  },
})
