import { describe, expect, it } from 'vitest'
import type { ReplayJob } from '#protocol/replay'
import { differenceWords, endedOf, isOpen, jobWords, nothingDiffers } from './bulk-jobs'

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

describe('a bulk replay in words', () => {
  it('has its progress', () => {
    expect(endedOf(job({}))).toBe(5)
    expect(jobWords(job({}))).toBe('5 of 10 done')
    const cancelled = job({ state: 'cancelled', left: 6, waiting: 0, inFlight: 0 })
    expect(jobWords(cancelled)).toBe('cancelled after 4 of 10')
    expect(isOpen(cancelled)).toBe(false)
    expect(isOpen(job({ state: 'done' }))).toBe(false)
  })

  it('names what differs in the answers, bodies too, and when nothing does', () => {
    expect(differenceWords({ before: 200, after: 200, count: 3, otherBody: 0 })).toBe('')
    expect(differenceWords({ before: 200, after: 200, count: 3, otherBody: 2 })).toBe('different body in 2')
    expect(differenceWords({ before: 200, after: 500, count: 3, otherBody: 3 })).toBe(
      'different status, different body',
    )
    expect(nothingDiffers(job({ state: 'done' }))).toContain('No differences')
    expect(nothingDiffers(job({}))).toContain('so far')
  })
})
