import { describe, expect, expectTypeOf, it } from 'vitest'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallbackId, PaymentKey } from '#domain/ids'
import type { Params } from '#protocol/methods'
import { LIMITS } from '#lib/limits/limit-table'
import {
  aCallback,
  anAttempt,
  anExchange,
  aPayment,
  aProject,
  aSavedCard,
  aStore,
  aVisit,
  opened,
  START,
  utf8,
  word,
} from './testing/samples'
import type { Store } from './store'
import { connect } from './connection'

describe('projects, settings and the clock', () => {
  it('are read as they were written', () => {
    const store = opened()
    store.projects.insert(aProject())
    store.projects.insert(aProject({ projectId: 4_294_967_295, callbackUrl: null, createdAt: START + 1 }))
    expect(store.projects.update(aProject({ name: 'Other' }))).toBe(true)
    expect(store.projects.update(aProject({ projectId: 9 }))).toBe(false)
    expect(store.projects.all().map(({ projectId, name }) => [projectId, name])).toEqual([
      [1, 'Other'],
      [4_294_967_295, 'Shop'],
    ])
    expect(store.projects.byId(1)).toEqual(aProject({ name: 'Other' }))
    expect(store.clock.read()).toBeNull()
    store.clock.write('{"mode":"live"}')
    store.clock.write('{"mode":"frozen"}')
    expect(store.clock.read()).toBe('{"mode":"frozen"}')
    store.settings.set('theme', '"dark"')
    expect(store.settings.get('theme')).toBe('"dark"')
    store.settings.remove('theme')
    expect(store.settings.get('theme')).toBeNull()
  })
})

describe('a payment', () => {
  it('is read as it was last written', () => {
    const store = aStore()
    // The largest amount, in a currency without minor units.
    const amount = { amount: 10_000_000_000_000, currency: 'JPY' }
    const first = aPayment({ paymentId: 'Shop-7', ...amount, accountNumber: null })
    store.payments.insert(first)
    expect(store.payments.byKey('pay_1')).toEqual(first)
    const waiting = aPayment({
      ...first,
      status: 'awaiting clarification',
      waitEndsAt: START + 1,
      clarification: '{}',
      customerId: 'other',
    })
    expect(store.payments.update(waiting)).toBe(true)
    expect(store.payments.byKey('pay_1')).toEqual(waiting)
    expect(store.payments.countWaiting()).toBe(1)
    expect(store.payments.update(aPayment({ key: 'pay_2' }))).toBe(false)
  })

  it('reserves its id in the project unless it is in `error` (contract 5.7)', () => {
    const store = aStore()
    store.projects.insert(aProject({ projectId: 2 }))
    store.payments.insert(aPayment({ status: 'error' }))
    store.payments.insert(aPayment({ key: 'pay_2', status: 'error' }))
    expect(store.payments.byPaymentId(1, 'order-1')?.key).toBe('pay_2')
    store.payments.insert(aPayment({ key: 'pay_3' }))
    store.payments.insert(aPayment({ key: 'pay_4', status: 'error' }))
    store.payments.insert(aPayment({ key: 'pay_5', projectId: 2 }))
    expect(store.payments.byPaymentId(1, 'order-1')?.key).toBe('pay_3')
    expect(() => {
      store.payments.insert(aPayment({ key: 'pay_6', paymentId: 'ORDER-1' }))
    }).toThrow('UNIQUE')
    expect(store.payments.count()).toBe(5)
    expect(store.payments.byPaymentId(1, 'order-2')).toBeNull()
  })

  it('has events in the order in which they were added', () => {
    const store = aStore()
    store.payments.insert(aPayment())
    const first = store.events.append('pay_1', START, 'registered', '{"n":1}')
    const second = store.events.append('pay_1', START, 'declined', '{"n":2}')
    expect(store.events.byPayment('pay_1')).toEqual([
      { seq: first, paymentKey: 'pay_1', at: START, type: 'registered', data: '{"n":1}' },
      { seq: second, paymentKey: 'pay_1', at: START, type: 'declined', data: '{"n":2}' },
    ])
    expect(() => store.events.append('pay_9', START, 'registered', '{}')).toThrow('insert it before')
  })
})

