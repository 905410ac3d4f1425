import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import { INDEX_NAME } from '#store/index/open-index'
import {
  aCallback,
  anAttempt,
  anExchange,
  anOutcome,
  aPayment,
  aProject,
  aStore,
  opened,
  START,
  utf8,
} from '#store/testing/samples'
import type { AttemptOutcome } from '#store/records'
import type { Store } from '#store/store'

const PAGE = { limit: 50, nowMs: START }

const terms = (text: string, fields: typeof CALLBACK_QUERY_FIELDS) => parseQuery(text, fields).terms

const callbacks = async (store: Store, text: string): Promise<readonly string[]> =>
  (await store.callbacks.list({ ...PAGE, terms: terms(text, CALLBACK_QUERY_FIELDS) })).items.map(
    ({ id }) => id,
  )

const exchanges = async (store: Store, text: string): Promise<readonly string[]> =>
  (await store.exchanges.list('traffic', { ...PAGE, terms: terms(text, EXCHANGE_QUERY_FIELDS) })).items.map(
    ({ id }) => id,
  )

const payments = async (store: Store, text: string): Promise<readonly string[]> =>
  (await store.payments.list({ ...PAGE, terms: terms(text, PAYMENT_QUERY_FIELDS) })).items.map(
    ({ key }) => key,
  )

const REPLY: Partial<AttemptOutcome> = {
  answerHeaders: [['X-Merchant-Trace', 'kiwi-17']],
  answerBody: utf8('{"error":"the warehouse burned down"}'),
}

function attempt(store: Store, callbackId: string, change: Partial<AttemptOutcome> = {}): void {
  store.attempts.finish(store.attempts.start(anAttempt({ callbackId })), anOutcome({ ...REPLY, ...change }))
}

function aShop(store = aStore()): Store {
  store.payments.insert(aPayment({ key: 'a', status: 'success' }))
  for (const id of ['cb_1', 'cb_2'])
    store.callbacks.insert(aCallback({ id, paymentKey: 'a', state: 'delivered', nextAttemptAt: null }))
  return store
}

/** A body of about `bytes` bytes that ends with `lastWord`. */
const aLongBody = (bytes: number, lastWord: string): string => {
  const lines: string[] = []
  for (let size = 0, n = 0; size < bytes; n += 1) {
    const line = `line ${n} says première échéance`
    lines.push(line)
    size += line.length + 3
  }
  return `${lines.join('\n')}\n${lastWord}`
}

describe('a search of callbacks', () => {
  it.each([
    ['the body of a response', 'warehouse'],
    ['a header value of a response', '"kiwi-17"'],
    ['a header name of a response', '"x-merchant-trace"'],
    ['a header name together with its value', '"X-Merchant-Trace: kiwi"'],
  ])('finds %s', async (_what, text) => {
    const store = aShop()
    expect(await callbacks(store, text)).toEqual([])
    attempt(store, 'cb_1')
    expect(await callbacks(store, text)).toEqual(['cb_1'])
    expect(await callbacks(store, `-${text}`)).toEqual(['cb_2'])
    expect(await payments(store, text)).toEqual(['a'])
    expect(await exchanges(store, text)).toEqual([])
  })

  it('finds the reason for a failed attempt, and a body that a fault rule changed', async () => {
    const store = aShop()
    attempt(store, 'cb_1', { failureCode: 'ECONNREFUSED', failureMessage: 'Nobody listens on port 9' })
    attempt(store, 'cb_2', { requestBody: utf8('{"surprise":"mongoose"}') })
    expect(await callbacks(store, 'econnrefused')).toEqual(['cb_1'])
    expect(await callbacks(store, '"nobody listens"')).toEqual(['cb_1'])
    expect(await callbacks(store, 'mongoose')).toEqual(['cb_2'])
    // Both attempts got the same response.
    expect(await callbacks(store, 'warehouse')).toEqual(['cb_2', 'cb_1'])
  })

  it('finds a callback once, however many of its attempts match', async () => {
    const store = aShop()
    for (let n = 0; n < 3; n += 1) attempt(store, 'cb_1')
    const page = await store.callbacks.list({ ...PAGE, terms: terms('warehouse', CALLBACK_QUERY_FIELDS) })
    expect(page).toMatchObject({ total: 1, items: [{ id: 'cb_1' }] })
  })
})

