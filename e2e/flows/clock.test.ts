import { describe, expect, it } from 'vitest'
import { at, START } from './testing/flow-bench'
import { callbackOf, callbacksOf, CARDS, DAY, HOUR, MINUTE, summaryOf } from './testing/requests'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop, restart } = useMerchantBench({ per: 'test' })

const now = async (): Promise<number> => Date.parse((await bench.call('clock.get', {})).now)
/** Virtual minus wall time. */
const offset = async (): Promise<number> => {
  const clock = await bench.call('clock.get', {})
  return Date.parse(clock.now) - Date.parse(clock.wallNow)
}

describe('clock.set', () => {
  it('stops the clock when frozen and lets it run with wall time when live', async () => {
    expect(await now()).toBe(START)
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'frozen', rate: 0, timers: 0 })
    await bench.call('clock.set', { mode: 'live' })
    const before = await offset()
    expect(before).not.toBe(0)
    for (let reading = 0; reading < 20; reading += 1)
      expect(Math.abs((await offset()) - before)).toBeLessThan(100)
  })

  it('scales time, and what becomes due is done automatically', async () => {
    await shop.sale('scaled', { pan: CARDS.avs })
    const set = await bench.call('clock.set', { mode: 'scaled', rate: 100_000 })
    expect(set).toMatchObject({ mode: 'scaled', rate: 100_000 })
    await merchant.count(2)
    await bench.settle()
    expect(await summaryOf(bench, 'scaled')).toMatchObject({
      status: 'decline',
      resultCode: '603',
      updatedAt: at(30 * MINUTE),
    })
    expect(await now()).toBeGreaterThanOrEqual(START + 30 * MINUTE)
  })

  it('fires the timers that a jump skipped, each at its own due time', async () => {
    await shop.sale('first', { pan: CARDS.avs })
    await bench.advance(10 * MINUTE)
    await shop.sale('second', { pan: CARDS.avs })
    await bench.call('clock.set', { now: at(40 * HOUR) })
    await bench.settle()
    expect((await summaryOf(bench, 'first')).updatedAt).toBe(at(30 * MINUTE))
    expect((await summaryOf(bench, 'second')).updatedAt).toBe(at(40 * MINUTE))
    const results = merchant.received.filter(({ json }) => 'operation' in json)
    expect(results.map(({ paymentId }) => paymentId)).toEqual(['first', 'second'])
  })

  it('does not turn the clock back while payments exist', async () => {
    await bench.call('clock.set', { now: at(-DAY) })
    await bench.call('clock.set', { now: at(0) })
    await shop.sale('anchor')
    expect(await bench.refused('clock.set', { now: at(-1) })).toBe('wrong_state now')
    expect(await now()).toBe(START)
    await bench.call('clock.set', { now: at(0) })
    await bench.settle()
    await bench.call('bench.reset', {})
    await bench.call('clock.set', { now: at(-DAY) })
    expect(await now()).toBe(START - DAY)
  })

  it.each([{ rate: 0 }, { now: '2030-02-31T00:00:00.000Z' }, { now: '9999-12-31T23:59:59.999Z' }])(
    'refuses %j',
    async (params) => {
      const before = await bench.call('clock.get', {})
      expect(await bench.refusal('clock.set', params)).toMatchObject({
        code: 'invalid_params',
        httpStatus: 400,
      })
      expect((await bench.call('clock.get', {})).now).toBe(before.now)
    },
  )
})

