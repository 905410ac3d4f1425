import { describe, expect, it } from 'vitest'
import { draftOf } from '#window/state/preferences'
import { setSignature } from './signature-store'

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
