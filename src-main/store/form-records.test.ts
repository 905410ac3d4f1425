import { describe, expect, it } from 'vitest'
import {
  aCallback,
  anExchange,
  aPayment,
  aProject,
  aSavedCard as aCard,
  aStore,
  aVisit,
  START,
} from './testing/samples'

/** A callback about a token: it belongs to no payment. */
const tokenCallback = (change: Parameters<typeof aCallback>[0] = {}) =>
  aCallback({ id: 'cb_token', paymentKey: null, paymentId: '', kind: 'token', ...change })

describe('form visits', () => {
  it('are read as they were last written', () => {
    const store = aStore()
    store.formVisits.insert(aVisit())
    expect(store.formVisits.byId('fs_1')).toEqual(aVisit())
    const confirmed = aVisit({ paymentKey: 'pay_1', state: '{}', updatedAt: START + 1 })
    expect(store.formVisits.update(confirmed)).toBe(true)
    expect(store.formVisits.update(aVisit({ id: 'fs_2' }))).toBe(false)
    store.formVisits.insert(aVisit({ id: 'fs_3', paymentKey: 'pay_1' }))
    expect(store.formVisits.byPayment('pay_1')?.id).toBe('fs_3')
    expect(store.formVisits.byId('fs_1')).toEqual(confirmed)
    expect([store.formVisits.byId('fs_9'), store.formVisits.byPayment('pay_9')]).toEqual([null, null])
    expect(() => {
      store.formVisits.insert(aVisit())
    }).toThrow('UNIQUE')
  })
})

describe('saved cards', () => {
  it('belong to a customer of a project', () => {
    const store = aStore()
    store.projects.insert(aProject({ projectId: 2 }))
    const second = aCard({ id: 2, token: 'b', brand: null })
    store.savedCards.insert(aCard())
    store.savedCards.insert(second)
    store.savedCards.insert(aCard({ projectId: 2 }))
    store.savedCards.insert(aCard({ id: 3, token: 'c', customerId: 'Buyer-5' }))
    expect(store.savedCards.list(1, 'buyer-5')).toEqual([aCard(), second])
    store.savedCards.markUsed(1, 70311)
    expect(store.savedCards.list(1, 'buyer-5')).toEqual([second, aCard()])
    store.savedCards.markUsed(1, 404)
    store.savedCards.markUsed(1, 2)
    expect(store.savedCards.list(1, 'buyer-5')).toEqual([aCard(), second])
    expect(store.savedCards.byToken(1, 'b')).toEqual(second)
    expect(store.savedCards.byId(2, 70311)).toEqual(aCard({ projectId: 2 }))
    expect([store.savedCards.byToken(2, 'b'), store.savedCards.byId(2, 2)]).toEqual([null, null])
    expect([store.savedCards.remove(1, 2), store.savedCards.remove(1, 2)]).toEqual([true, false])
    expect(store.savedCards.list(1, 'buyer-5')).toEqual([aCard()])
    expect(() => {
      store.savedCards.insert(aCard({ id: 4 }))
    }).toThrow('UNIQUE')
  })

  it.each(['4000000000000077', '4000 0000 0000 0077'])('are never stored with the number %s', (number) => {
    const store = aStore()
    expect(() => {
      store.savedCards.insert(aCard({ number }))
    }).toThrow('must be masked')
    expect(store.savedCards.list(1, 'buyer-5')).toEqual([])
  })
})

describe('shop orders', () => {
  it('are listed newest first and keep their place when replaced', () => {
    const store = aStore()
    store.shopOrders.put('a', '1')
    store.shopOrders.put('b', '2')
    store.shopOrders.put('a', '3')
    expect(store.shopOrders.list(10)).toEqual(['2', '3'])
    expect(store.shopOrders.list(1)).toHaveLength(1)
    expect([store.shopOrders.get('a'), store.shopOrders.get('c')]).toEqual(['3', null])
  })

  it('make room for newer ones', () => {
    const store = aStore()
    store.write(() => {
      for (let n = 0; n <= 5000; n += 1) store.shopOrders.put(String(n), '{}')
    })
    expect([store.shopOrders.get('0'), store.shopOrders.get('1')]).toEqual([null, '{}'])
  })
})

describe('a callback that belongs to no payment', () => {
  it('is linked to its capture', () => {
    const store = aStore()
    store.callbacks.insert(tokenCallback())
    store.exchanges.insert(anExchange({ id: 'ex_9', source: 'capture', callbackId: 'cb_token' }))
    expect(store.exchanges.capturesOf('cb_token').map(({ id }) => id)).toEqual(['ex_9'])
    expect(store.exchanges.capturesOf('cb_1')).toEqual([])
  })

  it('is kept until its schedule ends, even if no messages may be kept', () => {
    const store = aStore()
    store.callbacks.insert(tokenCallback())
    store.callbacks.insert(tokenCallback({ id: 'cb_again', state: 'failed', nextAttemptAt: START + 10 }))
    store.retention.setCaps({ maxMessages: 0, maxBytes: 2 ** 40 })
    expect(store.retention.evictIfNeeded(10)).toBe(0)
    store.callbacks.update('cb_token', { state: 'delivered', nextAttemptAt: null })
    expect(store.retention.evictIfNeeded(10)).toBe(1)
    expect([store.callbacks.row('cb_token'), store.callbacks.row('cb_again')?.id]).toEqual([null, 'cb_again'])
    store.callbacks.update('cb_again', { nextAttemptAt: null })
    expect(store.retention.evictIfNeeded(10)).toBe(1)
    expect(store.callbacks.countFailing()).toBe(0)
  })
})

describe('old form visits', () => {
  it('are removed with messages of the same age, unless their payment is still open', () => {
    const store = aStore()
    store.payments.insert(aPayment({ key: 'pay_open', paymentId: 'open' }))
    store.payments.insert(aPayment({ key: 'pay_done', paymentId: 'done', status: 'success' }))
    store.formVisits.insert(aVisit({ id: 'left' }))
    store.formVisits.insert(aVisit({ id: 'open', paymentKey: 'pay_open' }))
    store.formVisits.insert(aVisit({ id: 'done', paymentKey: 'pay_done' }))
    store.formVisits.insert(aVisit({ id: 'young', updatedAt: START + 50 }))
    store.exchanges.insert(anExchange({ receivedAt: START + 10 }))
    expect(store.retention.evictIfNeeded(10)).toBe(0)
    expect(store.formVisits.byId('left')).not.toBeNull()
    store.retention.setCaps({ maxMessages: 0, maxBytes: 2 ** 40 })
    expect(store.retention.evictIfNeeded(10)).toBe(1)
    const kept = ['left', 'open', 'done', 'young'].filter((id) => store.formVisits.byId(id) !== null)
    expect(kept).toEqual(['open', 'young'])
  })
})