describe('timers', () => {
  const timer = (id: string, dueAt: number, paymentKey = 'pay_1') => ({
    id,
    paymentKey,
    name: 'deadline',
    dueAt,
  })

  it('are found in the order in which they are due, without those of excluded payments', () => {
    const store = aStore()
    store.payments.insert(aPayment())
    store.payments.insert(aPayment({ key: 'pay_2', paymentId: 'order-2' }))
    store.timers.set(timer('late', START + 20))
    store.timers.set(timer('early', START + 10))
    store.timers.set(timer('other', START + 5, 'pay_2'))
    const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)
    expect(store.timers.next()?.id).toBe('other')
    expect(ids(store.timers.due(START + 20, 10))).toEqual(['other', 'early', 'late'])
    expect(ids(store.timers.due(START + 19, 10, new Set(['pay_2'])))).toEqual(['early'])
    expect(ids(store.timers.due(START + 20, 1))).toEqual(['other'])
    store.timers.set(timer('late', START + 1))
    expect(ids(store.timers.byPayment('pay_1'))).toEqual(['late', 'early'])
    expect(store.timers.count()).toBe(3)
    expect([store.timers.remove('early'), store.timers.remove('early')]).toEqual([true, false])
    expect(store.timers.removeForPayment('pay_1')).toBe(1)
    expect(store.timers.next()).toEqual(timer('other', START + 5, 'pay_2'))
  })

  it('are found even after more than a page of timers of excluded payments', () => {
    const store = aStore()
    store.payments.insert(aPayment())
    store.payments.insert(aPayment({ key: 'pay_2', paymentId: 'order-2' }))
    for (let n = 0; n < 120; n += 1) store.timers.set(timer(`other-${String(n)}`, START, 'pay_2'))
    store.timers.set(timer('mine', START))
    expect(store.timers.due(START, 2, new Set(['pay_2'])).map(({ id }) => id)).toEqual(['mine'])
    expect(store.timers.due(START, 121)).toHaveLength(121)
    expect(store.timers.due(START, 0)).toEqual([])
  })
})

describe('an exchange', () => {
  it('is read byte for byte, with the response that it got', () => {
    const store = aStore()
    store.payments.insert(aPayment())
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const headers = [
      ['hOST', 'a'],
      ['X-Ä', 'ÿ'],
      ['host', ''],
    ] as const
    const inserted = store.exchanges.insert(
      anExchange({
        body,
        headers,
        masked: [{ start: 1, end: 2, kind: 'pan' }],
        paymentKey: 'pay_1',
        paymentId: 'order-1',
        refusal: { code: '3041', message: 'taken', field: 'general.payment_id', contract: '5.7' },
      }),
    )
    expect(store.exchanges.byId('ex_1')).toEqual(inserted)
    expect(store.exchanges.setResponse('ex_1', { status: 400, headers, body, durationMs: 1.5 })).toBe(true)
    expect(store.exchanges.byId('ex_1')).toEqual({
      ...inserted,
      responseStatus: 400,
      responseHeaders: headers,
      responseBody: body,
      durationMs: 1.5,
    })
    expect(store.exchanges.byPayment('pay_1')).toEqual([store.exchanges.row('ex_1')])
    expect(store.exchanges.row('ex_1')).toMatchObject({ sizeBytes: 256, signatureState: 'valid' })
    expect(store.exchanges.setResponse('gone', { status: 200, headers, body, durationMs: null })).toBe(false)
  })

  it('keeps an empty body empty, and gets an id if it has none', () => {
    const store = opened({ newId: () => 'made' })
    const { id: _, ...withoutId } = anExchange({ body: new Uint8Array(), source: 'capture' })
    expect(store.exchanges.insert(withoutId).id).toBe('made')
    expect(store.exchanges.byId('made')?.body).toEqual(new Uint8Array())
    expect(store.exchanges.counts()).toEqual({ captures: 1, exchanges: 0 })
  })
})

