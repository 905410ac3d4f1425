import { describe, expect, it } from 'vitest'
import { arrivalOf, arrivalWords, bytesOf, textsOf } from './AsReceived'
import type { ShownMessage } from './shown-message'

const HEAD = 'POST /a HTTP/1.1\r\nHost: shop.test\r\n\r\n'

const aMessage = (
  text: string | null,
  more: Partial<ShownMessage> & { readonly base64?: string } = {},
): ShownMessage => {
  const { base64 = text === null ? '/w==' : btoa(text), head = HEAD, ...rest } = more
  return {
    key: 'm',
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

describe('a message and what was received of it', () => {
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
  ])('are compared in a sentence (%#)', (sent, received, sentence) => {
    expect(arrivalWords(arrivalOf(sent, received))).toBe(sentence)
  })

  it('mentions that chunks are decoded', () => {
    expect(arrivalWords(arrivalOf(aMessage('{}'), aMessage('{}', { joinedChunks: true })))).toBe(
      'Received byte for byte as it was sent. The listener stores the body without chunk framing.',
    )
  })

  it('are shown formatted, or exactly as they were written', () => {
    const sent = aMessage('{"a":1}', { wireBase64: btoa('raw wire') })
    expect(textsOf(sent, aMessage('no JSON'), false)).toEqual({
      sent: `${HEAD}{\n  "a": 1\n}`,
      received: `${HEAD}no JSON`,
    })
    expect(textsOf(sent, aMessage('{"a":1}'), true)).toEqual({ sent: 'raw wire', received: `${HEAD}{"a":1}` })
    expect(textsOf(sent, aMessage(null), true)).toBeNull()
    expect(bytesOf(sent)).toEqual({ head: '', base64: btoa('raw wire') })
    expect(bytesOf(aMessage(null))).toEqual({ head: HEAD, base64: '/w==' })
  })
})
