/**
 * Parses JSON that the bench wrote itself, in which `JSON.parse` loses no number or key. Use lib/json for text from a
 * socket or a person. The caller checks the shape, or knows it because only one function writes it.
 * @throws SyntaxError for damaged text
 */
export function readStoredJson(text: string): unknown {
  return JSON.parse(text)
}

/** Parses like {@link readStoredJson}, but returns null for damaged text. */
export function readStoredJsonOrNull(text: string): unknown {
  try {
    return readStoredJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
