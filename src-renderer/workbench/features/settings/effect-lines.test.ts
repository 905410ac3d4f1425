import { describe, expect, it } from 'vitest'
import { effectLines } from './effect-lines'

const same = (text: string) => ({ kind: 'same', text })
const different = (text: string) => ({ kind: 'different', text })

describe('the lines of an effect', () => {
  it('are marked where only one side has them', () => {
    expect(effectLines('a\nb\nc', 'a\nx\nc')).toEqual({
      before: [same('a'), different('b'), same('c')],
      after: [same('a'), different('x'), same('c')],
    })
    expect(effectLines('a', 'a\nb').after).toEqual([same('a'), different('b')])
  })

  it('do not differ by the comma that follows a member', () => {
    expect(effectLines('{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}')).toEqual({
      before: [{ kind: 'folded', count: 3 }],
      after: [same('{'), same('  "a": 1,'), different('  "b": 2'), same('}')],
    })
  })

  it('are folded away from a difference, but never one alone', () => {
    const before = ['1', '2', '3', '4', 'old', '6', '7', '8'].join('\n')
    expect(effectLines(before, before.replace('old', 'new')).after).toEqual([
      { kind: 'folded', count: 2 },
      ...[same('3'), same('4'), different('new'), same('6'), same('7'), same('8')],
    ])
  })

  it('are all different in texts that are too long to compare', () => {
    const long = Array.from({ length: 1100 }, (_, n) => String(n)).join('\n')
    expect(effectLines(long, long).after.every(({ kind }) => kind === 'different')).toBe(true)
  })
})
