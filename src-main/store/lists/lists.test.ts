import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import type { ExchangeSource } from '#protocol/messages'
import {
  aCallback,
  anExchange,
  aPayment,
  aProject,
  aStore,
  EVERYTHING,
  START,
  utf8,
  word,
} from '#store/testing/samples'
import type { Store } from '#store/store'
import type { ExchangeList, Page } from '#store/records'
import type { ListOrder } from './list-order'

const HOUR = 3_600_000

function termsOf(text: string, fields: typeof PAYMENT_QUERY_FIELDS) {
  const { terms, errors } = parseQuery(text, fields)
  expect(errors).toEqual([])
  return terms
}

/**
 * All items of a list. One large page makes the store seek matches, small pages make it scan from the newest: both
 * must find the same rows, and the total must agree.
 */
async function everything<Item>(
  list: (page: { limit: number; cursor?: string | undefined }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const { items, total } = await list({ limit: 500 })
  expect(total).toBe(items.length)
  const stepwise: Item[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 1, cursor })
    stepwise.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  expect(stepwise).toEqual(items)
  return items
}

async function payments(store: Store, text: string, projectId?: number): Promise<readonly string[]> {
  const terms = termsOf(text, PAYMENT_QUERY_FIELDS)
  const nowMs = START + 10 * HOUR
  const found = await everything((page) => store.payments.list({ ...page, terms, projectId, nowMs }))
  return found.map(({ key }) => key)
}

async function callbacks(store: Store, text: string, paymentKey?: string): Promise<readonly string[]> {
  const terms = termsOf(text, CALLBACK_QUERY_FIELDS)
  const found = await everything((page) => store.callbacks.list({ ...page, terms, paymentKey, nowMs: START }))
  return found.map(({ id }) => id)
}

async function exchanges(
  store: Store,
  text: string,
  which: ExchangeList = 'exchanges',
  more: { readonly sources?: readonly ExchangeSource[]; readonly order?: ListOrder } = {},
) {
  const terms = termsOf(text, EXCHANGE_QUERY_FIELDS)
  const request = { ...more, terms, nowMs: START }
  const found = await everything((page) => store.exchanges.list(which, { ...page, ...request }))
  return found.map(({ id }) => id)
}

function aShop(): Store {
  const store = aStore()
  store.projects.insert(aProject({ projectId: 2 }))
  store.payments.insert(aPayment({ key: 'a', paymentId: 'Order-100%', status: 'success', resultCode: '0' }))
  store.payments.insert(
    aPayment({
      key: 'b',
      paymentId: 'order_200',
      amount: 1000,
      currency: 'JPY',
      status: 'awaiting clarification',
      customerId: 'Élan',
      createdAt: START + 8 * HOUR,
    }),
  )
  store.payments.insert(
    aPayment({
      key: 'c',
      projectId: 2,
      paymentId: 'x7',
      amount: 1_234_567,
      currency: 'KWD',
      customerId: '',
      accountNumber: null,
      origin: 'form',
      createdAt: START + 9.5 * HOUR,
    }),
  )
  store.callbacks.insert(
    aCallback({ id: 'cb_a', paymentKey: 'a', paymentId: 'Order-100%', state: 'delivered' }),
  )
  store.callbacks.insert(
    aCallback({
      id: 'cb_b',
      paymentKey: 'b',
      paymentId: 'order_200',
      kind: 'clarification',
      lastStatus: 503,
      attemptCount: 1,
      targetUrl: 'https://shop.example/cb',
      body: utf8('{"note":"première échéance"}'),
    }),
  )
  return store
}

