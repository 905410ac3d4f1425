import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Tests that take minutes and run only with `npm test -- --all`: every step of the form in a frame, every message of the
 * library, every page of the demo shop, damaged session files, large imports, a full disk, many slow clients, killed
 * processes, exact bytes, the exam of the example back end and of most merchants that break a rule.
 */
const onlyInAll = [
  'src-renderer/payment-form/tests/*.test.ts',
  'src-renderer/merchant-library/{messages,opening}.test.ts',
  'src-renderer/demo-shop/shop-pages.test.ts',
  'e2e/flows/{faults,process,session}-death.test.ts',
  'e2e/flows/session-{files,values}.test.ts',
  'e2e/flows/full-disk.test.ts',
  'e2e/flows/import-memory.test.ts',
  'e2e/flows/slow-clients.test.ts',
  'e2e/flows/exact-bytes.test.ts',
  'e2e/flows/{exam-mutants,example-backend}.test.ts',
]

export default defineConfig({
  test: {
    include: [
      'src-main/**/*.test.ts',
      'src-renderer/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'docs/**/*.test.ts',
      'e2e/flows/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...(process.env['PAYBENCH_TESTS'] === 'all' ? [] : onlyInAll)],
    globalSetup: ['scripts/test/temporary-folder.ts'],
    setupFiles: ['scripts/test/seed-fast-check.ts'],
    // A test takes seconds, and several times as long on a busy machine: only a test that hangs may time out.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    // Many tests wait for sockets and browsers, so a spare core would only idle.
    maxWorkers: '100%',
  },
})
