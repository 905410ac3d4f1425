import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexLines, rawLines } from './raw-text'

const ENDS = { CRLF: '\r\n', LF: '\n', CR: '\r' } as const

describe('exact text', () => {
  it('distinguishes the three line ends', () => {
    expect(rawLines('a\r\nb\nc\rd').map((line) => line.end)).toEqual(['CRLF', 'LF', 'CR', null])
  })

  it('shows the empty line between head and body', () => {
    expect(rawLines('POST / HTTP/1.1\r\n\r\n{}')).toEqual([
      { parts: [{ kind: 'text', text: 'POST / HTTP/1.1' }], end: 'CRLF' },
      { parts: [], end: 'CRLF' },
      { parts: [{ kind: 'text', text: '{}' }], end: null },
    ])
  })

  it('names invisible characters', () => {
    const parts = rawLines('a\tb\u00a0c\u200bd\u0007')[0]?.parts ?? []
    expect(parts.flatMap((part) => (part.kind === 'invisible' ? [part.name] : []))).toEqual([
      'TAB',
      'NBSP',
      'ZWSP',
      'U+0007',
    ])
  })

  it('marks masked spans on whatever line they lie', () => {
    const text = '{\n"pan":"400000******0077",\n"cvv":"***"}'
    const pan = text.indexOf('400000')
    const cvv = text.indexOf('***"}')
    const lines = rawLines(text, [
      { start: cvv, end: cvv + 3, kind: 'cvv' },
      { start: pan, end: pan + 16, kind: 'pan' },
    ])
    expect(lines.flatMap((line) => line.parts).filter((part) => part.kind === 'masked')).toEqual([
      { kind: 'masked', text: '400000******0077', what: 'pan' },
      { kind: 'masked', text: '***', what: 'cvv' },
    ])
  })

  it('loses no character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(30), fc.nat(30), (text, start, length) => {
        const lines = rawLines(text, [{ start, end: start + length, kind: 'pan' }])
        const again = lines
          .map(
            (line) =>
              line.parts.map((part) => part.text).join('') + (line.end === null ? '' : ENDS[line.end]),
          )
          .join('')
        // A line end inside a masked span is still a line end.
        expect(again).toBe(text)
      }),
    )
  })
})

describe('bytes that are not UTF-8', () => {
  it('are listed sixteen a line with their readable part', () => {
    const bytes = Uint8Array.from([...Array.from({ length: 16 }, (_, index) => 0x41 + index), 0xff, 0x00])
    expect(hexLines(bytes)).toEqual([
      { offset: '000000', hex: '41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 50', text: 'ABCDEFGHIJKLMNOP' },
      { offset: '000010', hex: 'ff 00', text: '··' },
    ])
  })
})
