import { beforeAll, describe, expect, it } from 'vitest'
import type { MethodName } from '#protocol/methods'
import { PROJECT, START } from './testing/flow-bench'
import { useMerchantBench } from './testing/merchant-bench'
import { aGeneral, aSale, callbacksOf, CARDS, merchantOf, MINUTE } from './testing/requests'
import { signatureFor, signed, textToSign } from './testing/signer'
import { exchange } from './testing/wire-client'

const { bench, merchant, restart } = useMerchantBench({ per: 'file' })

/** The capture server gets the callbacks until a test says otherwise. */
beforeAll(async () => {
  const callbackUrl = `${bench.ready.merchant}/callbacks`
  await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl })
})

describe('lists', () => {
  beforeAll(async () => {
    const shop = merchantOf(bench)
    for (let n = 1; n <= 25; n += 1) {
      const pan = n % 5 === 0 ? CARDS.decline : CARDS.success
      await shop.sale(`list-${n}`, {
        pan,
        payment: { amount: n * 100, currency: n % 2 === 0 ? 'EUR' : 'JPY' },
      })
    }
    await bench.settle()
  })

  const pages = ['payments.list', 'callbacks.list', 'captures.list', 'exchanges.list'] as const

  it('are sorted on request, and keep the order of their cursor', async () => {
    const sort = { by: 'amount', direction: 'descending' } as const
    const { items } = await bench.call('payments.list', { sort, limit: 2, query: 'currency:EUR id:list-' })
    expect(items.map(({ amount }) => amount)).toEqual([2400, 2200])
    const [first, other] = await Promise.all([
      bench.call('payments.list', { sort, limit: 1 }),
      bench.call('payments.list', { limit: 1 }),
    ])
    for (const params of [{ cursor: first.next ?? '' }, { cursor: other.next ?? '', sort }]) {
      expect(await bench.refusal('payments.list', params)).toMatchObject({
        code: 'invalid_params',
        message: 'cursor: use the value of "next" from the previous page, with the same sort.',
      })
    }
    expect(
      await bench.refused('traffic.list', {
        sort: { by: 'status', direction: 'ascending' },
        order: 'payment',
      }),
    ).toBe('invalid_params sort')
  })

  it('are limited to one project on request', async () => {
    for (const method of pages) {
      expect((await bench.call(method, { projectId: PROJECT.id })).total).toBeGreaterThanOrEqual(25)
      expect((await bench.call(method, { projectId: 4_000_000_000 })).total).toBe(0)
    }
  })

  const faults = [
    [{ query: 'colour:red' }, 'query'],
    [{ query: 'x'.repeat(2001) }, 'query'],
    [{ cursor: '17', sort: { by: 'status', direction: 'ascending' } }, 'cursor'],
    [{ sort: { by: 'seq; DROP TABLE payments', direction: 'ascending' } }, 'sort.by'],
    [{ sort: { by: 'status' } }, 'sort.direction'],
    [{ limit: 501 }, 'limit'],
    [{ projectId: 0 }, 'projectId'],
  ] as const
  it.each(faults)('refuse %j and name the field', async (params, field) => {
    for (const method of pages) {
      const refused = await bench.refusal(method, params)
      expect(refused, method).toMatchObject({ code: 'invalid_params', httpStatus: 400 })
      expect(refused.issues?.map((issue) => issue.field)).toContain(field)
    }
  })
})

describe('what does not exist', () => {
  it.each([
    ['payments.get', { key: 'pay_none' }],
    ['payments.complete', { key: 'pay_none', outcome: 'success' }],
    ['payments.answerClarification', { key: 'pay_none', additionalData: {} }],
    ['payments.refund', { key: 'pay_none' }],
    ['callbacks.get', { id: 'cb_none' }],
    ['captures.get', { id: 'ex_none' }],
    ['exchanges.get', { id: 'ex_none' }],
    ['projects.update', { projectId: 77 }],
    ['signature.sign', { body: '{}', projectId: 77 }],
  ])('is not found by %s', async (method, params) => {
    expect(await bench.refusal(method, params)).toMatchObject({ code: 'not_found', httpStatus: 404 })
  })

  it('includes a capture requested as an exchange, and vice versa', async () => {
    const [exchanged] = (await bench.call('exchanges.list', { limit: 1 })).items
    const [captured] = (await bench.call('captures.list', { limit: 1 })).items
    expect((await bench.refusal('captures.get', { id: exchanged?.id })).code).toBe('not_found')
    expect((await bench.refusal('exchanges.get', { id: captured?.id })).code).toBe('not_found')
  })
})

describe('signature.sign and signature.explain', () => {
  it('sign as an independent implementation does', async () => {
    const body = {
      general: { project_id: 1, payment_id: 'β' },
      'a:b': [null, true, { c: 'x;y' }],
      k10: 1,
      k9: 2,
    }
    const text = JSON.stringify(body)
    const sign = await bench.call('signature.sign', { body: text })
    expect(sign).toEqual({ canonical: textToSign(body), signature: signatureFor(body, PROJECT.secret) })
    const other = await bench.call('signature.sign', { body: text, secret: 'another' })
    expect(other.signature).toBe(signatureFor(body, 'another'))
  })

  it.each(['12', '{"a":1'])('refuse the body %j', async (body) => {
    for (const method of ['signature.sign', 'signature.explain'] as const satisfies readonly MethodName[]) {
      expect(await bench.refused(method, { body })).toBe('invalid_params body')
    }
  })
})