describe('the list of payments', () => {
  it.each([
    ['', ['c', 'b', 'a']],
    ['status:success', ['a']],
    ['status:success,awaiting_clarification', ['b', 'a']],
    ['-status:success', ['c', 'b']],
    ['id:order', ['b', 'a']],
    ['id:ORDER-1', ['a']],
    ['id:100%', ['a']],
    ['id:_', ['b']],
    ['id:%', ['a']],
    ['id=order-100%', ['a']],
    ['id=order', []],
    ['amount:10.5', ['a']],
    ['amount>1000', ['c']],
    ['amount>=1000', ['c', 'b']],
    ['amount<1000', ['a']],
    ['amount:1234.567', ['c']],
    ['currency:jpy', ['b']],
    ['customer:élan', ['b']],
    ['customer:lan', ['b']],
    ['customer:la', ['b']],
    ['customer:""', ['c']],
    ['card:0077', ['b', 'a']],
    ['card:77', ['b', 'a']],
    ['-card:0077', ['c']],
    ['created:1h', ['c']],
    ['created<2h', ['a']],
    ['code:0', ['a']],
    ['callback:delivered', ['a']],
    ['callback:failed', ['b']],
    ['callback:pending', []],
    ['callback:none', ['c']],
    ['callback:none,failed', ['c', 'b']],
    ['waiting:yes', ['b']],
    ['waiting:no', ['c', 'a']],
    ['project:2', ['c']],
    ['origin:form', ['c']],
    ['method:CARD status:success', ['a']],
    ['première', ['b']],
    ['premiere', ['b']],
    ['"premiere eche"', ['b']],
    ['-premiere', ['c', 'a']],
    ['order status:success', ['a']],
    ['x7', ['c']],
    ['nothing', []],
  ])('finds the rows for %j', async (text, keys) => {
    expect(await payments(aShop(), text)).toEqual(keys)
  })

  it('can be narrowed to a project', async () => {
    expect(await payments(aShop(), '', 2)).toEqual(['c'])
    expect(await payments(aShop(), 'order', 1)).toEqual(['b', 'a'])
    expect(await payments(aShop(), 'order', 2)).toEqual([])
  })

  it('shows nothing for a term that is not understood', async () => {
    const place = { negated: true, from: 0, to: 1 }
    const term = { kind: 'field', operator: ':', value: 'x', values: ['x'], ...place } as const
    for (const field of ['unknown', 'amount', 'toString']) {
      const page = await aShop().payments.list({ terms: [{ ...term, field }], limit: 10, nowMs: START })
      expect(page).toEqual({ items: [], total: 0 })
    }
  })

  it('follows changes of a payment', async () => {
    const store = aShop()
    store.payments.update(
      aPayment({ key: 'a', paymentId: 'renamed', customerId: 'somebody', status: 'decline' }),
    )
    expect(await payments(store, 'renamed')).toEqual(['a'])
    expect(await payments(store, 'customer:somebody status:decline')).toEqual(['a'])
    expect(await payments(store, 'id:order-1')).toEqual([])
  })
})

describe('the filters for payment methods', () => {
  const METHODS = ['card', 'easypaisa-wallet', 'ideal', 'Direct Debit BACS', 'a-method-of-tomorrow']
  const aStoreWithMethods = (): Store => {
    const store = aStore()
    for (const method of METHODS) store.payments.insert(aPayment({ key: method, paymentId: method, method }))
    return store
  }

  it.each([
    ['method:card', ['card']],
    ['method:easypaisa', ['easypaisa-wallet']],
    ['method:wallet/EASYPAISA', ['easypaisa-wallet']],
    ['method:easypaisa-wallet', ['easypaisa-wallet']],
    ['method:wallet', ['easypaisa-wallet']],
    ['method=wallet/easypaisa', ['easypaisa-wallet']],
    ['method=easypaisa', []],
    ['method:easy', []],
    ['method:"direct debit bacs"', ['Direct Debit BACS']],
    ['method:directdebit', ['Direct Debit BACS']],
    ['method:a-method-of-tomorrow', ['a-method-of-tomorrow']],
    ['kind:card', ['card']],
    ['kind:instructions', ['easypaisa-wallet']],
    ['kind:redirect', ['ideal']],
    ['kind:none', ['Direct Debit BACS']],
    ['kind:card,redirect', ['ideal', 'card']],
    ['kind:qr', []],
  ])('find the payments for %j', async (text, methods) => {
    expect(await payments(aStoreWithMethods(), text)).toEqual(methods)
  })
})

