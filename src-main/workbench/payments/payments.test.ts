import { describe, expect, it } from 'vitest'
import type { TimelineStep } from '#protocol/payments'
import { newestSteps, withNewestAttempts } from './payment-detail'

const aStep = (id: string, kind: TimelineStep['kind'] = 'event'): TimelineStep => ({
  id,
  at: '2030-04-09T10:00:00.000Z',
  from: 'platform',
  to: 'platform',
  title: id,
  kind,
})
const delivered = (id: string, attemptCount = 1) => ({ id, state: 'delivered', attemptCount }) as const

describe('the newest steps of a timeline', () => {
  const steps = [aStep('a'), aStep('b'), aStep('c'), aStep('later', 'planned')]

  it('are all steps if there is no limit, or if they are within it', () => {
    expect(newestSteps(steps, null)).toEqual({ timeline: steps, earlier: 0 })
    expect(newestSteps(steps, 3)).toEqual({ timeline: steps, earlier: 0 })
  })

  it('leave out the earliest, but never planned ones', () => {
    const { timeline, earlier } = newestSteps(steps, 1)
    expect(timeline.map(({ id }) => id)).toEqual(['c', 'later'])
    expect(earlier).toBe(2)
  })
})

describe('the callbacks whose attempts are read', () => {
  const rows = [
    delivered('1'),
    delivered('2', 5),
    { ...delivered('3'), state: 'failed' },
    delivered('4'),
  ] as const

  it('are all callbacks if there is no limit', () => {
    const { read, leftOut } = withNewestAttempts(rows, null)
    expect(rows.every(read)).toBe(true)
    expect(leftOut).toBe(0)
  })

  it('are the newest, and older ones that were retried or not delivered', () => {
    const { read, leftOut } = withNewestAttempts(rows, 1)
    expect(rows.filter(read).map(({ id }) => id)).toEqual(['2', '3', '4'])
    expect(leftOut).toBe(1)
  })
})
