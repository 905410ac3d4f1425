/** Whether a text has more characters (code points) than that; looks at no more of it than it must. */
export const hasMoreCharacters = (text: string, most: number): boolean => {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  return Array.from(text).length > most
}
