import { describe, expect, it } from 'vitest'
import { EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import type { ExchangeSource } from '#protocol/messages'
import type { Store } from '#store/store'
import { anExchange, aPayment, aStore, START, utf8 } from '#store/testing/samples'
import type { ListOrder } from './list-order'

async function traffic(
  store: Store,
  text: string,
  more: {
    readonly sources?: readonly ExchangeSource[]
    readonly order?: ListOrder
    readonly limit?: number
  } = {},
): Promise<readonly string[]> {
  const { terms, errors } = parseQuery(text, EXCHANGE_QUERY_FIELDS)
  expect(errors).toEqual([])
  const found: string[] = []
  let cursor: string | undefined
  let total: number
  do {
    const page = await store.exchanges.list('traffic', { limit: 500, ...more, terms, nowMs: START, cursor })
    found.push(...page.items.map(({ id }) => id))
    cursor = page.next
    total = page.total
  } while (cursor !== undefined)
  expect(total).toBe(found.length)
  return found
}

function aStoreOfEverySource(): Store {
  const store = aStore()
  store.payments.insert(aPayment({ key: 'a', paymentId: 'order-1' }))
  const sources = ['api', 'capture', 'form', 'imported'] as const
  for (const [index, source] of sources.entries()) {
    store.exchanges.insert(
      anExchange({
        id: source,
        source,
        paymentKey: index < 2 ? 'a' : null,
        method: source === 'form' ? 'GET' : 'POST',
        target: `/at/${source}`,
        body: utf8(`{"word":"common","own":"${source}word"}`),
        refusal: source === 'api' ? { code: '3041', message: 'No.', contract: '5.7' } : null,
      }),
    )
  }
  return store
}

describe('the list of all traffic', () => {
  it('contains exchanges of every source, newest or oldest first', async () => {
    const store = aStoreOfEverySource()
    for (const limit of [500, 1]) {
      expect(await traffic(store, '', { limit })).toEqual(['imported', 'form', 'capture', 'api'])
      expect(await traffic(store, '', { limit, order: 'oldest' })).toEqual([
        'api',
        'capture',
        'form',
        'imported',
      ])
      expect(await traffic(store, 'method:POST', { limit, order: 'oldest' })).toEqual([
        'api',
        'capture',
        'imported',
      ])
    }
    await store.close()
  })

  it('can be narrowed by source, with a term or a parameter', async () => {
    const store = aStoreOfEverySource()
    expect(await traffic(store, 'source:capture')).toEqual(['capture'])
    expect(await traffic(store, 'source:api,form')).toEqual(['form', 'api'])
    expect(await traffic(store, '-source:api')).toEqual(['imported', 'form', 'capture'])
    expect(await traffic(store, '', { sources: ['capture', 'imported'] })).toEqual(['imported', 'capture'])
    expect(await traffic(store, 'method:POST', { sources: ['api', 'form'] })).toEqual(['api'])
    await store.close()
  })

  it('finds words of bodies, payments and refusals in captures and in other exchanges', async () => {
    const store = aStoreOfEverySource()
    expect(await traffic(store, 'common')).toHaveLength(4)
    expect(await traffic(store, 'captureword')).toEqual(['capture'])
    expect(await traffic(store, 'payment:order-1')).toEqual(['capture', 'api'])
    expect(await traffic(store, 'refused:yes')).toEqual(['api'])
    expect(await traffic(store, 'contract:5')).toEqual(['api'])
    await store.close()
  })
})

describe('the list of all traffic by payment', () => {
  it('groups exchanges by payment, with those of no payment at the end', async () => {
    const store = aStoreOfEverySource()
    store.payments.insert(aPayment({ key: 'b', paymentId: 'order-2' }))
    store.exchanges.insert(anExchange({ id: 'b1', paymentKey: 'b' }))
    store.exchanges.insert(anExchange({ id: 'none' }))
    store.exchanges.insert(anExchange({ id: 'a2', paymentKey: 'a' }))
    store.exchanges.insert(anExchange({ id: 'b2', paymentKey: 'b', method: 'GET' }))
    for (const limit of [500, 1, 3]) {
      expect(await traffic(store, '', { limit, order: 'payment' })).toEqual([
        ...['b2', 'b1'],
        ...['a2', 'capture', 'api'],
        ...['none', 'imported', 'form'],
      ])
      expect(await traffic(store, 'method:GET', { limit, order: 'payment' })).toEqual(['b2', 'form'])
      expect(await traffic(store, 'common', { limit, order: 'payment' })).toEqual([
        ...['capture', 'api', 'imported', 'form'],
      ])
    }
    const rows = (skip: number) =>
      store.exchanges.list('traffic', { terms: [], limit: 2, skip, nowMs: START, order: 'payment' })
    expect((await rows(3)).items.map(({ id }) => id)).toEqual(['capture', 'api'])
    await store.close()
  })
})
