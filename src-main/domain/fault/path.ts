/** Keys of a dotted path; `\.` is a dot of a key, `\\` a backslash. Null where it is not a path. */
export function readPath(text: string): readonly string[] | null {
  const keys: string[] = ['']
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\') {
      const next = text.charAt(at + 1)
      if (next !== '.' && next !== '\\') return null
      keys.push(`${keys.pop() ?? ''}${next}`)
      at += 1
    } else if (character === '.') {
      keys.push('')
    } else {
      keys.push(`${keys.pop() ?? ''}${character}`)
    }
  }
  return keys.includes('') ? null : keys
}
