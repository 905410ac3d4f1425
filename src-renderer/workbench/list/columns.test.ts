import { describe, expect, it } from 'vitest'
import {
  ariaSort,
  columnTracks,
  isNewestFirst,
  orderWords,
  pressedOrder,
  shownColumns,
  toggledColumn,
} from './columns'

const COLUMNS = [
  { name: 'status', least: '152px' },
  { name: 'payment', least: '64px', share: 1 },
  { name: 'age', least: 'var(--col-age)', from: 650 },
]

it('a list shows the columns that fit, or those that were chosen, in its own order', () => {
  const names = (chosen: readonly string[] | null, width = 440) =>
    shownColumns(COLUMNS, chosen, width).map(({ name }) => name)
  expect(names(['age', 'status'])).toEqual(['status', 'age'])
  expect(names(['age', 'gone'])).toEqual(['age'])
  expect(names(['gone'])).toEqual(['status', 'payment', 'age'])
  expect(names(null)).toEqual(['status', 'payment'])
  expect(names(null, 650)).toEqual(['status', 'payment', 'age'])
})

it('toggling shows or hides a column, but never hides the last one', () => {
  expect(toggledColumn(COLUMNS, ['age'], 'status')).toEqual(['status', 'age'])
  expect(toggledColumn(COLUMNS, ['status', 'age'], 'status')).toEqual(['age'])
  expect(toggledColumn(COLUMNS, ['age'], 'age')).toEqual(['age'])
})

it('the grid tracks keep the minimum width of every column', () => {
  expect(columnTracks(COLUMNS)).toEqual({
    tracks: '152px minmax(64px, 1fr) var(--col-age)',
    least: 'calc(152px + 64px + var(--col-age) + 2 * 10px + 2 * var(--s-3))',
  })
})

const AMOUNT = { field: 'amount', first: 'descending' } as const
const STATUS = { field: 'status', first: 'ascending' } as const
const AGE = { field: 'created', first: 'descending' } as const

describe('clicking a column header', () => {
  it('sorts by the column, then reverses the order, then restores the default order', () => {
    const once = pressedOrder(null, AMOUNT)
    expect(once).toEqual({ by: 'amount', direction: 'descending' })
    const twice = pressedOrder(once, AMOUNT)
    expect(twice).toEqual({ by: 'amount', direction: 'ascending' })
    expect(pressedOrder(twice, AMOUNT)).toBeNull()
  })

  it('starts over with another column', () => {
    const byAmount = { by: 'amount', direction: 'ascending' } as const
    expect(pressedOrder(byAmount, STATUS)).toEqual({ by: 'status', direction: 'ascending' })
    expect(pressedOrder(byAmount, AGE)).toBeNull()
  })

  it('reverses the list if the column is that of the default order', () => {
    const turned = pressedOrder(null, AGE)
    expect(turned).toEqual({ by: 'created', direction: 'ascending' })
    expect(pressedOrder(turned, AGE)).toBeNull()
  })
})

it('an order is described by a value of aria-sort and in words', () => {
  expect([ariaSort(null, 'created'), ariaSort(null, 'amount')]).toEqual(['descending', 'none'])
  const sort = { by: 'amount', direction: 'ascending' } as const
  expect([ariaSort(sort, 'created'), ariaSort(sort, 'amount')]).toEqual(['none', 'ascending'])
  expect([null, { by: 'created', direction: 'ascending' } as const, sort].map(orderWords)).toEqual([
    ...['newest first', 'oldest first', 'by amount, ascending'],
  ])
  expect([null, { by: 'created', direction: 'descending' } as const, sort].map(isNewestFirst)).toEqual([
    ...[true, true, false],
  ])
})
