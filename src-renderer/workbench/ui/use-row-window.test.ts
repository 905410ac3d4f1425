import { describe, expect, it } from 'vitest'
import { NOTHING_SHOWN, movedView, offsetFor, rowsBetween } from './use-row-window'

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

describe('the view', () => {
  const opened = movedView(NOTHING_SHOWN, 0, 330, 30)

  it('is the same one while no other row is shown', () => {
    expect(movedView(opened, 0, 330, 30)).toBe(opened)
  })

  it('moves row by row while old and new rows are on the screen together', () => {
    expect(opened).toMatchObject({ jumped: false, shift: 0 })
    expect(movedView(opened, 300, 330, 30)).toMatchObject({ jumped: false, moved: 10, shift: 0 })
  })

  it('jumps where no row stays, and sums up the rows that all jumps passed over', () => {
    const down = movedView(opened, 90_000, 330, 30)
    expect(down).toMatchObject({ jumped: true, moved: 3000, shift: 3000 })
    const on = movedView(down, 90_060, 330, 30)
    expect(on).toMatchObject({ jumped: false, moved: 2, shift: 3000 })
    expect(movedView(on, 0, 330, 30)).toMatchObject({ jumped: true, moved: 3002, shift: -2 })
  })

  it('does not jump when only its size changes', () => {
    expect(movedView(opened, 0, 90, 30)).toMatchObject({ jumped: false, moved: 0 })
  })
})