describe('the list of callbacks', () => {
  it.each([
    ['', ['cb_b', 'cb_a']],
    ['kind:clarification', ['cb_b']],
    ['state:delivered', ['cb_a']],
    ['payment:order', ['cb_b', 'cb_a']],
    ['payment=ORDER_200', ['cb_b']],
    ['payment:_', ['cb_b']],
    ['target:SHOP.example', ['cb_b']],
    ['target=/callbacks/1', ['cb_a']],
    ['status:5xx', ['cb_b']],
    ['status:none', ['cb_a']],
    ['-status:503', ['cb_a']],
    ['status>=500', ['cb_b']],
    ['project:1', ['cb_b', 'cb_a']],
    ['created:today', ['cb_b', 'cb_a']],
    ['premiere', ['cb_b']],
    ['200', ['cb_b']],
    ['json', ['cb_b', 'cb_a']],
    ['"application json"', ['cb_b', 'cb_a']],
  ])('finds the rows for %j', async (text, ids) => {
    expect(await callbacks(aShop(), text)).toEqual(ids)
  })

  it('can be narrowed to a payment', async () => {
    expect(await callbacks(aShop(), '', 'b')).toEqual(['cb_b'])
    expect(await callbacks(aShop(), 'order', 'a')).toEqual(['cb_a'])
    expect(await callbacks(aShop(), '', 'gone')).toEqual([])
  })
})

describe('the filter for marks and replays', () => {
  const mark = { ruleId: null, text: 'Sent twice.' }
  const aBench = (): Store => {
    const store = aShop()
    store.callbacks.insert(aCallback({ id: 'again', paymentKey: 'a', replayOf: 'cb_a' }))
    store.callbacks.update('cb_b', { marks: [mark] })
    store.exchanges.insert(anExchange({ id: 'plain' }))
    store.exchanges.insert(anExchange({ id: 'resent', replayOf: 'plain', marks: [mark] }))
    store.exchanges.insert(anExchange({ id: 'got', source: 'capture', marks: [mark] }))
    return store
  }

  it.each([
    ['mark:yes', ['cb_b']],
    ['mark:no', ['again', 'cb_a']],
    ['replay:yes', ['again']],
    ['-replay:yes', ['cb_b', 'cb_a']],
    ['replay:yes,no', ['again', 'cb_b', 'cb_a']],
    ['replay:yes mark:yes', []],
  ])('finds the callbacks for %j', async (text, ids) => {
    expect(await callbacks(aBench(), text)).toEqual(ids)
  })

  it.each([
    ['mark:yes', ['resent'], ['got']],
    ['mark:no', ['plain'], []],
    ['replay:yes', ['resent'], []],
    ['replay:no', ['plain'], ['got']],
  ])('finds the exchanges and captures for %j', async (text, own, captured) => {
    expect(await exchanges(aBench(), text)).toEqual(own)
    expect(await exchanges(aBench(), text, 'captures')).toEqual(captured)
  })
})

