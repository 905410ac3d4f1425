import { expect, it } from 'vitest'
import { chosenColumns, columnTracks, toggledColumn } from './columns'

const COLUMNS = [
  { name: 'status', least: '152px' },
  { name: 'payment', least: '64px', share: 1 },
  { name: 'age', least: 'var(--col-age)' },
]

it('chosen columns stand in the order of the list, and names that mean nothing show all', () => {
  const names = (chosen: readonly string[] | null) => chosenColumns(COLUMNS, chosen).map(({ name }) => name)
  expect(names(['age', 'status'])).toEqual(['status', 'age'])
  expect(names(['age', 'gone'])).toEqual(['age'])
  expect(names(['gone'])).toEqual(['status', 'payment', 'age'])
  expect(names(null)).toEqual(['status', 'payment', 'age'])
})

it('a column is switched on and off, and the last one stays', () => {
  expect(toggledColumn(COLUMNS, ['age'], 'status')).toEqual(['status', 'age'])
  expect(toggledColumn(COLUMNS, ['status', 'age'], 'status')).toEqual(['age'])
  expect(toggledColumn(COLUMNS, ['age'], 'age')).toEqual(['age'])
})

it('tracks keep the least width of every column', () => {
  expect(columnTracks(COLUMNS)).toEqual({
    tracks: '152px minmax(64px, 1fr) var(--col-age)',
    least: 'calc(152px + 64px + var(--col-age) + 2 * 10px + 2 * var(--s-3))',
  })
})
