import { describe, expect, it } from 'vitest'
import {
  countOf,
  dataLine,
  dataText,
  type EntryKind,
  GROUPS,
  ofGroup,
  type TimelineEntry,
  withEntries,
} from './timeline'

const entry = (id: string, wallAt: number, kind: EntryKind = 'handler', note = ''): TimelineEntry => ({
  id,
  kind,
  name: id,
  note,
  wallAt,
  virtualAt: 0,
})
const ids = (entries: readonly TimelineEntry[]): string => entries.map(({ id }) => id).join(' ')

describe('the time line', () => {
  it('is ordered by the clock that it shows, whatever the other one says', () => {
    const at = (id: string, virtualAt: number, wallAt: number) => ({ ...entry(id, wallAt), virtualAt })
    const entries = withEntries(
      [at('b', 20, 1), at('d', 40, 4)],
      [at('c', 30, 9), at('a', 10, 7), at('e', 40, 5)],
    )
    expect(ids(entries)).toBe('a b c d e')
  })

  it('is ordered by the wall clock while the virtual one stands still, and by arrival within one moment', () => {
    const entries = withEntries([entry('a', 1), entry('d', 4)], [entry('b', 2), entry('c', 2), entry('e', 4)])
    expect(ids(entries)).toBe('a b c d e')
  })

  it('keeps payment, callback and capture of one moment in the order in which the bench reports them', () => {
    const reported = [entry('status', 5, 'payment'), entry('sent', 5, 'callback')]
    // The capture knows its time; that of the others is when they were heard of.
    const entries = withEntries(withEntries([], reported), [
      entry('arrived', 3, 'capture'),
      entry('posted', 2, 'request'),
    ])
    expect(ids(entries)).toBe('posted status sent arrived')
  })

  it('keeps the place of an entry that is reported again', () => {
    const [first, second] = withEntries(
      [entry('callback', 1, 'callback', 'scheduled'), entry('b', 2)],
      [entry('callback', 9, 'callback', 'delivered')],
    )
    expect(first).toMatchObject({ id: 'callback', note: 'delivered', wallAt: 1 })
    expect(second?.id).toBe('b')
  })

  it('keeps the newest thousand', () => {
    const entries = withEntries(
      [],
      Array.from({ length: 1001 }, (_, index) => entry(String(index), index)),
    )
    expect(entries).toHaveLength(1000)
    expect(entries[0]?.id).toBe('1')
  })

  it('is narrowed by kind', () => {
    const entries = [entry('in', 1, 'message-in'), entry('out', 2, 'message-out'), entry('policy', 3, 'csp')]
    expect(ids(ofGroup(entries, 'messages'))).toBe('in out')
    expect(ids(ofGroup(entries, 'errors'))).toBe('policy')
    expect(ofGroup(entries, 'all')).toBe(entries)
  })

  it('has every kind in one group, so that the numbers add up', () => {
    const kinds: Readonly<Record<EntryKind, true>> = {
      ...{ handler: true, 'message-in': true, 'message-out': true, callback: true, capture: true },
      ...{ payment: true, request: true, frame: true, console: true, csp: true, error: true },
    }
    expect(GROUPS.flatMap((group) => group.kinds ?? []).toSorted()).toEqual(Object.keys(kinds).toSorted())
  })

  it('counts callbacks once, not each of their events', () => {
    const entries = [
      entry('sent', 1, 'callback'),
      entry('arrived', 2, 'capture'),
      entry('next', 3, 'callback'),
    ]
    expect(ofGroup(entries, 'callbacks')).toHaveLength(3)
    expect(countOf(entries, 'callbacks')).toBe(2)
    expect(countOf(entries, 'all')).toBe(3)
  })
})

describe('data', () => {
  it('is shown laid out, and in one line', () => {
    expect(dataText({ a: 1 })).toBe('{\n  "a": 1\n}')
    expect(dataLine({ a: 1 })).toBe('{"a":1}')
    expect(dataText(undefined)).toBe('')
    expect(dataLine('x'.repeat(400))).toHaveLength(301)
  })
})
