/** A text without its first sentences that repeat those of another text, which is shown just before it. */
export function withoutRepeated(text: string, before: string): string {
  let rest = text
  for (;;) {
    const end = rest.indexOf('. ')
    if (end < 0 || !before.includes(rest.slice(0, end + 1))) return rest
    rest = rest.slice(end + 2)
  }
}
