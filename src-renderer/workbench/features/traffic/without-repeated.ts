/** A text without the sentences at its beginning that stand in another text, which is read just before it. */
export function withoutRepeated(text: string, before: string): string {
  let rest = text
  for (;;) {
    const end = rest.indexOf('. ')
    if (end < 0 || !before.includes(rest.slice(0, end + 1))) return rest
    rest = rest.slice(end + 2)
  }
}
