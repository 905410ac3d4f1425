/** What was thrown, in words: the message of an error, anything else as text. */
export const errorText = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Ends an exhaustive switch: the compiler refuses the call while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected case: ${JSON.stringify(value)}`)
}