describe('the list of exchanges', () => {
  const aStoreWithExchanges = (): Store => {
    const store = aShop()
    store.exchanges.insert(
      anExchange({ id: 'sale', paymentKey: 'a', paymentId: 'Order-100%', responseStatus: 200 }),
    )
    store.exchanges.insert(
      anExchange({
        id: 'refused',
        method: 'GET',
        target: '/v2/payment/status?x=1',
        projectId: null,
        paymentId: 'Stray-9',
        verdict: { state: 'unknown_project', explanation: '' },
        refusal: { code: '3041', message: 'taken', contract: '5.7' },
        body: utf8('{}'),
      }),
    )
    store.exchanges.insert(anExchange({ id: 'capture', source: 'capture', target: '/callbacks/1' }))
    store.exchanges.setResponse('refused', {
      status: 400,
      headers: [['X-Trace', 'tracker']],
      body: utf8('{"message":"verboten"}'),
      durationMs: 1,
    })
    return store
  }

  it.each([
    ['', ['refused', 'sale']],
    ['method:get', ['refused']],
    ['path:/V2/payment', ['refused', 'sale']],
    ['path=/v2/payment/card/sale', ['sale']],
    ['status:400', ['refused']],
    ['status:2xx', ['sale']],
    ['payment:order', ['sale']],
    ['payment:stray', ['refused']],
    ['payment=stray-9', ['refused']],
    ['-payment:stray', ['sale']],
    ['signature:unknown_project', ['refused']],
    ['signature:valid', ['sale']],
    ['project:1', ['sale']],
    ['refused:yes', ['refused']],
    ['refused:no', ['sale']],
    ['code:3041', ['refused']],
    ['contract:5', ['refused']],
    ['contract:5.7', ['refused']],
    ['contract:5.70', []],
    ['verboten', ['refused']],
    ['tracker', ['refused']],
    ['stray', ['refused']],
    ['payment_id', ['sale']],
  ])('finds the rows for %j', async (text, ids) => {
    expect(await exchanges(aStoreWithExchanges(), text)).toEqual(ids)
  })

  it('keeps captures separate', async () => {
    expect(await exchanges(aStoreWithExchanges(), '', 'captures')).toEqual(['capture'])
    expect(await exchanges(aStoreWithExchanges(), 'payment_id', 'captures')).toEqual(['capture'])
  })

  it('finds an exchange and its payment by the words of the last response only', async () => {
    const store = aStoreWithExchanges()
    store.exchanges.insert(anExchange({ id: 'late', paymentKey: 'c', paymentId: 'x7', projectId: 2 }))
    const respond = (body: string) =>
      store.exchanges.setResponse('late', { status: 200, headers: [], body: utf8(body), durationMs: 2 })
    respond('verdant')
    expect(await payments(store, 'verdant')).toEqual(['c'])
    expect(await exchanges(store, 'verdant')).toEqual(['late'])
    expect(await exchanges(store, 'payment:x7 project:2')).toEqual(['late'])
    respond('fine')
    expect(await payments(store, 'verdant')).toEqual([])
    expect(await payments(store, 'fine')).toEqual(['c'])
  })

  it('still finds the words of a response after its headers alone were completed', async () => {
    const store = aStoreWithExchanges()
    const headers = [['Content-Length', '22']] as const
    store.exchanges.setResponse('refused', { status: 400, headers, body: null, durationMs: 3 })
    expect(await exchanges(store, 'verboten')).toEqual(['refused'])
    expect(store.exchanges.byId('refused')).toMatchObject({
      responseStatus: 400,
      responseHeaders: headers,
      responseBody: utf8('{"message":"verboten"}'),
      durationMs: 3,
    })
  })

  it('searches the words of a form page, not its styles', async () => {
    const store = aStore()
    const responseBody = utf8('<title>Invoice</title><style nonce="1">.chequered{}</style><p>Lighthouse</p>')
    store.exchanges.insert(
      anExchange({ id: 'page', source: 'form', responseStatus: 200, responseHeaders: [], responseBody }),
    )
    expect(await exchanges(store, 'invoice')).toEqual(['page'])
    expect(await exchanges(store, 'lighthouse')).toEqual(['page'])
    expect(await exchanges(store, 'chequered')).toEqual([])
    expect(store.exchanges.byId('page')?.responseBody).toEqual(responseBody)
  })

  it('finds the beginning of a long body at once, and nothing in a binary one', async () => {
    const store = aStore()
    const long = utf8(`beginning ${'x '.repeat(200_000)} ending`)
    store.exchanges.insert(anExchange({ id: 'long', body: long }))
    store.exchanges.insert(anExchange({ id: 'binary', body: Uint8Array.of(...utf8('beginning '), 0xff) }))
    expect(await exchanges(store, 'beginning')).toEqual(['long'])
    expect(Buffer.from(store.exchanges.byId('long')?.body ?? []).equals(long)).toBe(true)
  })
})

