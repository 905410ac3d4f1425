/** The line that names a scenario: a text without quotes or within them, and a comment behind it. */
const NAME_LINE = /^(name:[ \t]*)(?:(['"])(.*)\2|([^'"|>&*!#\s].*?))([ \t]*(?:[ \t]#.*)?)$/m
const COPY = / \(copy(?: (\d+))?\)$/

/** A name that says that it is of a copy: `A sale (copy)`, then `A sale (copy 2)`. */
function copyNameOf(name: string): string {
  const copied = COPY.exec(name)
  return copied === null
    ? `${name} (copy)`
    : name.replace(COPY, ` (copy ${String(Number(copied[1] ?? '1') + 1)})`)
}

/** The text of a scenario with the name of a copy; the same where no single line gives the name. */
export const asCopy = (text: string): string =>
  text.replace(
    NAME_LINE,
    (
      _line,
      start: string,
      quote: string | undefined,
      quoted: string | undefined,
      plain: string | undefined,
      end: string,
    ) => [start, quote, copyNameOf(quoted ?? plain ?? ''), quote, end].join(''),
  )