describe('reset', () => {
  it('removes everything except projects, settings, rules and the clock', async () => {
    const store = aStore()
    store.settings.set('theme', '"dark"')
    store.clock.write('{}')
    store.payments.insert(aPayment())
    store.events.append('pay_1', START, 'registered', '{}')
    store.timers.set({ id: 't', paymentKey: 'pay_1', name: 'deadline', dueAt: START })
    store.callbacks.insert(aCallback())
    store.attempts.start(anAttempt())
    store.exchanges.insert(anExchange({ paymentKey: 'pay_1', responseStatus: 200, responseBody: utf8('ok') }))
    store.formVisits.insert(aVisit())
    store.savedCards.insert(aSavedCard())
    store.shopOrders.put('a', '1')
    const rule = { id: 'a', data: '{}', evaluated: 2, fired: 1 }
    store.rules.replaceAll('fault', [rule])
    store.reset()
    const list = { terms: [], limit: 10, nowMs: START }
    const text = { ...list, terms: word('order') }
    expect(await store.payments.list(list)).toEqual({ items: [], total: 0 })
    expect((await store.payments.list(text)).total).toBe(0)
    expect((await store.callbacks.list(text)).total).toBe(0)
    expect((await store.exchanges.list('exchanges', text)).total).toBe(0)
    const left = { timers: store.timers.count(), next: store.callbacks.next(), ...store.retention.usage() }
    expect(left).toMatchObject({ timers: 0, next: null, messages: 0 })
    expect([store.formVisits.byId('fs_1'), store.shopOrders.get('a')]).toEqual([null, null])
    expect(store.savedCards.list(1, 'buyer-5')).toEqual([])
    expect([store.projects.all().length, store.rules.all('fault')]).toEqual([1, [rule]])
    expect([store.settings.get('theme'), store.clock.read()]).toEqual(['"dark"', '{}'])
    store.payments.insert(aPayment())
    expect((await store.payments.list(text)).total).toBe(1)
  })
})

it('the store and the methods accept no id of another type', () => {
  expectTypeOf<CallbackId>().not.toExtend<Parameters<Store['payments']['byKey']>[0]>()
  expectTypeOf<PaymentKey>().not.toExtend<Parameters<Store['callbacks']['byId']>[0]>()
  expectTypeOf<CallbackId>().not.toExtend<Params<'payments.get'>['key']>()
  expectTypeOf<CallbackId>().not.toExtend<Params<'exchanges.get'>['id']>()
})

it('the store truncates a note of 22 million characters, both when it writes one and when it reads one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'paybench-notes-'))
  const long = 'n'.repeat(22_000_000)
  const store = opened({ directory })
  const { id } = store.exchanges.insert(
    anExchange({ source: 'capture', note: long, paymentId: 'p'.repeat(1e6) }),
  )
  const kept = store.exchanges.row(id)
  expect(kept?.note?.length).toBe(LIMITS.noteChars)
  expect(kept?.paymentId?.length).toBe(LIMITS.paymentIdChars)
  await store.close()

  const file = readdirSync(directory).find((name) => name.endsWith('.db') && !name.includes('lock')) ?? ''
  const connection = connect(join(directory, file), 1000)
  connection.run('UPDATE exchanges SET note = ?', long)
  connection.close()

  const reopened = opened({ directory })
  const { items } = await reopened.exchanges.list('captures', { terms: [], limit: 10, nowMs: 0 })
  expect(items.map(({ note }) => note?.length)).toEqual([LIMITS.noteChars])
  expect(reopened.exchanges.byId(id)?.note?.length).toBe(LIMITS.noteChars)
  await reopened.close()
})
