export const errorText = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** What keeps Paybench from starting, but a tester can mend: `message` says how, in full sentences. */
export class StartProblem extends Error {}

/** Ends an exhaustive switch: does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected case: ${JSON.stringify(value)}`)
}