describe('a search in the text of exchanges', () => {
  it('finds the end of a long body, but nothing after its first mebibyte', async () => {
    const store = aStore()
    const body = utf8(aLongBody(700_000, 'marmalade'))
    store.exchanges.insert(anExchange({ id: 'ex_1', body }))
    const response = { responseHeaders: [], responseBody: body }
    store.exchanges.insert(anExchange({ id: 'ex_2', source: 'capture', ...response }))
    store.exchanges.insert(anExchange({ id: 'ex_3', body: utf8(`x ${'é'.repeat(524_287)} chutney`) }))
    expect(await exchanges(store, 'marmalade')).toEqual(['ex_2', 'ex_1'])
    expect(await exchanges(store, 'x')).toEqual(['ex_3'])
    expect(await exchanges(store, 'chutney')).toEqual([])
    await store.close()
  })

  it('skips long bodies that are not text', async () => {
    const store = aStore()
    const body = new Uint8Array(200_000).fill(0x61)
    body[150_000] = 0xff
    store.exchanges.insert(anExchange({ id: 'ex_1', body }))
    expect(await exchanges(store, 'aaaa')).toEqual([])
    await store.close()
  })

  it('finds a payment by its long request, and by the response that replaced another', async () => {
    const store = aShop()
    const long = (lastWord: string) => utf8(aLongBody(200_000, lastWord))
    const response = { responseHeaders: [], responseBody: long('chutney') }
    store.exchanges.insert(anExchange({ paymentKey: 'a', body: long('marmalade'), ...response }))
    store.exchanges.setResponse('ex_1', { status: 200, headers: [], body: long('quince'), durationMs: 1 })
    await vi.waitFor(async () => {
      expect(await payments(store, 'marmalade')).toEqual(['a'])
      expect(await payments(store, 'quince')).toEqual(['a'])
    })
    expect(await exchanges(store, 'chutney')).toEqual([])
    await store.close()
  })
})

it('a search counts matches of a single text up to a limit, and all matches of several terms', async () => {
  const store = aStore()
  for (const key of ['a', 'b', 'c']) {
    const paymentId = `order-${key}`
    const body = utf8('{"tea":"tickets"}')
    store.payments.insert(aPayment({ key, paymentId, status: key === 'a' ? 'decline' : 'success' }))
    for (const n of [1, 2])
      store.callbacks.insert(aCallback({ id: `cb_${key}${n}`, paymentKey: key, paymentId, body }))
  }
  const found = async (text: string, countUpTo: number) => {
    const request = { limit: 1, nowMs: START, countUpTo }
    const { items, total, hasMore } = await store.callbacks.list({
      ...request,
      terms: terms(text, CALLBACK_QUERY_FIELDS),
    })
    const listed = await store.payments.list({ ...request, terms: terms(text, PAYMENT_QUERY_FIELDS) })
    return [items.map(({ id }) => id), total, hasMore, listed.total, listed.hasMore]
  }
  for (const text of ['tickets', 'order', 'or']) {
    expect(await found(text, 2), text).toEqual([['cb_c2'], 2, true, 2, true])
    expect(await found(text, 5), text).toEqual([['cb_c2'], 5, true, 3, undefined])
    expect(await found(text, 6), text).toEqual([['cb_c2'], 6, undefined, 3, undefined])
    expect(await found(`${text} order-a`, 2), text).toEqual([['cb_a2'], 2, undefined, 1, undefined])
    expect(await found(`-${text}`, 2), text).toEqual([[], 0, undefined, 0, undefined])
  }
  await store.close()
})

describe('a data folder', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'paybench-search-'))
  })

  it('without its index is indexed again while it is open, each message once', async () => {
    const store = opened({ directory })
    store.projects.insert(aProject())
    aShop(store)
    attempt(store, 'cb_1')
    attempt(store, 'cb_1', { failureCode: 'ETIMEDOUT' })
    for (let n = 0; n < 60; n += 1) {
      store.exchanges.insert(anExchange({ id: `ex_${n}`, headers: [['X-Idempotency-Key', String(n)]] }))
    }
    store.exchanges.insert(anExchange({ id: 'ex_long', body: utf8(aLongBody(200_000, 'marmalade')) }))
    expect(await exchanges(store, 'idempotency')).not.toEqual([])
    await store.close()

    rmSync(join(directory, INDEX_NAME))
    const again = opened({ directory })
    // A message that arrives meanwhile is found at once.
    again.exchanges.insert(anExchange({ id: 'ex_new', headers: [['X-Idempotency-Key', 'new']] }))
    expect(await exchanges(again, 'idempotency')).toContain('ex_new')
    await vi.waitFor(async () => {
      expect(await exchanges(again, 'marmalade')).toEqual(['ex_long'])
      expect(await callbacks(again, 'warehouse')).toEqual(['cb_1'])
      expect(await callbacks(again, 'etimedout')).toEqual(['cb_1'])
    })
    const page = await again.exchanges.list('traffic', {
      ...PAGE,
      terms: terms('idempotency', EXCHANGE_QUERY_FIELDS),
    })
    expect(page.total).toBe(61)
    await again.close()
  })
})

it('until all messages are indexed, the store reports how many can be searched', async () => {
  const store = aStore()
  const many = 5100
  store.write(() => {
    for (let n = 0; n < many; n += 1) {
      store.exchanges.insert(anExchange({ id: `ex_${n}`, headers: [['X-Idempotency-Key', `key${n}`]] }))
    }
  })
  // The first query builds the index.
  expect(await exchanges(store, '')).toHaveLength(PAGE.limit)
  const { texts } = store.indexState
  expect(texts?.total).toBe(many)
  expect(texts?.done).toBeLessThan(many)
  expect(await exchanges(store, 'key0')).toEqual([])
  await vi.waitUntil(() => store.indexState.texts === null, { timeout: 60_000 })
  expect(await exchanges(store, 'key0')).toEqual(['ex_0'])
  await store.close()
})
