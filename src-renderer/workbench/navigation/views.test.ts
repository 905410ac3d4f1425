import { describe, expect, it } from 'vitest'
import { readView, subjectOf, VIEWS } from './views'

describe('a view of the callbacks', () => {
  it.each([
    [null, 'sent'],
    ['unheard', 'sent'],
  ])('remembered as %j is read as %s', (name, side) => {
    expect(readView(name)).toBe(side)
  })

  it.each(VIEWS)('is remembered as $value', ({ value }) => {
    expect(readView(value)).toBe(value)
  })
})

describe('the subject of a callback', () => {
  it('is its payment, or a card token if it has no payment', () => {
    expect(`Copied the callback ${subjectOf('order-1')}`).toBe('Copied the callback of order-1')
    expect(`Copied the callback ${subjectOf('')}`).toBe('Copied the callback about a card token')
  })
})
