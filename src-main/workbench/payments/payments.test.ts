import { describe, expect, it } from 'vitest'
import type { Notice } from '#protocol/bench'
import { createCallbackBursts } from './callback-burst'
import type { TimelineStep } from '#protocol/payments'
import { newestSteps, withNewestAttempts } from './payment-detail'

describe('callback-burst', () => {
  function aWatch() {
    const notices: Notice[] = []
    let now = 0
    const bursts = createCallbackBursts({
      wallNow: () => now,
      notices: { add: (notice) => notices.push(notice) },
    })
    return {
      notices,
      bursts,
      /** Callbacks of a payment, one every `ms` of wall time. */
      create(
        count: number,
        ms: number,
        callback: { readonly paymentKey?: string; readonly replayOf?: string } = {},
      ) {
        for (let n = 0; n < count; n += 1) {
          now += ms
          bursts.created({ paymentKey: 'pay_1', paymentId: 'order-1', ...callback })
        }
      },
    }
  }

  describe('the watch for bursts of callbacks', () => {
    it('says once a minute which payment has more than a hundred, what the cause is and what to do', () => {
      const { notices, create } = aWatch()
      create(100, 20)
      expect(notices).toEqual([])
      create(500, 20)
      expect(notices).toMatchObject([
        { level: 'warning', message: 'Payment order-1 got more than 100 callbacks within a minute.' },
      ])
      expect(notices[0]?.remedy).toContain('fault rule')
    })

    it('is quiet about a slow stream, about replays and about callbacks of many payments', () => {
      const { notices, create } = aWatch()
      create(1_000, 700)
      create(1_000, 1, { replayOf: 'cb_1' })
      for (let n = 0; n < 2_000; n += 1) create(1, 1, { paymentKey: `pay_${String(n)}` })
      expect(notices).toEqual([])
    })

    it('counts anew after it is told to forget', () => {
      const { notices, bursts, create } = aWatch()
      create(100, 1)
      bursts.forget()
      create(100, 1)
      expect(notices).toEqual([])
    })
  })
})

describe('payment-detail', () => {
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

    it('are all of them without a limit', () => {
      expect(newestSteps(steps, null)).toEqual({ timeline: steps, earlier: 0 })
      expect(newestSteps(steps, 3)).toEqual({ timeline: steps, earlier: 0 })
    })

    it('leave out the earliest and never what is planned', () => {
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

    it('are all of them without a limit', () => {
      const { read, leftOut } = withNewestAttempts(rows, null)
      expect(rows.every(read)).toBe(true)
      expect(leftOut).toBe(0)
    })

    it('are the newest, and older ones that may have been sent again since', () => {
      const { read, leftOut } = withNewestAttempts(rows, 1)
      expect(rows.filter(read).map(({ id }) => id)).toEqual(['2', '3', '4'])
      expect(leftOut).toBe(1)
    })
  })
})