describe('the list of all traffic', () => {
  const sources = ['api', 'capture', 'form', 'imported'] as const
  const aStoreOfEverySource = (): Store => {
    const store = aStore()
    store.payments.insert(aPayment({ key: 'a', paymentId: 'order-1' }))
    for (const source of sources) {
      const isForm = source === 'form'
      const paymentKey = isForm || source === 'imported' ? null : 'a'
      const body = utf8(`{"word":"common","own":"${source}word"}`)
      store.exchanges.insert(
        anExchange({ id: source, source, paymentKey, method: isForm ? 'GET' : 'POST', body }),
      )
    }
    return store
  }
  const traffic = (store: Store, text: string, more?: Parameters<typeof exchanges>[3]) =>
    exchanges(store, text, 'traffic', more)

  it('contains exchanges of every source, newest or oldest first', async () => {
    const store = aStoreOfEverySource()
    expect(await traffic(store, '')).toEqual(sources.toReversed())
    expect(await traffic(store, '', { order: 'oldest' })).toEqual(sources)
    expect(await traffic(store, 'method:POST', { order: 'oldest' })).toEqual(['api', 'capture', 'imported'])
  })

  it('can be narrowed by source, with a term or a parameter', async () => {
    const store = aStoreOfEverySource()
    expect(await traffic(store, 'source:capture')).toEqual(['capture'])
    expect(await traffic(store, 'source:api,form')).toEqual(['form', 'api'])
    expect(await traffic(store, '-source:api')).toEqual(['imported', 'form', 'capture'])
    expect(await traffic(store, '', { sources: ['capture', 'imported'] })).toEqual(['imported', 'capture'])
    expect(await traffic(store, 'method:POST', { sources: ['api', 'form'] })).toEqual(['api'])
  })

  it('finds words of bodies and payments in captures and in other exchanges', async () => {
    const store = aStoreOfEverySource()
    expect(await traffic(store, 'common')).toHaveLength(4)
    expect(await traffic(store, 'captureword')).toEqual(['capture'])
    expect(await traffic(store, 'payment:order-1')).toEqual(['capture', 'api'])
  })

  it('groups exchanges by payment, with those of no payment at the end', async () => {
    const store = aStoreOfEverySource()
    store.payments.insert(aPayment({ key: 'b', paymentId: 'order-2' }))
    store.exchanges.insert(anExchange({ id: 'b1', paymentKey: 'b' }))
    store.exchanges.insert(anExchange({ id: 'none' }))
    store.exchanges.insert(anExchange({ id: 'a2', paymentKey: 'a' }))
    store.exchanges.insert(anExchange({ id: 'b2', paymentKey: 'b', method: 'GET' }))
    const order = 'payment'
    expect(await traffic(store, '', { order })).toEqual([
      ...['b2', 'b1'],
      ...['a2', 'capture', 'api'],
      ...['none', 'imported', 'form'],
    ])
    expect(await traffic(store, 'method:GET', { order })).toEqual(['b2', 'form'])
    expect(await traffic(store, 'common', { order })).toEqual(['capture', 'api', 'imported', 'form'])
    const page = await store.exchanges.list('traffic', { ...EVERYTHING, limit: 2, skip: 3, order })
    expect(page.items.map(({ id }) => id)).toEqual(['capture', 'api'])
  })
})

describe('hostile text', () => {
  const texts = `" ' * "* NEAR( \0 a\0b % \\ - ^ () \ud800`.split(' ')
  it.each([...texts, 'a OR b', '{words}: x'])('breaks no list: %j', async (text) => {
    const store = aShop()
    const request = { terms: word(text), limit: 10, nowMs: START }
    await expect(store.payments.list(request)).resolves.toBeDefined()
    await expect(store.callbacks.list(request)).resolves.toBeDefined()
    await expect(store.exchanges.list('captures', request)).resolves.toBeDefined()
  })

  it('of any kind gets a page with the right total', async () => {
    const store = aShop()
    const part = fc.constantFrom('"', '*', ' ', 'OR', ':', '(', 'a', '-', '\0', 'order', '^', '+')
    const parts = fc.array(part, { maxLength: 12 }).map((all) => all.join(''))
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), parts)
    const anyField = fc.constantFrom('id', 'customer', null)
    await fc.assert(
      fc.asyncProperty(anyText, fc.boolean(), anyField, async (text, negated, field) => {
        const place = { negated, from: 0, to: 1 }
        const term =
          field === null
            ? ({ kind: 'text', text, ...place } as const)
            : ({ kind: 'field', field, operator: ':', value: '', values: [text], ...place } as const)
        const page = await store.payments.list({ terms: [term], limit: 10, nowMs: START })
        expect(page.total).toBe(page.items.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a list read from its oldest row', () => {
  it('continues with rows that were added meanwhile', async () => {
    const store = aStore()
    store.payments.insert(aPayment({ key: 'a' }))
    for (const id of ['one', 'two', 'three']) store.callbacks.insert(aCallback({ id, paymentKey: 'a' }))
    const oldest = { ...EVERYTHING, order: 'oldest' } as const
    const first = await store.callbacks.list({ ...oldest, limit: 2 })
    expect(first.items.map(({ id }) => id)).toEqual(['one', 'two'])
    store.callbacks.insert(aCallback({ id: 'four', paymentKey: 'a' }))
    const rest = await store.callbacks.list({ ...oldest, cursor: first.next })
    expect(rest.items.map(({ id }) => id)).toEqual(['three', 'four'])
    await store.close()
  })
})
