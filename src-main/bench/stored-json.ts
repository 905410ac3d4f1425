/**
 * Reads JSON that the bench wrote itself, in which `JSON.parse` loses no number or key. Text from a socket or a person
 * goes through lib/json. The caller checks the shape, or knows it because only one function writes it.
 */
export function readStoredJson(text: string): unknown {
  return JSON.parse(text)
}

/** As {@link readStoredJson}; null for a text that is damaged. */
export function readStoredJsonOrNull(text: string): unknown {
  try {
    return readStoredJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
