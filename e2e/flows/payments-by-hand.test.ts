import { describe, expect, it } from 'vitest'
import { at, PROJECT } from './testing/flow-bench'
import { AVS, AVS_ANSWER, callbacksOf, CARDS, DAY, merchantOf, MINUTE, summaryOf } from './testing/requests'
import { isSigned } from './testing/signer'
import { exchange } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, lastCallback } = useMerchantBench({ per: 'file' })

const create = (paymentId: string, more: object = {}) =>
  bench.call('payments.create', { paymentId, amount: 4650, currency: 'EUR', ...more })

describe('a payment made by hand', () => {
  it('stays in processing until the tester decides, and then sends its result callback', async () => {
    const made = await create('by-hand', { customerId: 'buyer-9', card: CARDS.decline, description: 'Tea' })
    expect(made).toMatchObject({
      projectId: PROJECT.id,
      paymentId: 'by-hand',
      status: 'processing',
      amount: 4650,
      currency: 'EUR',
      method: 'card',
      customerId: 'buyer-9',
      createdAt: '2030-04-09T10:00:00.000Z',
      resultCode: '9999',
      account: { number: '411111******1111', type: 'visa' },
    })
    expect(made).not.toHaveProperty('clarification')
    await bench.settle()
    expect((await summaryOf(bench, 'by-hand')).status).toBe('processing')
    const done = await bench.call('payments.complete', { key: made.key, outcome: 'success' })
    expect(done).toMatchObject({ status: 'success', resultCode: '0' })
    expect((await lastCallback())?.json).toMatchObject({
      payment: { id: 'by-hand', status: 'success', description: 'Tea' },
      account: { card_holder: 'TEST CUSTOMER' },
    })
  })

  it('needs neither a card nor an id', async () => {
    const made = await bench.call('payments.create', { amount: 1, currency: 'JPY' })
    expect(made.paymentId).toMatch(/^bench-[0-9a-f]{8}$/)
    expect(made).not.toHaveProperty('account')
    await bench.call('payments.complete', { key: made.key, outcome: 'decline' })
    expect((await lastCallback())?.json).toMatchObject({ account: { number: '', type: '', id: 0 } })
  })

  it('returns as many of its newest steps as requested, and says how many came before', async () => {
    const { key } = await create('many-steps')
    await bench.call('payments.requestClarification', { key, fields: AVS })
    for (let round = 0; round < 5; round += 1) {
      await bench.call('payments.answerClarification', { key, additionalData: {} })
      await bench.settle()
    }
    const whole = await bench.call('payments.get', { key })
    const past = whole.timeline.filter(({ kind }) => kind !== 'planned')
    expect(past.length).toBeGreaterThan(15)
    expect(whole).not.toHaveProperty('earlierSteps')
    for (const maxSteps of [1, 4, past.length - 1]) {
      const newest = await bench.call('payments.get', { key, maxSteps })
      expect(newest.timeline).toEqual(whole.timeline.slice(past.length - maxSteps))
      expect(newest).toMatchObject({
        earlierSteps: past.length - maxSteps,
        requestCount: 5,
        callbackCount: 6,
      })
    }
  })

  it.each([
    ['an id that is already taken in another letter case', { paymentId: 'BY-HAND' }, 'conflict'],
    ['an amount of 0', { amount: 0 }, 'invalid_params'],
    ['an unknown project', { projectId: 77 }, 'not_found'],
    ['an unknown field', { colour: 'red' }, 'invalid_params'],
  ])('is refused with %s', async (_, params, code) => {
    const refused = await bench.refusal('payments.create', { amount: 1, currency: 'EUR', ...params })
    expect(refused.code).toBe(code)
    expect(refused.message.length).toBeGreaterThan(20)
  })
})

