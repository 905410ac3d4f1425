import { locateValues, type Span } from '#lib/json/locate'

/** Replaces a value of a JSON text by a string. `span` is one of {@link locateValues}. */
export function withValue(text: string, span: Span, value: string): string {
  const written = JSON.stringify(value)
  return (
    text.slice(0, span.start) +
    (span.kind === 'string' ? written.slice(1, -1) : written) +
    text.slice(span.end)
  )
}

/** Adds a member behind the last one of the JSON object `text`. White space before its closing brace stays. */
export function withMember(
  text: string,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  const body = text.slice(0, text.lastIndexOf('}')).trimEnd()
  const comma = body.trimStart() === '{' ? '' : ','
  return `${body}${comma}${JSON.stringify(key)}:${JSON.stringify(value)}${text.slice(body.length)}`
}

/** Removes every member at the given paths, repeated ones too, each with its key and one comma. */
export function withoutMembers(text: string, paths: readonly (readonly string[])[]): string {
  return locateValues(text, paths).reduceRight(withoutMember, text)
}

function withoutMember(text: string, span: Span): string {
  const quote = span.kind === 'string' ? 1 : 0
  const keyEnd = text.lastIndexOf('"', text.lastIndexOf(':', span.start - quote) - 1)
  // The key holds no quote of its own: it was found by its name.
  const before = text.slice(0, text.lastIndexOf('"', keyEnd - 1)).trimEnd()
  const after = text.slice(span.end + quote)
  if (before.endsWith(',')) return before.slice(0, -1) + after
  return text.slice(0, before.length) + after.replace(/^\s*,/, '')
}
