import { expect, it } from 'vitest'
import { withoutRepeated } from './without-repeated'

it('leaves out sentences that were just read', () => {
  const title = 'The signature does not fit. Sign the whole body.'
  expect(withoutRepeated('The signature does not fit. No known mistake makes it.', title)).toBe(
    'No known mistake makes it.',
  )
  expect(withoutRepeated('The body is short. The signature does not fit.', title)).toBe(
    'The body is short. The signature does not fit.',
  )
  expect(withoutRepeated('The signature does not fit.', title)).toBe('The signature does not fit.')
  expect(withoutRepeated('', title)).toBe('')
})
