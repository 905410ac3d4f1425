import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import type { QueryField } from '#domain/query/terms'
import { aCallback, anExchange, aPayment, aStore, START, utf8 } from '#store/testing/samples'
import type { Store } from '#store/store'
import type { ListRequest, Page } from '#store/records'

const WORDS = ['tickets', 'ticket', 'hotel', 'coat'] as const

/** Messages of three payments and of no payment, in mixed order, with words in a fixed pattern. */
function aBusyStore(): Store {
  const store = aStore()
  for (const key of ['one', 'two', 'three']) {
    store.payments.insert(
      aPayment({ key, paymentId: `order-${key}`, status: key === 'two' ? 'decline' : 'success' }),
    )
  }
  const owners = ['three', 'one', null, 'two', 'one'] as const
  for (let n = 0; n < 40; n += 1) {
    const paymentKey = owners[n % owners.length] ?? null
    const body = utf8(`{"a":"${WORDS[n % 4] ?? ''}","b":"${n % 3 === 0 ? 'everywhere' : 'often'}"}`)
    const paymentId = paymentKey === null ? null : `order-${paymentKey}`
    if (paymentKey !== null) {
      store.callbacks.insert(
        aCallback({
          id: `cb_${n}`,
          paymentKey,
          paymentId: `order-${paymentKey}`,
          body,
          lastStatus: n % 7 === 0 ? 500 : 200,
        }),
      )
    }
    store.exchanges.insert(
      anExchange({ id: `ex_${n}`, paymentKey, paymentId, body, source: n % 2 === 0 ? 'api' : 'capture' }),
    )
  }
  return store
}

const LISTS = {
  payments: [PAYMENT_QUERY_FIELDS, (store: Store, request: ListRequest) => store.payments.list(request)],
  callbacks: [CALLBACK_QUERY_FIELDS, (store: Store, request: ListRequest) => store.callbacks.list(request)],
  captures: [
    EXCHANGE_QUERY_FIELDS,
    (store: Store, request: ListRequest) => store.exchanges.list('captures', request),
  ],
  exchanges: [
    EXCHANGE_QUERY_FIELDS,
    (store: Store, request: ListRequest) => store.exchanges.list('exchanges', request),
  ],
} as const satisfies Readonly<
  Record<
    string,
    readonly [readonly QueryField[], (store: Store, request: ListRequest) => Promise<Page<object>>]
  >
>
type Name = keyof typeof LISTS
const NAMES: readonly Name[] = ['payments', 'callbacks', 'captures', 'exchanges']

function listed(
  store: Store,
  name: Name,
  query: string,
  more: Omit<ListRequest, 'terms' | 'nowMs'>,
): Promise<Page<object>> {
  const [fields, list] = LISTS[name]
  const { terms, errors } = parseQuery(query, fields)
  expect(errors).toEqual([])
  return list(store, { terms, nowMs: START, ...more })
}

/** Every text counts as common, so that the newest rows are always searched first. */
const EAGER = { common: 0, window: 12 }

describe('a preview of a list', () => {
  it('shows the first rows of the list, and never a total that is too large', async () => {
    const store = aBusyStore()
    // A new store: a query that was asked before is cached and needs no preview.
    const fresh = aBusyStore()
    const word = fc.constantFrom(
      ...WORDS,
      'tick',
      'everywhere',
      'often',
      'order',
      'one',
      'wo',
      'absent',
      'json',
    )
    const term = fc.tuple(fc.boolean(), word).map(([negated, text]) => `${negated ? '-' : ''}${text}`)
    const query = fc.tuple(
      fc.array(term, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', 'created:1d', '-project:9', 'project:9'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        query,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(undefined, 1, 9),
        async (name, [texts, field], limit, window, projectId) => {
          const text = [...texts, field].join(' ')
          const seen = await listed(store, name, text, { limit, projectId, preview: { common: 0, window } })
          const whole = await listed(fresh, name, text, { limit, projectId })
          expect(seen.items).toEqual(whole.items)
          if (seen.thereMayBeMore === true) {
            expect(seen.total).toBeGreaterThan(limit)
            expect(seen.total).toBeLessThanOrEqual(whole.total)
          } else expect(seen.total).toBe(whole.total)
        },
      ),
      { numRuns: 400 },
    )
    await store.close()
    await fresh.close()
  })

  it('says that there may be more matches where it did not search all rows', async () => {
    const store = aBusyStore()
    expect(await listed(store, 'callbacks', 'everywhere', { limit: 2, preview: EAGER })).toMatchObject({
      total: 4,
      thereMayBeMore: true,
    })
    expect(await listed(store, 'callbacks', 'everywhere', { limit: 2 })).toMatchObject({ total: 12 })
    await store.close()
  })

  it('is exact where the other terms leave few rows', async () => {
    const store = aBusyStore()
    const page = await listed(store, 'callbacks', 'json status:500', { limit: 2, preview: EAGER })
    expect(page).toMatchObject({ total: 5 })
    expect(page).not.toHaveProperty('thereMayBeMore')
    await store.close()
  })

  it('searches all rows for a text that the newest rows do not contain', async () => {
    const store = aBusyStore()
    store.exchanges.insert(anExchange({ id: 'late', body: utf8('{}') }))
    const page = await listed(store, 'exchanges', 'hotel', { limit: 1, preview: { common: 0, window: 1 } })
    expect(page.total).toBe((await listed(store, 'exchanges', 'hotel', { limit: 1 })).total)
    expect(page).not.toHaveProperty('thereMayBeMore')
    await store.close()
  })

  it('counts rare texts exactly', async () => {
    const store = aBusyStore()
    const page = await listed(store, 'callbacks', 'everywhere', {
      limit: 2,
      preview: { common: 1000, window: 12 },
    })
    expect(page.total).toBe(12)
    expect(page.next).toBeDefined()
    await store.close()
  })
})
