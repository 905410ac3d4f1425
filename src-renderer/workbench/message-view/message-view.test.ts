import { describe, expect, it } from 'vitest'
import { arrivalWords, bytesOf, textsOf } from './AsReceived'
import type { ShownMessage } from './shown-message'
import { callbackStateWord, dayOfStep, shortDay, stepGap } from './callback-words'
import fc from 'fast-check'
import { hexLines, rawLines } from './raw-text'

const HEAD = 'POST /a HTTP/1.1\r\nHost: shop.test\r\n\r\n'

const aMessage = (
  text: string | null,
  more: Partial<ShownMessage> & { readonly base64?: string } = {},
): ShownMessage => {
  const { base64 = text === null ? '/w==' : btoa(text), head = HEAD, ...rest } = more
  return {
    reference: { type: 'callback', id: 'cb_1' },
    request: {
      method: 'POST',
      url: '',
      target: '/a',
      httpVersion: '1.1',
      headers: [],
      body: { text, base64 },
    },
    head,
    masked: [],
    signature: { state: 'valid', explanation: '' },
    projectId: 1,
    bodySize: 0,
    joinedChunks: false,
    ...rest,
  }
}

describe('a sent message and its capture', () => {
  it.each([
    [aMessage('{}'), aMessage('{}'), 'Received byte for byte as it was sent.'],
    [aMessage('{}'), aMessage('{ }'), 'The head arrived as sent; the body did not.'],
    [
      aMessage('{}'),
      aMessage('{}', { head: 'x' }),
      'The body arrived byte for byte as sent; the head did not.',
    ],
    [aMessage('{}'), aMessage('', { head: 'x' }), 'Neither head nor body arrived as sent.'],
    [aMessage(null), aMessage(null), 'Received byte for byte as it was sent.'],
    [aMessage(null), aMessage(null, { base64: '/v8=' }), 'The head arrived as sent; the body did not.'],
  ])('are compared in one sentence (%#)', (sent, received, sentence) => {
    expect(arrivalWords(sent, received)).toBe(sentence)
  })

  it('are compared in two sentences if chunks were decoded', () => {
    expect(arrivalWords(aMessage('{}'), aMessage('{}', { joinedChunks: true }))).toBe(
      'Received byte for byte as it was sent. The listener stores the body without chunk framing.',
    )
  })

  it('are shown formatted, or exactly as they were written', () => {
    const sent = aMessage('{"a":1}', { wireBase64: btoa('raw wire') })
    expect(textsOf(sent, aMessage('no JSON'), false)).toEqual({
      sent: `${HEAD}{\n  "a": 1\n}`,
      received: `${HEAD}no JSON`,
    })
    expect(textsOf(sent, aMessage('{"a":1}'), true)).toEqual({
      sent: 'raw wire',
      received: `${HEAD}{"a":1}`,
    })
    expect(textsOf(sent, aMessage(null), true)).toBeNull()
    expect(bytesOf(sent)).toEqual({ head: '', base64: btoa('raw wire') })
    expect(bytesOf(aMessage(null))).toEqual({ head: HEAD, base64: '/w==' })
  })
})

const NOW = Date.parse('2031-04-09T16:42:17.000Z')

describe('the state of a callback in words', () => {
  it('is a countdown to the first attempt on the virtual clock', () => {
    const nextAttemptAt = '2031-04-09T16:46:17.000Z'
    const wordsAt = (now: number) =>
      callbackStateWord({ state: 'scheduled', attemptCount: 0, nextAttemptAt }, now)
    expect([0, 216_000, 240_000].map((ms) => wordsAt(NOW + ms))).toEqual(['in 4 min', 'in 0:24', 'now'])
  })

  it('includes how many of the attempts have failed', () => {
    expect(callbackStateWord({ state: 'failed', attemptCount: 3 }, NOW)).toBe('failed 3/120')
  })

  it.each([
    [400, 'refused 400 · sent once'],
    [500, 'response 500 · sent once'],
    [undefined, 'no response · sent once'],
  ])('has no count of attempts if the callback is sent only once (last status %s)', (lastStatus, words) => {
    const callback = { state: 'failed', attemptCount: 1, once: true } as const
    expect(callbackStateWord({ ...callback, ...(lastStatus === undefined ? {} : { lastStatus }) }, NOW)).toBe(
      words,
    )
  })

  it.each(['delivering', 'delivered', 'held', 'dropped'] as const)('is just %s', (state) => {
    expect(callbackStateWord({ state, attemptCount: 1 }, NOW)).toBe(state)
  })
})

describe('times of steps', () => {
  it('have a day in UTC', () => {
    expect(shortDay('2031-04-09T16:20:03.021Z')).toBe('9 Apr')
  })

  it('include the year if it has changed', () => {
    expect(dayOfStep('2031-12-31T23:00:00.000Z', '2031-12-30T23:00:00.000Z')).toBe('31 Dec')
    expect(dayOfStep('2032-01-31T23:00:00.000Z', '2031-12-31T23:00:00.000Z')).toBe('31 Jan 2032')
  })

  it.each([
    ['2031-04-09T16:20:03.034Z', '+0.013'],
    ['2031-04-09T16:29:57.290Z', '+9:54.269'],
    ['2031-04-10T17:20:03.021Z', '+25:00:00.000'],
    ['2031-04-09T16:20:02.021Z', '-1.000'],
  ])('are compared: %s gives a gap of %s', (to, gap) => {
    expect(stepGap('2031-04-09T16:20:03.021Z', to)).toBe(gap)
  })
})

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
    const invisible = parts.flatMap((part) => (part.kind === 'invisible' ? [part.name] : []))
    expect(invisible).toEqual(['TAB', 'NBSP', 'ZWSP', 'U+0007'])
  })

  it('marks masked spans on any line', () => {
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

  it('keeps every character', () => {
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
  it('are listed sixteen per line with their readable characters', () => {
    const bytes = Uint8Array.from([...Array.from({ length: 16 }, (_, index) => 0x41 + index), 0xff, 0x00])
    expect(hexLines(bytes)).toEqual([
      {
        offset: '000000',
        hex: '41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 50',
        text: 'ABCDEFGHIJKLMNOP',
      },
      { offset: '000010', hex: 'ff 00', text: '··' },
    ])
  })
})
