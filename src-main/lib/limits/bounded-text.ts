import { LIMITS } from './limit-table'

/** The text up to `end`, or one code unit less if the cut would split a surrogate pair. */
const cutBefore = (text: string, end: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end)

/** Cuts a text to `maxChars`; a cut text ends with `…`. */
export const boundedText = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${cutBefore(text, maxChars - 1)}…`

/** Bounds a peer's name or value for quoting in a sentence. */
export const quotedText = (text: string): string => boundedText(text, LIMITS.nameChars)

/** Bounds a note for storing with a message. A note that was cut says so. */
export const boundedNote = (note: string): string => boundedSentence(note, LIMITS.noteChars)

/** Bounds an explanation for storing and showing. One that was cut says so. */
export const boundedExplanation = (text: string): string => boundedSentence(text, LIMITS.explanationChars)

/** Bounds a message kept as evidence. A cut one says so. `isWhole`: whether the text is the complete message. */
export const cutEvidence = (text: string, isWhole = true): string =>
  isWhole && text.length <= LIMITS.scenarioEvidenceChars
    ? text
    : `${cutBefore(text, LIMITS.scenarioEvidenceChars)}\n… cut here; the message itself is complete`

const boundedSentence = (text: string, maxChars: number): string => {
  if (text.length <= maxChars) return text
  const end = ` (Cut: it has ${String(text.length)} characters.)`
  return `${boundedText(text, maxChars - end.length)}${end}`
}

/**
 * A dotted path (`general.project_id`, `items.0.id`) of at most {@link LIMITS.pathChars} characters: shortens long
 * keys, leaves out keys in the middle if there are many, then cuts the middle of the path. Takes constant time.
 */
export const boundedPath = (keys: readonly (string | number)[]): string => {
  const shown = (key: string | number): string => quotedText(String(key))
  const ends =
    keys.length <= 12 ? keys.map(shown) : [...keys.slice(0, 6).map(shown), '…', ...keys.slice(-5).map(shown)]
  const whole = ends.join('.')
  if (whole.length <= LIMITS.pathChars) return whole
  const half = Math.floor((LIMITS.pathChars - 1) / 2)
  const tail = whole.slice(-half)
  return `${cutBefore(whole, half)}…${/^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail}`
}

/** The first items that fit into {@link LIMITS.explanationChars} characters, and the number left out. */
export const explainedItems = <Item>(
  items: readonly Item[],
  charsOf: (item: Item) => number,
): { readonly items: readonly Item[]; readonly left: number } => {
  let chars = 0
  const end = items.findIndex((item) => (chars += charsOf(item)) > LIMITS.explanationChars)
  return firstOf(items, end < 0 ? items.length : end)
}

export const firstOf = <Item>(
  items: readonly Item[],
  most: number,
): { readonly items: readonly Item[]; readonly left: number } =>
  items.length <= most ? { items, left: 0 } : { items: items.slice(0, most), left: items.length - most }

/** Adds the entry as the newest; drops the oldest if there are more than `most`. */
export function putNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next()
  if (map.size > most && oldest.done !== true) map.delete(oldest.value)
}

/** Whether a text has more than `most` code points; counts them only if `length` does not settle it. */
export const hasMoreCharacters = (text: string, most: number): boolean => {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  return Array.from(text).length > most
}
