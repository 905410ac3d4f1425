/** What was thrown, in words: the message of an error, anything else as text. */
export const errorText = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
