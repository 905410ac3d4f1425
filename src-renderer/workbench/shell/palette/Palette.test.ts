import { describe, expect, it } from 'vitest'
import { activeIndex } from './Palette'

const lines = (...ids: string[]) => ids.map((id) => ({ id }))

describe('the active line of the palette', () => {
  it('is the first until one is chosen', () => {
    expect(activeIndex(lines('a', 'b'), null)).toBe(0)
  })

  it('stays the chosen one when results come above it', () => {
    expect(activeIndex(lines('a', 'delete'), 'delete')).toBe(1)
    expect(activeIndex(lines('found 1', 'found 2', 'a', 'delete'), 'delete')).toBe(3)
  })

  it('is the first again where the chosen one is gone', () => {
    expect(activeIndex(lines('a', 'b'), 'c')).toBe(0)
  })

  it('is none where nothing was found', () => {
    expect(activeIndex([], 'c')).toBe(-1)
    expect(activeIndex([], null)).toBe(-1)
  })
})
