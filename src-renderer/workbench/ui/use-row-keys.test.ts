import { describe, expect, it } from 'vitest'
import { keysFor, keysMoved, keysWithout } from './use-row-keys'

describe('keys of rows', () => {
  it('go along with a row that is moved', () => {
    const keys = keysFor([], 3)
    expect(keysMoved(keys, 2, 1)).toEqual([0, 2, 1])
    expect(keysMoved(keysMoved(keys, 0, 1), 1, 0)).toEqual(keys)
  })

  it('are not given twice', () => {
    expect(keysFor(keysWithout([0, 1, 2], 0), 3)).toEqual([1, 2, 3])
    expect(new Set(keysFor([4, 0], 5)).size).toBe(5)
  })

  it('end where the rows end', () => {
    expect(keysFor([5, 3, 1], 1)).toEqual([5])
  })
})
