import { codePointName, INVISIBLE } from '#window/ui/IdText.tsx'

type LineEnd = 'CRLF' | 'LF' | 'CR'

export type RawPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'invisible'; readonly text: string; readonly name: string }
  | { readonly kind: 'masked'; readonly text: string; readonly what: Masked['kind'] }

export interface RawLine {
  readonly parts: readonly RawPart[]
  readonly end: LineEnd | null
}

/** A span of text, in UTF-16 positions: masked before it was stored, or highlighted because it was refused. */
export interface Masked {
  readonly start: number
  readonly end: number
  readonly kind: 'pan' | 'cvv' | 'field'
}

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'TAB',
  '\0': 'NUL',
  '\u001b': 'ESC',
  '\u00a0': 'NBSP',
  '\u00ad': 'SHY',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u2028': 'LS',
  '\u2029': 'PS',
  '\ufeff': 'BOM',
}

const LINE_END = /\r\n|\n|\r/g

function visibleParts(text: string): RawPart[] {
  const parts: RawPart[] = []
  let from = 0
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    parts.push({ kind: 'invisible', text: match[0], name: NAMES[match[0]] ?? codePointName(match[0]) })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

function partsOf(text: string, offset: number, masked: readonly Masked[]): RawPart[] {
  const parts: RawPart[] = []
  let from = 0
  for (const span of masked) {
    const start = Math.max(span.start - offset, from)
    const end = Math.min(span.end - offset, text.length)
    if (start >= end) continue
    parts.push(...visibleParts(text.slice(from, start)))
    parts.push({ kind: 'masked', text: text.slice(start, end), what: span.kind })
    from = end
  }
  parts.push(...visibleParts(text.slice(from)))
  return parts
}

const ENDS: Readonly<Record<string, LineEnd>> = { '\r\n': 'CRLF', '\n': 'LF', '\r': 'CR' }

/** Splits text at its line ends and names invisible characters. Joined, the parts and line ends give the same text. */
export function rawLines(text: string, masked: readonly Masked[] = []): readonly RawLine[] {
  const spans = [...masked].sort((a, b) => a.start - b.start)
  const lines: RawLine[] = []
  let from = 0
  for (const match of text.matchAll(LINE_END)) {
    lines.push({ parts: partsOf(text.slice(from, match.index), from, spans), end: ENDS[match[0]] ?? null })
    from = match.index + match[0].length
  }
  if (from < text.length) lines.push({ parts: partsOf(text.slice(from), from, spans), end: null })
  return lines
}

export const hexLines = (bytes: Uint8Array) =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, line) => {
    const row = [...bytes.subarray(line * 16, line * 16 + 16)]
    return {
      offset: (line * 16).toString(16).padStart(6, '0'),
      hex: row.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    }
  })
