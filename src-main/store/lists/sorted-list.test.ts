import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import {
  CALLBACK_SORT_FIELDS,
  EXCHANGE_SORT_FIELDS,
  PAYMENT_SORT_FIELDS,
  SORT_DIRECTIONS,
  type Sorting,
} from '#domain/query/sorting'
import { aCallback, anExchange, aPayment, aProject, aStore, START } from '#store/testing/samples'
import type { Store } from '#store/store'
import type { ListRequest, Page } from '#store/records'
import { isCursor } from './list-order'

const STATUSES = ['success', 'decline', 'processing'] as const
const KINDS = ['result', 'clarification', 'intermediate'] as const
const STATES = ['delivered', 'failed', 'scheduled'] as const
const SIGNATURES = ['valid', 'invalid', 'missing'] as const
const RESPONSE_STATUSES = [200, null, 500, 404, null] as const

const at = <Value>(values: readonly Value[], n: number): Value => {
  const value = values[n % values.length]
  if (value === undefined) throw new Error('There are no values')
  return value
}

/** Payments, callbacks, captures and exchanges with many equal and many missing values. */
function aMixedStore(): Store {
  const store = aStore()
  store.projects.insert(aProject({ projectId: 2 }))
  for (let n = 0; n < 60; n += 1) {
    const key = `pay_${String(n)}`
    const paymentId = `${n % 2 === 0 ? 'Order' : 'order'}-${String((n * 37) % 60)}"é`
    store.payments.insert(
      aPayment({
        ...{ key, paymentId, projectId: n % 4 === 0 ? 2 : 1 },
        ...{ status: at(STATUSES, n), customerId: `customer-${String(n % 7)}` },
        ...(n % 5 === 0
          ? { amount: 10_000_000_000_000 + n, currency: 'EUR' }
          : { amount: (n * 13) % 100, currency: 'JPY' }),
      }),
    )
    store.callbacks.insert(
      aCallback({
        ...{ id: `cb_${String(n)}`, paymentKey: key, paymentId },
        ...{ kind: at(KINDS, n), state: at(STATES, n >> 1), lastStatus: at(RESPONSE_STATUSES, n) },
      }),
    )
    for (const source of ['capture', 'api'] as const) {
      store.exchanges.insert(
        anExchange({
          ...{ id: `${source}_${String(n)}`, source, responseStatus: at(RESPONSE_STATUSES, n >> 1) },
          verdict: { state: at(SIGNATURES, n), explanation: '' },
        }),
      )
    }
  }
  return store
}

const SOME = { terms: [], nowMs: START }

/** All items, read page by page. */
async function readAll<Item>(
  list: (request: ListRequest) => Promise<Page<Item>>,
  request: Omit<ListRequest, 'nowMs'>,
) {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...request, nowMs: START, cursor })
    items.push(...page.items)
    cursor = page.next
    if (cursor !== undefined) expect(isCursor(cursor, request.sort)).toBe(true)
  } while (cursor !== undefined)
  return items
}

type Value = string | number | bigint | null

const nullRank = (value: Value): number => (value === null ? 0 : 1)

/** The expected order: missing values lowest, equal values by age, all in one direction. */
function sortItems<Item extends { readonly seq: number }>(
  items: readonly Item[],
  valueOf: (item: Item) => Value,
  { direction }: Sorting,
): readonly Item[] {
  const upwards = items.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return nullRank(left) - nullRank(right) || a.seq - b.seq
    return left < right ? -1 : left > right ? 1 : a.seq - b.seq
  })
  return direction === 'ascending' ? upwards : upwards.toReversed()
}

const thousandths = (amount: number, currency: string): bigint =>
  BigInt(amount) * (currency === 'JPY' ? 1000n : 10n)

