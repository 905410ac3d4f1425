import { describe, expect, it } from 'vitest'
import type { Notice } from '#protocol/bench'
import { createCallbackBursts } from './callback-burst'

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