describe('projects', () => {
  it('are created with new numbers and secrets, or with those given', async () => {
    const made = await bench.call('projects.create', { name: ' Second ' })
    expect(made).toMatchObject({ name: 'Second', callbackUrl: `${bench.ready.merchant}/callbacks` })
    expect(made.secret).toMatch(/^[0-9a-f]{40}$/)
    const given = await bench.call('projects.create', {
      projectId: 4_294_967_295,
      secret: 'ключ 🔑',
      callbackUrl: merchant.url,
    })
    expect(given.projectId).toBe(4_294_967_295)
    const general = { project_id: given.projectId, payment_id: 'other' }
    const sale = await exchange(`${bench.ready.platform}/v2/payment/card/sale`, {
      body: JSON.stringify(signed({ ...aSale('other'), general }, given.secret)),
    })
    expect(sale.json).toMatchObject({ status: 'success', project_id: 4_294_967_295 })
    const taken = await bench.refusal('projects.create', { projectId: given.projectId })
    expect(taken).toMatchObject({ code: 'conflict', httpStatus: 409 })
    const { items } = await bench.call('projects.list', {})
    expect(items.map(({ projectId }) => projectId)).toEqual([PROJECT.id, made.projectId, given.projectId])
    expect((await bench.call('bench.info', {})).defaultProjectId).toBe(PROJECT.id)
  })

  it('sign with a new secret at once, while callbacks in flight keep their bytes', async () => {
    const shop = merchantOf(bench)
    await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl: merchant.url })
    merchant.answerWith(() => 500)
    await shop.sold('old-secret')
    await bench.call('projects.update', { projectId: PROJECT.id, secret: 'new' })
    expect((await shop.status('old-secret')).json['code']).toBe('3261')
    merchant.answerWith(() => 200)
    await bench.advance(10_000)
    const texts = merchant.received
      .filter(({ paymentId }) => paymentId === 'old-secret')
      .map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toBe(texts[0])
    await bench.call('projects.update', { projectId: PROJECT.id, secret: PROJECT.secret })
  })

  it.each([
    { projectId: 0 },
    { projectId: 4_294_967_296 },
    { secret: '' },
    { callbackUrl: 'file:///etc/passwd' },
    { name: '  ' },
    { switches: { callbackRules: [{ url: 'x' }] } },
  ])('are refused with %j', async (params) => {
    expect((await bench.refusal('projects.create', params)).code).toBe('invalid_params')
  })
})

describe('settings', () => {
  it('survive a restart and refuse values that are too small', async () => {
    const changed = await bench.call('settings.update', { maxMessages: 5000, durability: 'full' })
    expect(changed).toMatchObject({ maxMessages: 5000, durability: 'full', directory: bench.dataDir })
    expect((await bench.refusal('settings.update', { maxMessages: 10 })).code).toBe('invalid_params')
    await restart()
    const { storage } = await bench.call('bench.info', {})
    expect(storage).toMatchObject({ maxMessages: 5000, durability: 'full', maxBytes: 8 * 1024 ** 3 })
  })
})

describe('bench.reset', () => {
  it('removes payments, messages and timers, and keeps projects, settings and the clock', async () => {
    const shop = merchantOf(bench)
    await shop.sold('before-reset', { pan: CARDS.avs })
    const before = await bench.call('bench.info', {})
    expect(before.clock.timers).toBeGreaterThan(0)
    await bench.call('bench.reset', {})
    const after = await bench.call('bench.info', {})
    expect(Object.values(after.counters).every((count) => count === 0)).toBe(true)
    expect(after.clock).toMatchObject({ now: before.clock.now, mode: 'frozen', timers: 0 })
    expect(after.projects).toEqual(before.projects)
    expect(after.storage).toMatchObject({ messages: 0, maxMessages: before.storage.maxMessages })
    expect((await shop.status('before-reset')).json['code']).toBe('3061')
    expect((await shop.sale('before-reset')).status).toBe(200)
  })

  it('is possible while callbacks are in flight and the clock is being advanced', async () => {
    const shop = merchantOf(bench)
    merchant.answerWith(() => 500)
    const release = merchant.hold()
    const sent = merchant.received.length
    await shop.sale('reset-under-way', {
      pan: CARDS.avs,
      general: { ...aGeneral('reset-under-way'), merchant_callback_url: merchant.url },
    })
    await merchant.count(sent + 1)
    const advance = bench.refusal('clock.advance', { ms: 60 * MINUTE })
    await bench.call('bench.reset', {})
    release()
    expect((await advance).code).toBe('cancelled')
    await bench.settle()
    expect((await bench.call('bench.info', {})).counters).toMatchObject({ payments: 0, callbacks: 0 })
    expect(await bench.call('clock.get', {})).toMatchObject({ timers: 0 })
    merchant.answerWith(() => 200)
    await shop.sold('after-reset')
    expect((await callbacksOf(bench, 'after-reset'))[0]).toMatchObject({ state: 'delivered' })
    expect(Date.parse((await bench.call('clock.get', {})).now)).toBeGreaterThanOrEqual(START)
  })
})

describe('callback targets on Paybench itself', () => {
  it('are stored as paths, so that callbacks still arrive after a restart on other ports', async () => {
    await bench.call('projects.update', {
      projectId: PROJECT.id,
      callbackUrl: `${bench.ready.merchant}/kept?x=1`,
    })
    await merchantOf(bench).sale('moved', { callback: { delay: 60 } })
    const before = bench.ready.merchant
    await restart()
    expect(bench.ready.merchant).not.toBe(before)
    expect(bench.ready.project.callbackUrl).toBe(`${bench.ready.merchant}/kept?x=1`)
    await bench.advance(MINUTE)
    const { items } = await bench.call('captures.list', { limit: 1 })
    expect(items[0]).toMatchObject({ path: '/kept?x=1', paymentId: 'moved', signatureState: 'valid' })
  })
})
