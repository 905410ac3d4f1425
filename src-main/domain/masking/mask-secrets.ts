import { bytesOf, readingsOf } from './encoded-text'

/** Written instead of what is hidden. */
export const MASK = '•••'

/**
 * Makes a function that hides secrets in texts, however a message encodes them: see {@link readingsOf}. Other texts stay
 * as they are. Secrets are compared as UTF-8.
 */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  // A form writes spaces as plus signs.
  const sought = new Set(secrets.flatMap((secret) => [secret, secret.replaceAll(' ', '+')]).map(bytesOf))
  sought.delete('')
  if (sought.size === 0) return (text) => text
  const least = Math.min(...[...sought].map(({ length }) => length))
  return (text) => {
    const spans: Span[] = []
    for (const { bytes, starts, ends } of readingsOf(text, least)) {
      for (const secret of sought) {
        for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length))
          spans.push({ start: starts[at] ?? 0, end: ends[at + secret.length - 1] ?? 0 })
      }
    }
    return hidden(text, spans)
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

function hidden(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= done && end > start) parts.push(text.slice(done, start), MASK)
    done = Math.max(done, end)
  }
  return parts.join('') + text.slice(done)
}
