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
  },
})
