/** The parts of a text between marks, trimmed; empty ones are left out. */
export const partsOf = (text: string, mark: string | RegExp): string[] =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')
