import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src-main/**/*.test.ts',
      'src-renderer/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'docs/**/*.test.ts',
    ],
    testTimeout: 20_000,
    // Many tests wait for sockets and browsers: a core that is kept free would only idle.
    maxWorkers: '100%',
  },
})