describe('a payment made by hand with a method other than cards', () => {
  const IDEAL = 'online-banking/ideal'
  const CUSTOMER = { 'customer.first_name': 'Nora', 'customer.last_name': 'Vale' }
  const data = { ...CUSTOMER, 'customer.email': 'nora@vale.test' }
  const PAYOUT = { method: 'wallet/bybit', operation: 'payout' }

  const operationsOf = async (paymentId: string) => {
    const { key } = await summaryOf(bench, paymentId)
    return (await bench.call('payments.get', { key })).operations
  }

  it('is the payment that the same sale over the API makes', async () => {
    const { key } = await create('by-ideal', { method: IDEAL, data, customerId: 'buyer-5' })
    await bench.post(`/v2/payment/${IDEAL}/sale`, {
      general: { project_id: PROJECT.id, payment_id: 'by-api' },
      customer: {
        ...{ id: 'buyer-5', ip_address: '127.0.0.1', email: 'nora@vale.test' },
        ...{ first_name: 'Nora', last_name: 'Vale' },
      },
      payment: { amount: 4650, currency: 'EUR' },
    })
    await bench.settle()
    const made = await bench.call('payments.get', { key })
    const sold = await bench.call('payments.get', { key: (await summaryOf(bench, 'by-api')).key })
    for (const { atProvider, actions, status, methodPath } of [made, sold]) {
      expect(methodPath).toBe(IDEAL)
      expect(status).toBe('awaiting redirect result')
      expect(atProvider).toEqual({
        way: 'redirect',
        display: [],
        expiresAt: at(60 * MINUTE),
        hasLeft: false,
      })
      expect(actions).toEqual(expect.arrayContaining(['openProvider', 'payOtherAsCustomer']))
    }
    expect([made.method, made.origin]).toEqual([sold.method, 'workbench'])
    expect((await bench.call('payments.list', { query: 'method:ideal kind:redirect' })).total).toBe(2)
  })

  it('waits for the data that its method requires and that was left out', async () => {
    const { key } = await create('by-bancontact', { method: 'bancontact', data: CUSTOMER })
    await bench.settle()
    const { clarification } = await bench.call('payments.get', { key })
    expect(clarification?.remaining).toEqual({ customer: ['email'] })
  })

  it('shows what the customer gets, and waits for the result of a customer who left', async () => {
    const { key } = await create('by-easypaisa', {
      method: 'wallet/easypaisa',
      currency: 'PKR',
      data: { ...data, 'account.number': '03451234567' },
    })
    await bench.settle()
    const { atProvider } = await bench.call('payments.get', { key })
    expect(atProvider?.display).toContainEqual({ type: 'add_info', title: 'amount', data: '4650' })
    const later = { afterMs: MINUTE, outcome: 'decline' } as const
    await bench.call('payments.decideAtProvider', { key, outcome: 'left', later })
    const left = await bench.call('payments.get', { key })
    expect(left.atProvider).toMatchObject({
      hasLeft: true,
      later: { outcome: 'decline', dueAt: at(MINUTE) },
    })
    expect(left).not.toHaveProperty('providerUrl')
    expect(left.actions).toContain('payAsCustomer')
    expect(left.actions).not.toContain('openProvider')
    const paid = await bench.call('payments.decideAtProvider', { key, outcome: 'paid', amount: 4000 })
    expect(paid.status).toBe('success')
  })

  it('shows the one-time code that the customer got', async () => {
    const { key } = await create('by-upaisa', {
      method: 'wallet/upaisa',
      currency: 'PKR',
      data: { ...data, 'account.number': '03451234567', 'identify.doc_number': 'PX4471208' },
    })
    await bench.settle()
    expect((await bench.call('payments.get', { key })).code).toEqual({
      valid: '123456',
      newAttemptAt: at(90_000),
      resendsLeft: 3,
    })
  })

  it('may be a payout or a hold, with its parameters', async () => {
    const account = { 'customer.account_id': '5501234' }
    await create('prize', { ...PAYOUT, data: { ...data, ...account } })
    const token = { 'etoken.token': CARDS.success }
    await create('held', { method: 'applepay', operation: 'auth', data: { ...data, ...token } })
    await bench.settle()
    expect(await operationsOf('prize')).toMatchObject([{ type: 'payout', status: 'success' }])
    expect(await operationsOf('held')).toMatchObject([{ type: 'auth', status: 'success' }])
    expect((await summaryOf(bench, 'held')).status).toBe('awaiting capture')
  })

  it.each([
    ['a method that is not in the catalogue', { method: 'wallet/none' }, 'method'],
    ['a method without sales', { method: 'bank-transfer/sepa' }, 'method'],
    ['a method without payouts', { operation: 'payout' }, 'method'],
    ['a payout without its own strict value', PAYOUT, 'data.customer.account_id'],
    ['a currency that the method does not accept', { currency: 'JPY' }, 'currency'],
    ['a missing strict value', { data: CUSTOMER }, 'data.customer.email'],
    ['a wrong value', { data: { ...data, 'customer.email': 'nora' } }, 'data.customer.email'],
    ['a card', { card: CARDS.success }, 'card'],
    ['values of a card payment', { method: 'card' }, 'data'],
    ['a payout by card', { method: 'card', data: undefined, operation: 'payout' }, 'operation'],
  ])('is refused with %s', async (_, change, field) => {
    const params = { amount: 1, currency: 'EUR', method: IDEAL, data, ...change }
    expect(await bench.refusal('payments.create', params)).toMatchObject({
      code: 'invalid_params',
      issues: [{ field }],
    })
  })
})

