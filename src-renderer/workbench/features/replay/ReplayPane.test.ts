import { describe, expect, it } from 'vitest'
import type { FamilyMember } from '#protocol/replay'
import { memberTitle, memberVerdict, treeOf } from './ReplayPane'

const member = (id: string, replayOf: string | null, more: Partial<FamilyMember> = {}): FamilyMember => ({
  id,
  replayOf,
  what: 'callback',
  kind: 'result',
  createdAt: '2031-04-09T16:20:05.000Z',
  change: '',
  state: 'delivered',
  attemptCount: 1,
  ...more,
})

describe('the tree of replays', () => {
  it('puts every replay below its parent, in the order given', () => {
    const tree = treeOf([member('a', null), member('b', 'a'), member('c', 'a'), member('d', 'b')])
    const names = (nodes: typeof tree): unknown =>
      nodes.map(({ member: { id }, children }) => [id, names(children)])
    expect(names(tree)).toEqual([
      [
        'a',
        [
          ['b', [['d', []]]],
          ['c', []],
        ],
      ],
    ])
  })

  it('keeps one whose parent was evicted', () => {
    expect(treeOf([member('b', 'gone')]).map((node) => node.member.id)).toEqual(['b'])
  })

  it('names what was done, and what the merchant answered', () => {
    expect(memberTitle(member('a', null))).toBe('Original')
    expect(memberTitle(member('a', 'b', { change: 'Signed anew' }))).toBe('Signed anew')
    expect(memberTitle(member('a', 'b', { change: 'Check “Forge”; signature left out, body edited.' }))).toBe(
      'Signature left out, body edited. Check “Forge”',
    )
    expect(memberVerdict(member('a', null, { lastStatus: 200 }))).toEqual({ text: '200', good: true })
    expect(memberVerdict(member('a', null, { lastStatus: 201, state: 'failed' })).good).toBe(false)
    expect(memberVerdict(member('a', null, { state: 'failed' }))).toEqual({ text: 'none', good: false })
    expect(memberVerdict(member('a', null, { state: 'held', attemptCount: 0 })).text).toBe('held')
  })
})
