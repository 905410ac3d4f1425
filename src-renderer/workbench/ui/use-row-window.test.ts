import { describe, expect, it } from 'vitest'
import { offsetFor, rowsBetween } from './use-row-window'

describe('rows on the screen', () => {
  it('are those that the view cuts', () => {
    expect(rowsBetween(300, 95, 30, 100_000)).toEqual({ first: 10, last: 13 })
  })

  it('stay within the list', () => {
    expect(rowsBetween(9000, 300, 30, 20)).toEqual({ first: 19, last: 19 })
    expect(rowsBetween(0, 300, 30, 0)).toEqual({ first: 0, last: 0 })
  })
})

describe('scrolling to a row', () => {
  const view = { top: 300, height: 300 }

  it('moves as little as possible', () => {
    expect(offsetFor(15, 30, view)).toBeNull()
    expect(offsetFor(9, 30, view)).toBe(270)
    expect(offsetFor(20, 30, view)).toBe(330)
  })
})
