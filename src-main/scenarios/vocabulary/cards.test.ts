import { expect, it } from 'vitest'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { cardNumber, NAMED_CARDS } from './cards'

it('names cards of the platform by what they do, and leaves numbers as they are', () => {
  const numbers = TEST_CARDS.map(({ number }) => number)
  for (const name of Object.keys(NAMED_CARDS)) expect(numbers).toContain(cardNumber(name))
  expect(cardNumber('4000000000000002')).toBe('4000000000000002')
})
