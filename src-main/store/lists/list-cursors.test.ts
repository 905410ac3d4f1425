import { describe, expect, it } from 'vitest'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import { aCallback, anExchange, aPayment, aStore, START } from '#store/fixtures/samples'
import type { Store } from '#store/store'
import { isCursor } from './list-order'

function termsOf(text: string) {
  const { terms, errors } = parseQuery(text, PAYMENT_QUERY_FIELDS)
  expect(errors).toEqual([])
  return terms
}

describe('a cursor', () => {
  const many = (count: number): Store => {
    const store = aStore()
    store.write(() => {
      for (let n = 1; n <= count; n += 1) {
        const status = n % 10 === 0 ? 'decline' : 'processing'
        store.payments.insert(aPayment({ key: `p${n}`, paymentId: `order-${n}`, status }))
      }
    })
    return store
  }
  const keysOf = async (
    store: Store,
    text: string,
    limit: number,
    between: () => void,
  ): Promise<readonly string[]> => {
    const keys: string[] = []
    let cursor: string | undefined
    do {
      const page = await store.payments.list({
        terms: termsOf(text),
        limit,
        cursor,
        nowMs: START,
      })
      keys.push(...page.items.map(({ key }) => key))
      cursor = page.next
      expect(cursor === undefined || isCursor(cursor)).toBe(true)
      between()
    } while (cursor !== undefined)
    return keys
  }

  it.each([
    ['', 100],
    ['status:decline', 10],
    ['order', 100],
    ['-status:decline', 90],
  ])('walks through %j once, while new rows arrive', async (text, count) => {
    const store = many(100)
    let added = 0
    const keys = await keysOf(store, text, 7, () => {
      added += 1
      store.payments.insert(
        aPayment({ key: `new${added}`, paymentId: `order-new-${added}`, status: 'decline' }),
      )
    })
    expect(keys).toHaveLength(count)
    expect(new Set(keys).size).toBe(count)
    expect(keys.some((key) => key.startsWith('new'))).toBe(false)
  })

  it.each([
    ['', 100],
    ['status:decline', 10],
    ['order', 100],
    ['-status:decline', 90],
  ])('with rows to pass over finds each place of %j, while new rows arrive', async (text, count) => {
    const store = many(100)
    const terms = termsOf(text)
    const page = (request: { limit: number; cursor?: string | undefined; skip?: number }) =>
      store.payments.list({ terms, nowMs: START, ...request })
    const first = await page({ limit: 3 })
    const behind = (await page({ limit: 500, cursor: first.next })).items.map(({ key }) => key)
    expect(behind).toHaveLength(count - 3)
    for (let skip = 0; skip < behind.length; skip += 1) {
      store.payments.insert(
        aPayment({ key: `new${skip}`, paymentId: `order-new-${skip}`, status: 'decline' }),
      )
      const { items, next } = await page({ limit: 2, cursor: first.next, skip })
      expect(items.map(({ key }) => key)).toEqual(behind.slice(skip, skip + 2))
      const following = next === undefined ? [] : (await page({ limit: 2, cursor: next })).items
      expect(following.map(({ key }) => key)).toEqual(behind.slice(skip + 2, skip + 4))
    }
  })

  it('is not needed to pass over the newest rows', async () => {
    const page = await many(10).payments.list({ terms: [], limit: 2, skip: 4, nowMs: START })
    expect(page.items.map(({ key }) => key)).toEqual(['p6', 'p5'])
    expect(page).toMatchObject({ next: '5', total: 10 })
  })

  it('leads to an empty page behind the last row', async () => {
    const store = many(10)
    for (const skip of [10, 11, 10_000_000]) {
      expect(await store.payments.list({ terms: [], limit: 2, skip, nowMs: START })).toEqual({
        items: [],
        total: 10,
      })
    }
    expect(
      (await store.payments.list({ terms: [], limit: 2, cursor: '3', skip: 2, nowMs: START })).items,
    ).toEqual([])
  })

  it('passes over rows of the other lists too', async () => {
    const store = many(1)
    for (const id of ['1', '2', '3', '4']) {
      store.callbacks.insert(aCallback({ id, paymentKey: 'p1' }))
      store.exchanges.insert(anExchange({ id, paymentKey: 'p1', source: 'capture' }))
    }
    const request = { terms: [], limit: 1, skip: 2, nowMs: START }
    expect((await store.callbacks.list(request)).items.map(({ id }) => id)).toEqual(['2'])
    expect((await store.exchanges.list('captures', request)).items.map(({ id }) => id)).toEqual(['2'])
  })

  it('ends with the last row', async () => {
    expect((await many(10).payments.list({ terms: [], limit: 10, nowMs: START })).next).toBeUndefined()
    expect((await many(10).payments.list({ terms: [], limit: 9, nowMs: START })).next).toBe('2')
  })

  it('is nothing but one that was given', async () => {
    for (const text of ['', '0', '-1', '1.5.2', 'x', '1e3', '99999999999999999999', ' 1']) {
      expect(isCursor(text)).toBe(false)
      await expect(
        many(1).payments.list({ terms: [], limit: 1, cursor: text, nowMs: START }),
      ).rejects.toThrow(RangeError)
    }
  })
})
