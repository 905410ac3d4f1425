import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Minutes of work that `npm test -- --all` does: every step of the form's frame, every page of the demo shop, damaged
 * session files, large imports, crowds of slow clients, processes that are killed, most of the merchants that break a rule of the exam.
 */
const onlyInAll = [
  'src-renderer/payment-form/tests/*.test.ts',
  'src-renderer/demo-shop/shop-pages.test.ts',
  'e2e/flows/{session,process}-death.test.ts',
  'e2e/flows/session-files.test.ts',
  'e2e/flows/import-memory.test.ts',
  'e2e/flows/slow-clients.test.ts',
  'e2e/flows/exact-bytes.test.ts',
  'e2e/flows/exam-mutants.test.ts',
]

export default defineConfig({
  test: {
    include: [
      'src-main/**/*.test.ts',
      'src-renderer/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'docs/**/*.test.ts',
      'e2e/{flows,hosts}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...(process.env['PAYBENCH_TESTS'] === 'all' ? [] : onlyInAll)],
    setupFiles: ['scripts/test/seed-fast-check.ts'],
    // A test ends in seconds, and several times later where the machine does other work: only one that hangs may fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for sockets and browsers: a core that is kept free would only idle.
    maxWorkers: '100%',
  },
})
