import { expect, it } from 'vitest'
import { putNewest } from './put-newest'

it('keeps the newest entries, and counts one that is put again as new', () => {
  const map = new Map<string, number>()
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    putNewest(map, key, value, 2)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
