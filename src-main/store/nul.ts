/**
 * The database's binding takes texts as C strings and cuts them at the first NUL when it stores them: two payment
 * ids with a NUL inside (contract 3.1 allows it) would become one. So NUL is kept as two other characters: a mark, which
 * is a code point that stands for no character, and a digit. The mark itself is kept likewise.
 */
const MARK = '\uFDD0'
const KEPT_NUL = `${MARK}0`
const KEPT_MARK = `${MARK}1`

/** The text as the database keeps it. */
export function withoutNul(text: string): string {
  if (!text.includes('\0') && !text.includes(MARK)) return text
  return text.replaceAll(MARK, KEPT_MARK).replaceAll('\0', KEPT_NUL)
}

/** The text that {@link withoutNul} was given. */
export function withNul(text: string): string {
  if (!text.includes(MARK)) return text
  return text.replaceAll(KEPT_NUL, '\0').replaceAll(KEPT_MARK, MARK)
}
