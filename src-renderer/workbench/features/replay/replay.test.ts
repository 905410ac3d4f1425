import { describe, expect, it, beforeEach } from 'vitest'
import { compareBodies } from './Changes'
import { readChoice } from './ComposePane'
import type { FamilyMember, ReplayJob } from '#protocol/replay'
import { childrenOf, memberTitle, memberVerdict } from './ReplayPane'
import { differenceWords, endedOf, isOpen, jobWords, nothingDiffers } from './bulk-jobs'
import { preferencesStore, setPlace, setPreferences } from '#window/state/preferences'
import { editMessage, openMessage } from './replay-commands'
import { useWanted } from '#window/ui/focus'

describe('the comparison of two bodies', () => {
  it('lists changes by path', () => {
    const { note, changes } = compareBodies('{"a":{"b.c":1.0},"x":"gone"}', '{"a":{"b.c":1},"y":[2]}')
    expect(note).toBe('3 values, by path')
    expect(changes.map(({ kind, path }) => `${kind} ${path.join('/')}`).toSorted()).toEqual([
      'added y',
      'changed a/b.c',
      'removed x',
    ])
  })

  it('recognises the same data in other notation, and text that is not JSON', () => {
    expect(compareBodies('{"a":"ü"}', '{ "a": "\\u00fc" }').note).toBe('formatting only, not the data')
    expect(compareBodies('x', 'x').note).toBe('none in the body')
    expect(compareBodies('{}', '{').message).toBeDefined()
    expect(compareBodies('{', '{}').message).toMatch(/^The original/)
    expect(compareBodies('[]', `${'['.repeat(600)}${']'.repeat(600)}`).message).toBe(
      'The body has more than 512 levels.',
    )
    expect(compareBodies(`[${'1,'.repeat(100_000)}1]`, '[]').message).toBe(
      'The original cannot be compared by path. The body has more than 100000 values.',
    )
  })

  it('says so if a body is not text', () => {
    expect(compareBodies(null, null).note).toBe('the bytes are sent unchanged')
    expect(compareBodies(null, '{}').note).toBe('a new body; the original is not text')
  })
})

describe('the stored choice', () => {
  it('is restored as it was stored', () => {
    const choice = { template: 'token', paymentKey: 'pay_1', kind: 'other' } as const
    expect(readChoice(JSON.stringify(choice))).toEqual(choice)
  })

  it('falls back to the defaults field by field', () => {
    const first = { template: 'success', paymentKey: '', kind: null }
    for (const text of [undefined, '', 'success pay_1', '7']) expect(readChoice(text)).toEqual(first)
    expect(readChoice('{"template":"refund","kind":"of tomorrow"}')).toEqual({
      ...first,
      template: 'refund',
    })
  })
})

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
  it('puts every replay below its parent, in order, and keeps a replay whose parent was evicted', () => {
    const members = [member('a', null), member('b', 'a'), member('c', 'a'), member('d', 'gone')]
    const childIds = (parent: string | null) => childrenOf(members, parent).map(({ id }) => id)
    expect([childIds(null), childIds('a'), childIds('b')]).toEqual([['a', 'd'], ['b', 'c'], []])
  })

  it('names what was changed, and how the merchant responded', () => {
    expect(memberTitle(member('a', null))).toBe('Original')
    expect(memberTitle(member('a', 'b', { change: 'Signed again' }))).toBe('Signed again')
    expect(memberTitle(member('a', 'b', { change: 'Check “Forge”; signature left out, body edited.' }))).toBe(
      'Signature left out, body edited. Check “Forge”',
    )
    expect(memberVerdict(member('a', null, { lastStatus: 200 }))).toEqual({ text: '200', good: true })
    expect(memberVerdict(member('a', null, { lastStatus: 201, state: 'failed' })).good).toBe(false)
    expect(memberVerdict(member('a', null, { state: 'failed' }))).toEqual({ text: 'none', good: false })
    expect(memberVerdict(member('a', null, { state: 'held', attemptCount: 0 })).text).toBe('held')
  })
})

const job = (change: Partial<ReplayJob>) =>
  ({
    state: 'running',
    total: 10,
    waiting: 3,
    inFlight: 2,
    accepted: 2,
    refused: 1,
    unanswered: 1,
    left: 1,
    outcomes: [],
    ...change,
  }) as unknown as ReplayJob

describe('the words for a bulk replay', () => {
  it('state its progress', () => {
    expect(endedOf(job({}))).toBe(5)
    expect(jobWords(job({}))).toBe('5 of 10 done')
    const cancelled = job({ state: 'cancelled', left: 6, waiting: 0, inFlight: 0 })
    expect(jobWords(cancelled)).toBe('cancelled after 4 of 10')
    expect(isOpen(cancelled)).toBe(false)
    expect(isOpen(job({ state: 'done' }))).toBe(false)
  })

  it('name what differs in the responses, including bodies, and say if nothing does', () => {
    expect(differenceWords({ before: 200, after: 200, count: 3, otherBody: 0 })).toBe('')
    expect(differenceWords({ before: 200, after: 200, count: 3, otherBody: 2 })).toBe('different body in 2')
    expect(differenceWords({ before: 200, after: 500, count: 3, otherBody: 3 })).toBe(
      'different status, different body',
    )
    expect(nothingDiffers(job({ state: 'done' }))).toContain('No differences')
    expect(nothingDiffers(job({}))).toContain('so far')
  })
})

describe('a message opened from elsewhere', () => {
  beforeEach(() => {
    setPreferences({ page: 'traffic' })
    setPlace('callbacks', { view: 'captured', query: 'signature:invalid', selection: 'ex_1' })
  })

  it('is shown in its own list, without the filter of the other list', () => {
    openMessage('cb_1')
    expect(preferencesStore.getState()).toMatchObject({
      page: 'callbacks',
      callbacks: { view: 'sent', query: '', selection: 'cb_1' },
    })
  })

  it('keeps the filter of its own list', () => {
    openMessage('ex_2')
    expect(preferencesStore.getState()).toMatchObject({
      page: 'callbacks',
      callbacks: { view: 'captured', query: 'signature:invalid', selection: 'ex_2' },
    })
  })

  it('requests the focus for its editor if it is opened to be edited', () => {
    editMessage('ex_2')
    expect(useWanted.getState().by).toBe('replay:ex_2')
  })
})
