import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** One file after the other, so that there is one Firefox at a time. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['e2e/firefox/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
