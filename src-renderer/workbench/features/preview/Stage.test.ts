import { describe, expect, it } from 'vitest'
import { fitDevice } from './Stage'

describe('a device in the room that there is', () => {
  it('is made smaller until it fits, by the tighter side', () => {
    expect(fitDevice('laptop', { width: 640, height: 800 })).toEqual({
      page: { width: 1280, height: 800 },
      scale: 0.5,
    })
    expect(fitDevice('phone', { width: 900, height: 422 }).scale).toBe(0.5)
  })

  it('is never made larger', () => {
    expect(fitDevice('phone', { width: 2000, height: 2000 }).scale).toBe(1)
  })

  it('fills the room where no device is chosen', () => {
    expect(fitDevice('fit', { width: 700, height: 500 })).toEqual({
      page: { width: 700, height: 500 },
      scale: 1,
    })
  })
})
