/** Whether every test runs, and with all its inputs: `npm test -- --all`. */
export const isLongRun = process.env['PAYBENCH_TESTS'] === 'all'

/**
 * The seed of all generated test inputs. `npm test` uses the same one on every run, so that failures come from
 * changes; `npm test -- --all` draws a new one. `PAYBENCH_SEED` repeats a run: a failing test names its seed.
 */
export function seedOfRun(): number {
  const given = process.env['PAYBENCH_SEED']
  if (given !== undefined) return Number(given)
  return isLongRun ? Date.now() % 1_000_000 : 514_911
}