describe('a sorted list', () => {
  let store: Store
  beforeAll(() => {
    store = aMixedStore()
  })
  afterAll(() => store.close())

  describe.each(SORT_DIRECTIONS)('in %s order', (direction) => {
    // A large page sorts its matches; small pages read along the index. Both must find the same rows.
    const limits = [500, 7, 1] as const

    it.each(PAYMENT_SORT_FIELDS)('contains payments sorted by %s', async (by) => {
      const all = (await store.payments.list({ terms: [], limit: 500, nowMs: START })).items
      const expected = sortItems(
        all,
        (row) =>
          ({
            created: row.seq,
            id: row.paymentIdFolded,
            status: row.status,
            amount: thousandths(row.amount, row.currency),
            customer: row.customerId,
          })[by],
        { by, direction },
      )
      const { terms } = parseQuery('status:success,decline customer:customer', PAYMENT_QUERY_FIELDS)
      const found = expected.filter(({ status }) => status !== 'processing')
      for (const limit of limits) {
        const request = { limit, sort: { by, direction } }
        expect(await readAll(store.payments.list, { terms: [], ...request })).toEqual(expected)
        expect(await readAll(store.payments.list, { terms, ...request })).toEqual(found)
        expect(await readAll(store.payments.list, { terms: [], projectId: 2, ...request })).toEqual(
          expected.filter(({ projectId }) => projectId === 2),
        )
      }
    })

    it.each(CALLBACK_SORT_FIELDS)('contains callbacks sorted by %s', async (by) => {
      const all = (await store.callbacks.list({ terms: [], limit: 500, nowMs: START })).items
      const expected = sortItems(
        all,
        (row) => ({ created: row.seq, kind: row.kind, state: row.state, status: row.lastStatus })[by],
        { by, direction },
      )
      for (const limit of limits)
        expect(await readAll(store.callbacks.list, { terms: [], limit, sort: { by, direction } })).toEqual(
          expected,
        )
    })

    it.each(EXCHANGE_SORT_FIELDS)('contains captures, exchanges and all traffic sorted by %s', async (by) => {
      for (const which of ['captures', 'exchanges', 'traffic'] as const) {
        const list = (request: ListRequest) => store.exchanges.list(which, request)
        const all = (await list({ terms: [], limit: 500, nowMs: START })).items
        const valueOf = (row: (typeof all)[number]): Value =>
          ({ created: row.seq, signature: row.signatureState, status: row.responseStatus })[by]
        const expected = sortItems(all, valueOf, { by, direction })
        const { terms } = parseQuery('status:500,none', EXCHANGE_QUERY_FIELDS)
        for (const limit of limits) {
          expect(await readAll(list, { terms: [], limit, sort: { by, direction } })).toEqual(expected)
          expect(await readAll(list, { terms, limit, sort: { by, direction } })).toEqual(
            expected.filter(({ responseStatus }) => responseStatus === 500 || responseStatus === null),
          )
        }
      }
    })

    it('skips rows, with and without a cursor', async () => {
      const sort = { by: 'amount', direction } as const
      const keys = (await readAll(store.payments.list, { terms: [], limit: 500, sort })).map(({ key }) => key)
      const page = (skip: number, cursor?: string) =>
        store.payments.list({ terms: [], limit: 5, skip, sort, cursor, nowMs: START })
      const { items, next } = await page(20)
      expect(items.map(({ key }) => key)).toEqual(keys.slice(20, 25))
      expect((await page(10, next)).items.map(({ key }) => key)).toEqual(keys.slice(35, 40))
      expect((await page(100)).items).toEqual([])
    })
  })

  it('continues at the same place after an earlier row has changed', async () => {
    const changing = aMixedStore()
    const sort = { by: 'status', direction: 'ascending' } as const
    const first = await changing.payments.list({ terms: [], limit: 10, sort, nowMs: START })
    const before = (await changing.payments.list({ terms: [], limit: 500, sort, nowMs: START })).items
    const last = first.items.at(-1)
    if (last === undefined) throw new Error('The page is empty')
    const record = changing.payments.byKey(last.key)
    if (record === null) throw new Error('The payment is gone')
    changing.payments.update({ ...record, status: 'error' })
    const rest = await changing.payments.list({ ...SOME, limit: 10, sort, cursor: first.next })
    expect(rest.items.map(({ key }) => key)).toEqual(before.slice(10, 20).map(({ key }) => key))
    await changing.close()
  })

  it('refuses a cursor of another order, and a text that is not a cursor', async () => {
    const sort = { by: 'amount', direction: 'ascending' } as const
    const { next = '' } = await store.payments.list({ terms: [], limit: 1, sort, nowMs: START })
    expect(isCursor(next, sort)).toBe(true)
    expect(isCursor(next)).toBe(false)
    expect(isCursor(next, { ...sort, direction: 'descending' })).toBe(false)
    expect(isCursor(next, { ...sort, by: 'status' })).toBe(false)
    const forge = (parts: unknown): string =>
      `~${Buffer.from(JSON.stringify(parts), 'utf8').toString('base64url')}`
    for (const text of [
      ...['', '17', '3.17', '~', '~!', `${next}%`.slice(1)],
      ...[forge({}), forge(['amount', 'ascending', 5, 1]), forge(['amount', 'ascending', '5', 0])],
      ...[forge(['amount', 'ascending', '5', 1.5]), forge(['amount', 'ascending', '5', 1, 1])],
    ])
      expect([text, isCursor(text, sort)]).toEqual([text, false])
    const pageAfter = (cursor: string) => store.payments.list({ ...SOME, limit: 1, sort, cursor })
    await expect(pageAfter('17')).rejects.toThrow(RangeError)
    // A value that is not a number gives an arbitrary position, but no failure.
    const odd = forge(['amount', 'ascending', '1; DROP TABLE payments', 1])
    expect((await pageAfter(odd)).total).toBe(60)
  })
})

