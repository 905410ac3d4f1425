import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskAgain } from './mask-again'
import { maskText } from './mask-text'

const SALE = '{"card":{"pan":"4556737586899855","cvv":"123"},"n":"4111 1111 1111 1111"}'

describe('masking a text again', () => {
  it('leaves what was masked as it is, and keeps its places', () => {
    const once = maskText(SALE)
    expect(once.text).toBe('{"card":{"pan":"455673******9855","cvv":"***"},"n":"4111 11** **** 1111"}')
    expect(maskAgain(once.text, once.spans)).toEqual(once)
    expect(maskAgain(once.text, []).text).toBe(once.text)
  })

  it('does so for any text', () => {
    const number = fc.constantFrom('4111111111111111', '4556 7375 8689 9855', '5586200104377434')
    fc.assert(
      fc.property(fc.array(fc.oneof(number, fc.string(), fc.json()), { maxLength: 6 }), (parts) => {
        const once = maskText(`{"card":{"pan":"${parts.join('","x":"')}"}}`)
        expect(maskAgain(once.text, once.spans).text).toBe(once.text)
      }),
    )
  })

  it('masks what is new, and believes nobody that something was masked', () => {
    expect(maskAgain(SALE, [])).toEqual(maskText(SALE))
    const lies = [
      { start: 0, end: SALE.length, kind: 'pan' as const },
      { start: 16, end: 32, kind: 'pan' as const },
    ]
    expect(maskAgain(SALE, lies)).toEqual(maskText(SALE))
  })
})
