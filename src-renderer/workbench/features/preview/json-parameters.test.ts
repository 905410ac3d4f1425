import { describe, expect, it } from 'vitest'
import { readParameters } from './json-parameters'

describe('reading parameters from JSON', () => {
  it('takes texts, numbers, true and false', () => {
    const text = '{"payment_id":"a","payment_amount":4650,"recurring_register":true}'
    expect(readParameters(text)).toEqual({
      ok: true,
      parameters: { payment_id: 'a', payment_amount: 4650, recurring_register: true },
    })
  })

  it.each([
    ['a syntax error', '{\n "a": 1,\n "b": 46 50\n}', 3, 'line 3'],
    ['no object', '[1]', 1, 'object'],
    ['a nested object', '{\n "a": 1,\n "recurring": {"type": "R"}\n}', 3, 'as JSON in a string'],
    ['null', '{\n "a": null\n}', 2, 'leaves out'],
    ['a key twice', '{\n "a": 1,\n "a": 2\n}', 3, 'twice'],
    ['a name with a space', '{\n "b": 1,\n "a b": 1\n}', 3, 'no spaces'],
  ])('says what is wrong with %s, and where', (_what, text, line, words) => {
    const read = readParameters(text)
    expect(read).toMatchObject({ ok: false, line })
    expect(read.ok ? '' : read.message).toContain(words)
  })
})
