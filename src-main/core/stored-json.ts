/**
 * Parses JSON that Paybench wrote itself, in which `JSON.parse` loses nothing. Use lib/json for text from a
 * socket or a person. Callers check the shape, or know it because one function writes it.
 * @throws SyntaxError for damaged text
 */
export function readStoredJson(text: string): unknown {
  return JSON.parse(text)
}

/** Like {@link readStoredJson}, but null for damaged text. */
export function readStoredJsonOrNull(text: string): unknown {
  try {
    return readStoredJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