describe('a clarification requested by the tester', () => {
  it('is previewed byte for byte as it will be sent', async () => {
    const { key } = await create('preview', { card: CARDS.success })
    const preview = await bench.call('payments.previewClarification', { key, fields: AVS })
    expect(await callbacksOf(bench, 'preview')).toHaveLength(0)
    const asked = await bench.call('payments.requestClarification', { key, fields: AVS })
    expect((await lastCallback())?.text).toBe(preview.body)
    expect(isSigned(preview.body, PROJECT.secret)).toBe(true)
    expect(preview).toMatchObject({
      target: merchant.url,
      expiresAt: asked.clarification?.expiresAt,
      waitMs: 30 * MINUTE,
    })
    expect(asked.clarification).toEqual({
      requested: AVS,
      remaining: AVS,
      expiresAt: at(30 * MINUTE),
      deadlineAt: at(DAY),
    })
  })

  it('may use any field names, and its answer returns the payment to processing', async () => {
    const { key } = await create('free-names')
    const fields = { customer: ['email', 'shoe.size'], 'party-hat': ['colour'] }
    await bench.call('payments.requestClarification', { key, fields })
    const response = await merchantOf(bench).clarify('free-names', {
      customer: { email: 'nora@vale.test', shoe: { size: 42 } },
      'party-hat': { colour: 'red' },
    })
    expect(response.json['status']).toBe('success')
    expect((await summaryOf(bench, 'free-names')).status).toBe('processing')
    await bench.call('payments.requestClarification', { key, fields: AVS })
    await bench.call('payments.complete', { key, outcome: 'success' })
    expect(await summaryOf(bench, 'free-names')).toMatchObject({ status: 'success' })
    expect((await merchantOf(bench).clarify('free-names', AVS_ANSWER)).json['code']).toBe('3060')
  })

  it('can also be answered and expired from the workbench', async () => {
    const first = await create('answered')
    await bench.call('payments.requestClarification', { key: first.key, fields: AVS })
    const answer = await bench.call('payments.answerClarification', {
      key: first.key,
      additionalData: AVS_ANSWER,
    })
    expect(answer.status).toBe(200)
    const { body, signature } = await bench.call('exchanges.get', { id: answer.exchangeId ?? '' })
    expect([isSigned(body ?? '', PROJECT.secret), signature.state]).toEqual([true, 'valid'])
    expect((await summaryOf(bench, 'answered')).status).toBe('processing')

    const second = await create('expired')
    await bench.call('payments.requestClarification', { key: second.key, fields: AVS })
    const ended = await bench.call('payments.expireClarification', { key: second.key })
    expect(ended).toMatchObject({ status: 'decline', resultCode: '603' })
  })

  it('cannot request the same field twice', async () => {
    const { key } = await create('wrong')
    const fields = { customer: ['email', 'email'] }
    expect(await bench.refusal('payments.requestClarification', { key, fields })).toMatchObject({
      code: 'invalid_params',
      issues: [{ field: expect.any(String) }],
    })
    expect((await summaryOf(bench, 'wrong')).status).toBe('processing')
  })
})

describe('the detail of a payment', () => {
  it('lists every event in order, with the status object that the API would return', async () => {
    const { key } = await create('story')
    await bench.call('payments.requestClarification', { key, fields: AVS })
    await bench.settle()
    const shop = merchantOf(bench)
    await shop.clarify('story', { avs_data: { avs_post_code: 'H91' } })
    await bench.settle()
    const detail = await bench.call('payments.get', { key })
    expect(detail.statusObject).toEqual((await shop.status('story')).json)
    expect(detail).toMatchObject({
      ...(await summaryOf(bench, 'story')),
      actions: ['answerClarification', 'expireClarification', 'approve', 'decline'],
      submission: { accepted: ['avs_data.avs_post_code'], refused: [] },
      callbackTarget: merchant.url,
      origin: 'workbench',
    })
    const steps = detail.timeline.map(({ kind, reference, status, answer }) =>
      [kind, reference?.type ?? status, answer].filter((word) => word !== undefined).join(' '),
    )
    // Everything happened at one virtual time: the clock is frozen.
    expect(steps).toEqual([
      ...['event processing', 'event', 'event awaiting clarification', 'message callback 200'],
      ...['message exchange 200', 'event', 'message callback 200'],
      ...['planned', 'planned'],
    ])
    const times = detail.timeline.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
  })

  it('offers curl commands that work when they are run', async () => {
    const { key } = await create('curl')
    await bench.call('payments.requestClarification', { key, fields: AVS })
    const { curl } = await bench.call('payments.curl', { key, request: 'clarification' })
    const [, url = '', body = ''] = /curl -sS (\S+) .*-d '(.*)'$/s.exec(curl) ?? []
    const response = await exchange(url, { body: body.replaceAll(`'\\''`, "'") })
    expect(response.json['status']).toBe('success')
    const status = await bench.call('payments.curl', { key, request: 'status' })
    expect(status.curl).toContain('/v2/payment/status')
  })
})