function termsOf(text: string) {
  const { terms, errors } = parseQuery(text, PAYMENT_QUERY_FIELDS)
  expect(errors).toEqual([])
  return terms
}

describe('a cursor', () => {
  const aStoreWith = (count: number): Store => {
    const store = aStore()
    store.write(() => {
      for (let n = 1; n <= count; n += 1) {
        const status = n % 10 === 0 ? 'decline' : 'processing'
        store.payments.insert(aPayment({ key: `p${n}`, paymentId: `order-${n}`, status }))
      }
    })
    return store
  }
  const addPayment = (store: Store, n: number): void => {
    store.payments.insert(aPayment({ key: `new${n}`, paymentId: `order-new-${n}`, status: 'decline' }))
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
      const page = await store.payments.list({ terms: termsOf(text), limit, cursor, nowMs: START })
      keys.push(...page.items.map(({ key }) => key))
      cursor = page.next
      expect(cursor === undefined || isCursor(cursor)).toBe(true)
      between()
    } while (cursor !== undefined)
    return keys
  }

  const cases = [
    ['', 100],
    ['status:decline', 10],
    ['order', 100],
    ['-status:decline', 90],
  ] as const

  it.each(cases)('visits each match of %j once, while new rows arrive', async (text, count) => {
    const store = aStoreWith(100)
    let added = 0
    const keys = await keysOf(store, text, 7, () => {
      added += 1
      addPayment(store, added)
    })
    expect(keys).toHaveLength(count)
    expect(new Set(keys).size).toBe(count)
    expect(keys.some((key) => key.startsWith('new'))).toBe(false)
  })

  it.each(cases)('with rows to skip reaches each match of %j, while new rows arrive', async (text, count) => {
    const store = aStoreWith(100)
    const terms = termsOf(text)
    const page = (request: { limit: number; cursor?: string | undefined; skip?: number }) =>
      store.payments.list({ terms, nowMs: START, ...request })
    const first = await page({ limit: 3 })
    const behind = (await page({ limit: 500, cursor: first.next })).items.map(({ key }) => key)
    expect(behind).toHaveLength(count - 3)
    for (let skip = 0; skip < behind.length; skip += 1) {
      addPayment(store, skip)
      const { items, next } = await page({ limit: 2, cursor: first.next, skip })
      expect(items.map(({ key }) => key)).toEqual(behind.slice(skip, skip + 2))
      const following = next === undefined ? [] : (await page({ limit: 2, cursor: next })).items
      expect(following.map(({ key }) => key)).toEqual(behind.slice(skip + 2, skip + 4))
    }
  })

  it('is not needed to skip the newest rows', async () => {
    const page = await aStoreWith(10).payments.list({ terms: [], limit: 2, skip: 4, nowMs: START })
    expect(page.items.map(({ key }) => key)).toEqual(['p6', 'p5'])
    expect(page).toMatchObject({ next: '5', total: 10 })
  })

  it('leads to an empty page after the last row', async () => {
    const store = aStoreWith(10)
    for (const skip of [10, 11, 10_000_000])
      expect(await store.payments.list({ ...SOME, limit: 2, skip })).toEqual({ items: [], total: 10 })
    expect((await store.payments.list({ ...SOME, limit: 2, cursor: '3', skip: 2 })).items).toEqual([])
  })

  it('is missing on the last page', async () => {
    expect((await aStoreWith(10).payments.list({ terms: [], limit: 10, nowMs: START })).next).toBeUndefined()
    expect((await aStoreWith(10).payments.list({ terms: [], limit: 9, nowMs: START })).next).toBe('2')
  })

  it('is refused if its format is wrong', async () => {
    for (const cursor of ['', '0', '-1', '1.5.2', 'x', '1e3', '99999999999999999999', ' 1']) {
      expect(isCursor(cursor)).toBe(false)
      await expect(aStoreWith(1).payments.list({ ...SOME, limit: 1, cursor })).rejects.toThrow(RangeError)
    }
  })
})
