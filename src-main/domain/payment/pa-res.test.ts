import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPaRes, writePaRes } from './pa-res'

describe('the answer of the simulated issuer (contract 13.3)', () => {
  it('is read as it was written, whatever the customer typed', () => {
    const answers = fc.record({ md: fc.string(), code: fc.option(fc.string({ unit: 'binary' })) })
    fc.assert(
      fc.property(answers, (answer) => {
        expect(readPaRes(writePaRes(answer))).toEqual(answer)
      }),
    )
  })

  it.each([
    ['no Base64', '%%%'],
    ['no UTF-8', Buffer.from([0xff, 0xfe]).toString('base64')],
    ['no JSON', Buffer.from('hello').toString('base64')],
    ['a list', Buffer.from('[]').toString('base64')],
    ['no md', Buffer.from('{"code":"1"}').toString('base64')],
    ['a code that is a number', Buffer.from('{"md":"m","code":1}').toString('base64')],
    [
      'more than it can hold',
      Buffer.from(`{"md":"m","code":"1","x":[${'1,'.repeat(50)}1]}`).toString('base64'),
    ],
  ])('is not read from %s', (_what, text) => {
    expect(readPaRes(text)).toBeNull()
  })
})