describe('an advance of the clock', () => {
  it('does all due work in order, even across payments, and reports how much there was', async () => {
    await shop.sale('slow', { pan: '4000000000017055' })
    await shop.sold('waits', { pan: CARDS.avs })
    const advanced = await bench.advance(HOUR)
    // Two timers fire, that of the slow provider and that of the wait, and each leads to one result callback.
    expect(advanced).toEqual({ now: at(HOUR), firedTimers: 2, sentCallbacks: 2 })
    expect((await summaryOf(bench, 'slow')).updatedAt).toBe(at(20_000))
    expect((await summaryOf(bench, 'waits')).updatedAt).toBe(at(30 * MINUTE))
    expect(merchant.received.map(({ paymentId }) => paymentId)).toEqual(['waits', 'slow', 'waits'])
  })

  it('works in every mode and keeps the mode', async () => {
    await bench.call('clock.set', { mode: 'live' })
    const before = await offset()
    await bench.advance(3 * DAY)
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'live', rate: 1 })
    expect(Math.abs((await offset()) - before - 3 * DAY)).toBeLessThan(5000)
    await bench.call('clock.set', { mode: 'scaled', rate: 2 })
    await bench.advance(DAY)
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'scaled', rate: 2 })
  })

  it('goes to the next due time if requested, and stays if nothing is due', async () => {
    expect(await bench.call('clock.advanceToNext', {})).toEqual({
      now: at(0),
      firedTimers: 0,
      sentCallbacks: 0,
    })
    merchant.answerWith((_, n) => (n < 2 ? 500 : 200))
    await shop.sold('next')
    expect((await bench.call('clock.get', {})).nextTimer).toMatchObject({
      kind: 'callback',
      name: 'result',
      paymentId: 'next',
      dueAt: at(10_000),
    })
    expect(await bench.call('clock.advanceToNext', {})).toEqual({
      now: at(10_000),
      firedTimers: 0,
      sentCallbacks: 1,
    })
    expect((await bench.call('clock.advanceToNext', {})).now).toBe(at(20_000))
    expect(await bench.call('clock.get', {})).not.toHaveProperty('nextTimer')
    expect((await bench.call('clock.advanceToNext', {})).now).toBe(at(20_000))
  })

  it('does not go further than `notAfter`', async () => {
    await shop.sold('waits', { pan: CARDS.avs })
    const due = at(30 * MINUTE)
    expect(await bench.refusal('clock.advanceToNext', { notAfter: at(30 * MINUTE - 1) })).toMatchObject({
      code: 'wrong_state',
      message: expect.stringContaining(due) as unknown,
      issues: [{ field: 'notAfter', message: expect.stringContaining(due) as unknown }],
    })
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'frozen', now: at(0) })
    expect((await bench.call('clock.advanceToNext', { notAfter: due })).now).toBe(due)
    expect(await bench.refused('clock.advanceToNext', { notAfter: '2033-02-31T00:00:00.000Z' })).toBe(
      'invalid_params notAfter',
    )
  })

  it('waits for the responses of receivers before it ends', async () => {
    const release = merchant.hold()
    await shop.sale('gated')
    await merchant.count(1)
    let done = false
    const advance = bench.advance(MINUTE).then((outcome) => {
      done = true
      return outcome
    })
    expect((await bench.call('clock.get', {})).now).toBe(at(0))
    expect(done).toBe(false)
    release()
    expect((await advance).now).toBe(at(MINUTE))
    expect((await callbacksOf(bench, 'gated'))[0]).toMatchObject({ state: 'delivered' })
  })

  it('shows its progress, refuses a second advance, and stops where it is cancelled', async () => {
    await shop.sold('cancelled', { pan: CARDS.avs })
    const release = merchant.hold()
    const advance = bench.refusal('clock.advance', { ms: DAY })
    await merchant.count(2)
    const clock = await bench.call('clock.get', {})
    expect(clock).toMatchObject({
      now: at(30 * MINUTE),
      advancing: { from: at(0), to: at(DAY), at: at(30 * MINUTE) },
    })
    for (const [method, params] of [
      ['clock.advance', { ms: 1 }],
      ['clock.advanceToNext', {}],
      ['clock.set', { mode: 'live' }],
    ] as const) {
      expect(await bench.refusal(method, params), method).toMatchObject({ code: 'conflict', httpStatus: 409 })
    }
    await bench.call('clock.cancelAdvance', {})
    release()
    expect(await advance).toMatchObject({ code: 'cancelled' })
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'frozen', now: at(30 * MINUTE) })
    expect((await bench.advance(1)).now).toBe(at(30 * MINUTE + 1))
  })

  it('is refused if years would need five digits', async () => {
    await bench.call('clock.set', { now: '9899-12-31T00:00:00.000Z' })
    await shop.sale('far', {
      card: { pan: CARDS.avs, year: 9999, month: 12, cvv: '123', card_holder: 'NORA VALE' },
    })
    expect(await bench.refusal('clock.advance', { ms: DAY + 1 })).toMatchObject({ code: 'invalid_params' })
    await bench.advance(DAY)
    expect((await summaryOf(bench, 'far')).updatedAt).toBe('9899-12-31T00:30:00.000Z')
  })

  it('ends when Paybench closes, and the clock keeps the time that was reached', async () => {
    await shop.sold('closed', { pan: CARDS.avs })
    const release = merchant.hold()
    const advance = bench.call('clock.advance', { ms: DAY }).catch((error: unknown) => error)
    await merchant.count(2)
    await restart()
    release()
    expect(await advance).toBeInstanceOf(Error)
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'frozen', now: at(30 * MINUTE) })
  })

  it.each([{ ms: -1 }, { ms: 1.5 }, { ms: 1e15 }, { ms: '60000' }, {}])('is refused: %j', async (params) => {
    expect((await bench.refusal('clock.advance', params)).code).toBe('invalid_params')
  })
})

