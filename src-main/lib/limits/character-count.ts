/** Whether a text has more than `most` characters (code points). Counts them only where its length leaves it open. */
export const hasMoreCharacters = (text: string, most: number): boolean => {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  return Array.from(text).length > most
}
