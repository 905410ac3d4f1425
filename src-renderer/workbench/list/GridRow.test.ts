import { describe, expect, it } from 'vitest'
import { movedRow } from './GridRow'

describe('keys in a list', () => {
  it.each([
    ['ArrowDown', 4, 5],
    ['j', 4, 5],
    ['ArrowUp', 4, 3],
    ['k', 0, 0],
    ['PageDown', 4, 24],
    ['PageDown', 90, 99],
    ['PageUp', 4, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
  ])('%s moves from row %i to row %i', (key, from, to) => {
    expect(movedRow(key, from, 100, 20)).toBe(to)
  })

  it('begin at the first row where none is chosen', () => {
    expect(movedRow('ArrowDown', -1, 100, 20)).toBe(0)
    expect(movedRow('ArrowUp', -1, 100, 20)).toBe(0)
  })

  it('other than these move nothing, and nothing moves in an empty list', () => {
    expect(movedRow('a', 3, 100, 20)).toBeNull()
    expect(movedRow('End', -1, 0, 20)).toBeNull()
  })
})
