import { describe, expect, it } from 'vitest'
import { draftOf } from '#window/state/preferences'
import { setSignature, showExample, useSignature } from './signature-store'

describe('the text of the signature page', () => {
  it.each([
    ['if it contains card data', '{"card":{"pan":"4000000000000077"}}'],
    ['if it is too long to be searched for card data', `${'x'.repeat(200_000)} 4000000000000077`],
  ])('is not stored %s', (_, text) => {
    setSignature({ text: '{"a":1}' })
    expect(draftOf('signature text')).toBe('{"a":1}')
    setSignature({ text })
    expect(draftOf('signature text')).toBeUndefined()
  })
})

it('a picked message is explained with the secret of its project, not with that of the example', () => {
  showExample()
  setSignature({ source: 'message' })
  expect(useSignature.getState().key).toBe('typed')
  setSignature({ message: { type: 'callback', id: 'cb_1' } })
  expect(useSignature.getState()).toMatchObject({ surface: 'auto', key: 'auto' })
})
