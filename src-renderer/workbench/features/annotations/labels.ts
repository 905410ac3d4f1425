import { LIMITS } from '#lib/limits/limit-table'

/** The labels of a text that separates them by commas. */
export const labelsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')

/** Why the labels cannot be saved; null where they can. */
export function labelsFault(labels: readonly string[]): string | null {
  if (labels.length > LIMITS.labels)
    return `Use at most ${String(LIMITS.labels)} labels. Put anything else in the note.`
  const long = labels.find((label) => label.length > LIMITS.labelChars)
  return long === undefined
    ? null
    : `“${long.slice(0, 20)}…” is longer than ${String(LIMITS.labelChars)} characters. Shorten it, or write it as a note.`
}
