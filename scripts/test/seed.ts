/**
 * The seed of all inputs that tests generate. `npm test` makes the same ones on every run, so that what fails is what was
 * changed; `npm test -- --all` draws new ones. `PAYBENCH_SEED` repeats a run: a test that fails names its seed.
 */
export function seedOfRun(): number {
  const given = process.env['PAYBENCH_SEED']
  if (given !== undefined) return Number(given)
  return process.env['PAYBENCH_TESTS'] === 'all' ? Date.now() % 1_000_000 : 514_911
}
