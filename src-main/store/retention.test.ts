import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './testing/programs'
import {
  aCallback,
  anAttempt,
  anExchange,
  aPayment,
  aProject,
  aStore,
  EVERYTHING,
  opened,
  START,
  utf8,
  word,
} from './testing/samples'
import type { Store } from './store'

const noLimit = { maxMessages: 2_000_000, maxBytes: 8 * 1024 ** 3 }
const exchangeIds = async (store: Store) =>
  (await store.exchanges.list('exchanges', EVERYTHING)).items.map(({ id }) => id)
const callbackIds = async (store: Store) => (await store.callbacks.list(EVERYTHING)).items.map(({ id }) => id)

/** Payments `open`, `final` and `owing` (final, with a callback to send), their messages, and a stray exchange. */
function aBusyStore(): Store {
  const store = aStore()
  const add = (
    key: string,
    status: 'success' | 'processing',
    nextAttemptAt: number | null,
    at: number,
  ): void => {
    store.payments.insert(aPayment({ key, paymentId: key, status }))
    store.exchanges.insert(
      anExchange({ id: `ex-${key}`, paymentKey: key, receivedAt: at, body: utf8(`word${key}`) }),
    )
    store.exchanges.setResponse(`ex-${key}`, {
      status: 200,
      headers: [],
      body: utf8('answer'),
      durationMs: 1,
    })
    store.callbacks.insert(
      aCallback({
        id: `cb-${key}`,
        paymentKey: key,
        paymentId: key,
        state: nextAttemptAt === null ? 'delivered' : 'failed',
        nextAttemptAt,
        createdAt: at + 1,
      }),
    )
    store.attempts.start(anAttempt({ callbackId: `cb-${key}` }))
  }
  add('open', 'processing', null, START)
  add('final', 'success', null, START + 10)
  add('owing', 'success', START + 99, START + 20)
  store.exchanges.insert(anExchange({ id: 'stray', receivedAt: START + 30 }))
  return store
}

describe('usage', () => {
  it('counts messages and bytes from the start', () => {
    const store = aBusyStore()
    expect(store.retention.usage()).toEqual({
      messages: 7,
      bytes: expect.any(Number),
      ...noLimit,
      evicted: 0,
    })
    expect(store.retention.usage().bytes).toBeGreaterThan(4096)
    expect(store.retention.evictIfNeeded(100)).toBe(0)
  })
})

describe('eviction', () => {
  it('removes the oldest messages above the limit, and none that is still needed', async () => {
    const store = aBusyStore()
    store.retention.setCaps({ ...noLimit, maxMessages: 5 })
    expect(store.retention.evictIfNeeded(1)).toBe(1)
    expect(await exchangeIds(store)).toEqual(['stray', 'ex-owing', 'ex-open'])
    expect(store.retention.evictIfNeeded(100)).toBe(1)
    expect(await callbackIds(store)).toEqual(['cb-owing', 'cb-open'])
    expect(store.retention.evictIfNeeded(100)).toBe(0)

    store.retention.setCaps({ ...noLimit, maxMessages: 0 })
    expect(store.retention.evictIfNeeded(100)).toBe(1)
    expect(await exchangeIds(store)).toEqual(['ex-owing', 'ex-open'])
    expect(store.retention.evictIfNeeded(100)).toBe(0)
    expect(store.retention.usage()).toMatchObject({ messages: 4, evicted: 3 })
    expect(store.payments.count()).toBe(3)
  })

  it('keeps every payment with everything that its scheduled series needs', () => {
    const store = aStore()
    store.payments.insert(aPayment({ status: 'success' }))
    store.requestIds.rememberSeries(70, 'pay_1')
    const due = { id: 'pay_1:series', paymentKey: 'pay_1', name: 'series', dueAt: START + 9 }
    store.timers.set(due)
    store.exchanges.insert(anExchange({ paymentKey: 'pay_1' }))
    store.retention.setCaps({ maxMessages: 0, maxBytes: 0 })
    expect(store.retention.evictIfNeeded(100)).toBe(1)
    expect(store.payments.byKey('pay_1')).toMatchObject({ status: 'success', state: '{"whole":true}' })
    expect(store.requestIds.seriesPaymentKey(70, 1)).toBe('pay_1')
    expect(store.timers.due(START + 9, 1)).toEqual([due])
  })

  it('removes attempts and search entries as well', async () => {
    const store = aBusyStore()
    store.retention.setCaps({ ...noLimit, maxMessages: 0 })
    store.retention.evictIfNeeded(100)
    expect((await store.payments.list({ ...EVERYTHING, terms: word('wordfinal') })).total).toBe(0)
    expect((await store.payments.list({ ...EVERYTHING, terms: word('wordopen') })).total).toBe(1)
    expect(store.attempts.byCallback('cb-final')).toEqual([])
    expect(store.exchanges.byId('ex-final')).toBeNull()
    expect(store.callbacks.countByState()).toMatchObject({ delivered: 1, failed: 1 })
    expect(store.callbacks.countFailing()).toBe(1)
  })

  it('removes messages later, when their payment has become final', async () => {
    const store = aBusyStore()
    store.retention.setCaps({ ...noLimit, maxMessages: 0 })
    store.retention.evictIfNeeded(100)
    expect(store.retention.evictIfNeeded(100)).toBe(0)
    store.payments.update(aPayment({ key: 'open', paymentId: 'open', status: 'decline' }))
    expect(store.retention.evictIfNeeded(100)).toBe(2)
    expect(await exchangeIds(store)).toEqual(['ex-owing'])
  })

  it('keeps the database below its limit in bytes and counts what it removed', async () => {
    const folder = temporaryFolder()
    const store = opened({ directory: folder })
    store.projects.insert(aProject())
    for (let n = 0; n < 200; n += 1)
      store.exchanges.insert(anExchange({ id: `ex${n}`, body: new Uint8Array(20_000) }))
    const maxBytes = 2_000_000
    store.retention.setCaps({ ...noLimit, maxBytes })
    expect(store.retention.usage().bytes).toBeGreaterThan(maxBytes)
    for (let rounds = 0; store.retention.usage().bytes > maxBytes && rounds < 50; rounds += 1) {
      expect(store.retention.evictIfNeeded(20)).toBe(20)
    }
    const { evicted, messages } = store.retention.usage()
    expect(evicted + messages).toBe(200)
    expect(messages).toBeGreaterThan(20)
    expect((await exchangeIds(store))[0]).toBe('ex199')
    await store.close()
    const again = opened({ directory: folder })
    expect(again.retention.usage()).toMatchObject({ evicted, messages, ...noLimit })
    await again.close()
  })
})
