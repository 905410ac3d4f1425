import { describe, expect, it } from 'vitest'
import { compareLines } from './SignatureTables'

const ours = (...lines: readonly string[]) =>
  lines.map((line) => ({ line, path: line.slice(0, line.lastIndexOf(':')) }))
const states = (reference: readonly string[], theirs: readonly string[]) =>
  compareLines(ours(...reference), theirs).lines.map(
    ({ state, theirNumber }) => `${state} ${String(theirNumber)}`,
  )

describe('the comparison of two strings to sign', () => {
  it('marks only the line that moved, not those that it moved past', () => {
    expect(states(['a:1:x', 'a:2:y', 'a:3:z', 'a:10:w'], ['a:10:w', 'a:1:x', 'a:2:y', 'a:3:z'])).toEqual([
      ...['same 2', 'same 3', 'same 4', 'moved 1'],
    ])
  })

  it('matches a line by its path if the value differs', () => {
    const { lines, added } = compareLines(ours('a:1', 'b:c:0', 'd:1'), ['a:1', 'b:c:false', 'd:1'])
    expect(lines[1]).toMatchObject({ state: 'changed', theirNumber: 2, theirLine: 'b:c:false' })
    expect(added).toEqual([])
  })

  it('marks missing and additional lines', () => {
    const { lines, added } = compareLines(ours('a:1', 'b:'), ['a:1', 'signature:'])
    expect(lines.map(({ state }) => state)).toEqual(['same', 'missing'])
    expect(added).toMatchObject([{ theirNumber: 2, theirLine: 'signature:' }])
  })

  it('matches equal lines one by one', () => {
    expect(states(['a:1', 'a:1'], ['a:1', 'a:1'])).toEqual(['same 1', 'same 2'])
  })
})
