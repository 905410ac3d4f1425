import { encodeUtf8 } from '#lib/bytes/utf8'
import { decodePairs } from '#lib/http-message/url-encoded'
import { layOutJson } from '#lib/json/layout'
import { locateValues, type Span } from '#lib/json/locate'
import { isJson, skipSpace, tokenEnd } from '#lib/json/scan'
import { visibleId } from '#window/ui/IdText.tsx'

const INLINE_LIMIT = 72
/** Deeper text is shown unchanged: the platform refuses it anyway, and indenting it takes quadratic space. */
const DEPTH_LIMIT = 512

export interface LineToken {
  readonly kind: 'key' | 'string' | 'number' | 'literal' | 'punctuation'
  readonly text: string
  readonly at: number
}

export function tokensOf(line: string): readonly LineToken[] {
  const tokens: LineToken[] = []
  for (let at = 0, end; at < line.length; at = end) {
    end = line[at] === ' ' ? skipSpace(line, at) : tokenEnd(line, at)
    const text = line.slice(at, end)
    tokens.push({ kind: kindOf(text, line[end] === ':'), text, at })
  }
  return tokens
}

function kindOf(text: string, isKey: boolean): LineToken['kind'] {
  if (text.startsWith('"')) return isKey ? 'key' : 'string'
  if (/^[tfn]/.test(text)) return 'literal'
  return /^[-\d]/.test(text) ? 'number' : 'punctuation'
}

const SIGN = ' = '

/** The decoded pairs of a form-encoded text, one per line; a pair that is not UTF-8 as written. Null without pairs. */
export function pairLines(text: string): readonly string[] | null {
  const written = text.split('&').filter((pair) => pair !== '')
  const lines = decodePairs(encodeUtf8(text)).map(({ name, value, notUtf8 }, at) =>
    visibleId(notUtf8 === null ? name + SIGN + value : (written[at] ?? '').replace(/=|$/, SIGN)),
  )
  return lines.length === 0 ? null : lines
}

/** The name, the sign and the value in a line of {@link pairLines}. */
export function pairTokens(line: string): readonly LineToken[] {
  const at = line.indexOf(SIGN)
  const end = at + SIGN.length
  return [
    { kind: 'key', text: line.slice(0, at), at: 0 },
    { kind: 'punctuation', text: SIGN, at },
    { kind: 'string', text: line.slice(end), at: end },
  ]
}

/** Lays JSON out with every value as written; null if it is not JSON or too deep. Marks `path` and `member`. */
export function laidOutJson(
  text: string,
  { path = [], member }: { readonly path?: readonly string[]; readonly member?: string | undefined } = {},
) {
  if (!isJson(text) || isTooDeep(text)) return null
  const lines = joinedLines((layOutJson(text) ?? text).split('\n'))
  const shown = lines.join('\n')
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1)
  const lineOf = (at: number): number => starts.findIndex((start) => start > at) - 1
  const target = nearest(shown, path).span
  const marked = member === undefined ? undefined : locateValues(shown, [[member]]).at(-1)
  return {
    lines,
    pointed: target === undefined ? null : partOf(lines, lineOf(target.start), target, starts),
    marked: marked === undefined ? null : { first: lineOf(marked.start), last: lineOf(marked.end - 1) },
  }
}

/** The number of steps of a path that exist in a JSON text; null if it is not JSON. */
export const existingSteps = (text: string, path: readonly string[]): number | null =>
  isJson(text) ? nearest(text, path).steps : null

/** The value at the end of a path, or the nearest existing one around it, and the number of steps to it. */
export function nearest(text: string, path: readonly string[]) {
  for (let steps = path.length; steps > 0; steps -= 1) {
    // If a key is repeated, the last one counts.
    const span = locateValues(text, [path.slice(0, steps)]).at(-1)
    if (span !== undefined) return { span, steps }
  }
  return { steps: 0 }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, tokenEnd(text, at))) {
    const character = text[at]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > DEPTH_LIMIT) return true
  }
  return false
}

const opens = (line: string | undefined): boolean => line !== undefined && /[{[]$/.test(line)

/** Puts each short container that contains no other one on a single line, except the root. */
function joinedLines(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const end = opens(line) && at > 0 ? endOfShort(lines, at) : at
    const inner = lines.slice(at + 1, end).map((part) => part.trim())
    joined.push(end === at ? line : line + inner.join(' ') + (lines[end] ?? '').trim())
    at = end
  }
  return joined
}

/** The line that closes the container opened in line `at`; `at` if the container is long or contains another. */
function endOfShort(lines: readonly string[], at: number): number {
  let length = lines[at]?.length ?? 0
  for (let end = at + 1; end < lines.length && !opens(lines[end]); end += 1) {
    const part = (lines[end] ?? '').trim()
    length += part.length + 1
    if (length > INLINE_LIMIT) return at
    if (/^[}\]]/.test(part)) return end
  }
  return at
}

function partOf(
  lines: readonly string[],
  line: number,
  { kind, start, end }: Span,
  starts: readonly number[],
) {
  const first = starts[line] ?? 0
  const text = lines[line] ?? ''
  const quote = kind === 'string' ? 1 : 0
  const from = start - first - quote
  const key = /"(?:[^"\\]|\\.)*": $/.exec(text.slice(0, from))
  return { line, from: key?.index ?? from, to: Math.min(end - first + quote, text.length) }
}