describe('an advance that keeps a copy', () => {
  it('can be taken back, with everything that came of it', async () => {
    await shop.sold('waits', { pan: CARDS.avs })
    const before = await bench.call('payments.get', { key: (await summaryOf(bench, 'waits')).key })
    const { timers } = await bench.call('clock.get', {})
    await bench.call('clock.advance', { ms: HOUR, keep: true })
    await shop.sold('later')
    expect(await bench.call('clock.get', {})).toMatchObject({
      now: at(HOUR),
      kept: { at: at(0), payments: 1 },
    })
    expect(await bench.call('clock.takeBack', {})).toMatchObject({ mode: 'frozen', now: at(0), timers })
    expect(await bench.call('payments.get', { key: before.key })).toEqual(before)
    expect(await bench.call('payments.list', {})).toMatchObject({ total: 1, items: [{ paymentId: 'waits' }] })
    expect(await bench.call('payments.list', { query: 'later' })).toMatchObject({ total: 0 })
    expect(await bench.refusal('clock.takeBack', {})).toMatchObject({ code: 'wrong_state' })
    expect((await bench.call('clock.advanceToNext', {})).now).toBe(at(30 * MINUTE))
    await shop.sold('later')
    await restart()
    expect(await bench.call('payments.list', {})).toMatchObject({ total: 2 })
  })

  it('can be taken back to the time of the copy even if the clock is live', async () => {
    await bench.call('clock.set', { mode: 'live' })
    await bench.call('clock.advance', { ms: HOUR, keep: true })
    const { kept } = await bench.call('clock.get', {})
    const taken = await bench.call('clock.takeBack', {})
    expect(taken.mode).toBe('live')
    expect(Date.parse(taken.now) - Date.parse(kept?.at ?? '')).toBeLessThan(100)
  })

  it('keeps only the latest copy, and none across a reset', async () => {
    await shop.sold('waits', { pan: CARDS.avs })
    await bench.call('clock.advance', { ms: 2 * MINUTE, keep: true })
    await bench.refusal('clock.advanceToNext', { keep: true, notAfter: at(MINUTE) })
    expect(await bench.call('clock.get', {})).toMatchObject({ kept: { at: at(0) } })
    await bench.call('clock.advanceToNext', { keep: true })
    expect(await bench.call('clock.takeBack', {})).toMatchObject({ now: at(2 * MINUTE) })
    await bench.call('clock.advanceToNext', { keep: true })
    await bench.call('bench.reset', {})
    expect(await bench.call('clock.get', {})).not.toHaveProperty('kept')
  })
})

describe('after a restart', () => {
  it('a frozen clock shows the time it had, and its timers are still set', async () => {
    await shop.sale('frozen', { pan: CARDS.avs })
    await bench.advance(12 * MINUTE)
    await restart()
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'frozen', now: at(12 * MINUTE) })
    await bench.advance(18 * MINUTE - 1)
    expect((await summaryOf(bench, 'frozen')).status).toBe('awaiting clarification')
    await bench.advance(1)
    expect((await summaryOf(bench, 'frozen')).resultCode).toBe('603')
  })

  it('a scaled clock keeps its rate, and a live clock has kept running', async () => {
    await bench.call('clock.set', { mode: 'scaled', rate: 1000 })
    await restart()
    expect(await bench.call('clock.get', {})).toMatchObject({ mode: 'scaled', rate: 1000 })
    await bench.call('clock.set', { mode: 'live' })
    const before = await offset()
    await restart()
    expect((await bench.call('clock.get', {})).mode).toBe('live')
    expect(Math.abs((await offset()) - before)).toBeLessThan(100)
  })

  it('work that became due while a live bench was closed is done at once, with its own due time', async () => {
    await shop.sold('missed', { pan: CARDS.avs })
    // As if wall time had passed: the clock is live and starts one second before the end of the wait.
    await bench.call('clock.set', { mode: 'live', now: at(30 * MINUTE - 1000) })
    await restart()
    await bench.advance(1000)
    expect(await summaryOf(bench, 'missed')).toMatchObject({ status: 'decline', updatedAt: at(30 * MINUTE) })
    expect(merchant.received).toHaveLength(2)
  })

  it('retries follow their schedule with the same bytes', async () => {
    merchant.answerWith(() => 500)
    await shop.sale('retries')
    await bench.advance(25_000)
    await restart()
    await bench.advance(35_000)
    const { attempts } = await callbackOf(bench, 'retries')
    expect(attempts.map(({ n, dueAt }) => [n, dueAt])).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((n) => [n, at(n * 10_000)]),
    )
    expect(new Set(merchant.received.map(({ text }) => text)).size).toBe(1)
  })
})
