import { describe, expect, it } from 'vitest'
import {
  allShown,
  between,
  chosenCount,
  EVERYTHING,
  isChosen,
  isEmptySelection,
  NO_SELECTION,
  toggled,
} from './selection'

const keysOf = (selection: ReturnType<typeof toggled>): readonly string[] =>
  selection.kind === 'keys' ? [...selection.keys] : ['everything']

describe('choosing several rows', () => {
  it('takes the shown row along with the first one', () => {
    const two = toggled(NO_SELECTION, 'b', 'a')
    expect(keysOf(two)).toEqual(['a', 'b'])
    expect(keysOf(toggled(two, 'a', 'a'))).toEqual(['b'])
    expect(keysOf(toggled(NO_SELECTION, 'a', 'a'))).toEqual(['a'])
    expect(keysOf(toggled(NO_SELECTION, 'a', null))).toEqual(['a'])
  })

  it('changes nothing of the selection before', () => {
    const before = toggled(NO_SELECTION, 'a', null)
    toggled(before, 'b', 'a')
    expect(keysOf(before)).toEqual(['a'])
    expect(isEmptySelection(NO_SELECTION)).toBe(true)
  })

  it('takes rows between two in either direction, loaded ones only', () => {
    const keyAt = (row: number): string | undefined => (row === 3 ? undefined : `k${row}`)
    expect(keysOf(between(keyAt, 2, 5))).toEqual(['k2', 'k4', 'k5'])
    expect(keysOf(between(keyAt, 5, 2))).toEqual(['k2', 'k4', 'k5'])
    expect(
      chosenCount(
        between((row) => `k${row}`, 0, 90_000),
        100_000,
      ),
    ).toBe(5000)
  })

  it('takes all rows that are shown, and everything where there are too many or some are not loaded', () => {
    const keyAt = (row: number): string => `k${row}`
    expect(keysOf(allShown(keyAt, 3))).toEqual(['k0', 'k1', 'k2'])
    expect(allShown(keyAt, 501)).toBe(EVERYTHING)
    expect(allShown((row) => (row === 1 ? undefined : keyAt(row)), 3)).toBe(EVERYTHING)
  })

  it('knows everything without knowing the rows', () => {
    expect(isChosen(EVERYTHING, 'whatever')).toBe(true)
    expect(chosenCount(EVERYTHING, 100_000)).toBe(100_000)
    expect(isEmptySelection(EVERYTHING)).toBe(false)
    expect(keysOf(toggled(EVERYTHING, 'a', 'b'))).toEqual(['a'])
  })
})
