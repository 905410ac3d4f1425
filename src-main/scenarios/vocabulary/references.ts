const REFERENCE = /\$\{([^}]*)\}/g

/** A text in two: up to its last `}`, so that no search for the end of a reference goes through the rest in vain. */
function split(text: string): readonly [string, string] {
  const end = text.lastIndexOf('}') + 1
  return [text.slice(0, end), text.slice(end)]
}

/** The references to variables in a text, each as it is written (`${order.id}`) and by its name (`order.id`). */
export const referencesIn = (text: string): Iterable<RegExpExecArray> => split(text)[0].matchAll(REFERENCE)

/** A text with the value of each reference in its place. */
export function withReferences(text: string, valueOf: (reference: string) => string): string {
  const [beginning, rest] = split(text)
  return beginning.replaceAll(REFERENCE, (_, reference: string) => valueOf(reference)) + rest
}
