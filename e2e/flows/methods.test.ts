import { describe, expect, it } from 'vitest'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { valueAt } from '#domain/api/rules'
import { findMethod, METHODS, takesCurrency } from '#domain/method/method'
import { type Method, type MethodParameter, SAMPLE_METHOD } from '#domain/project/method-shape'
import { PROJECT } from './testing/flow-bench'
import { anOpening, openByLink, openForm } from './testing/form-client'
import { useMerchantBench } from './testing/merchant-bench'
import { aGeneral, DAY, HOUR, summaryOf } from './testing/requests'
import { isSigned, type JsonRecord } from './testing/signer'
import { exchange, type WireResponse } from './testing/wire-client'

const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

const SAMPLES: Readonly<Record<string, unknown>> = {
  'customer.ip_address': '203.0.113.9',
  'payment.amount': 4650,
  ...Object.fromEntries(FIELD_CATALOGUE.map(({ path, sample }) => [path, sample])),
}
const BY_TYPE = {
  string: '5501234',
  integer: 41,
  boolean: true,
  object: { positions: [{ amount: 4650 }] },
} as const

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let at = body
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>
  at[last] = value
}

const currencyOf = (method: Method): string =>
  takesCurrency(method, 'EUR') ? 'EUR' : (method.currencies[0] ?? 'EUR')

/** A request with the parameters that `isGiven` accepts. */
function request(
  paymentId: string,
  method: Method,
  parameters: readonly MethodParameter[],
  isGiven: (parameter: MethodParameter) => boolean,
  bank?: unknown,
) {
  const given = { ...SAMPLES, 'payment.currency': currencyOf(method), 'account.bank_id': bank }
  const body: Record<string, unknown> = {}
  // Objects are there even without any of their members, so that a refusal names a member, not its object.
  for (const { name } of parameters) {
    const [object = ''] = name.split('.')
    if (object !== name) body[object] = {}
  }
  for (const parameter of parameters.filter(isGiven)) {
    const { name, type } = parameter
    put(body, name, valueAt(given, [name]) ?? BY_TYPE[type])
  }
  return { ...body, general: aGeneral(paymentId) }
}

const isStrict = ({ need }: MethodParameter): boolean => need === 'strict'
const isNeeded = ({ need }: MethodParameter): boolean => need !== 'optional'

/** What the newest callback of a payment said. */
const lastOf = (paymentId: string): JsonRecord =>
  merchant.received.findLast((received) => received.paymentId === paymentId)?.json ?? {}

const pageOf = async (paymentId: string): Promise<string> => {
  const { key } = await summaryOf(bench, paymentId)
  return (await bench.call('payments.get', { key })).providerUrl ?? ''
}

const decide = (url: string, fields: Readonly<Record<string, string>>): Promise<WireResponse> =>
  exchange(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const sales = METHODS.flatMap((method) => {
  const { sale } = method.operations
  return sale === undefined ? [] : [{ method, sale, path: method.path, way: sale.customer?.[0] ?? 'none' }]
})

const STATUSES = {
  redirect: 'awaiting redirect result',
  qr: 'awaiting customer action',
  instructions: 'awaiting customer action',
} as const

const codeOf = ({ json }: WireResponse): unknown => json['code']

function methodAt(path: string): Method {
  const method = findMethod(path, [])
  if (method === null) throw new Error(`The catalogue has no ${path}`)
  return method
}

const banksOf = (
  path: string,
  currency: string,
  customer: JsonRecord = { country: SAMPLES['customer.country'] },
): Promise<WireResponse> =>
  bench.post(`/v2/info/banks/${path}/sale/list`, {
    general: aGeneral('banks'),
    payment: { amount: 4650, currency },
    customer,
  })

const idsIn = async (response: WireResponse | Promise<WireResponse>): Promise<readonly unknown[]> => {
  const { banks } = (await response).json as { banks: readonly JsonRecord[] }
  return banks.map(({ id }) => id)
}

/** Sends a sale with everything that the method needs, and does all work that is due after it. */
async function saleBy(path: string, paymentId: string, more: JsonRecord = {}): Promise<void> {
  const method = methodAt(path)
  const body = request(paymentId, method, method.operations.sale?.parameters ?? [], isNeeded)
  await bench.post(`/v2/payment/${path}/sale`, { ...body, ...more })
  await bench.settle()
}

describe('a sale by a method (contract 16)', () => {
  it.each(sales)('ends as the customer decides: $path, $way', async ({ method, sale, path, way }) => {
    const id = (name: string): string => `${path.replaceAll('/', '-')}-${name}`
    const [bank] = sale.parameters.some(({ name }) => name === 'account.bank_id')
      ? await idsIn(banksOf(path, currencyOf(method)))
      : []
    const send = (name: string, isGiven: (parameter: MethodParameter) => boolean) =>
      bench.post(`/v2/payment/${path}/sale`, request(id(name), method, sale.parameters, isGiven, bank))

    for (const { name } of sale.parameters.filter(isStrict)) {
      const response = await send('strict', (each) => isNeeded(each) && each.name !== name)
      expect([response.status, codeOf(response)], name).toEqual([400, '2004'])
      expect(response.text, name).toContain(`"field":"${name}"`)
    }
    if (!takesCurrency(method, 'XTS')) {
      const body = request(id('currency'), method, sale.parameters, isNeeded, bank)
      put(body, 'payment.currency', 'XTS')
      expect(codeOf(await bench.post(`/v2/payment/${path}/sale`, body))).toBe('3023')
    }

    /** Sends a sale with these parameters, then the data and the one-time code that are requested. */
    const start = async (name: string, isGiven: (parameter: MethodParameter) => boolean): Promise<void> => {
      expect((await send(name, isGiven)).status).toBe(200)
      await bench.settle()
      const missing = sale.parameters.filter(
        (each) => each.need === 'required' && each.type !== 'object' && !isGiven(each),
      )
      if (missing.length > 0) {
        const fields = lastOf(id(name))['clarification_fields'] as Readonly<Record<string, readonly string[]>>
        const asked = Object.entries(fields).flatMap(([key, names]) => names.map((each) => `${key}.${each}`))
        expect(asked.toSorted()).toEqual(missing.map((each) => each.name).toSorted())
        const data: Record<string, unknown> = {}
        for (const each of missing) put(data, each.name, SAMPLES[each.name] ?? BY_TYPE[each.type])
        expect((await shop.clarify(id(name), data)).status).toBe(200)
        await bench.settle()
      }
      if (way === 'otp') {
        expect(lastOf(id(name))).toMatchObject({ clarification_fields: { additional_data: ['otp_code'] } })
        await shop.clarify(id(name), { additional_data: { otp_code: '123456' } })
        await bench.settle()
      }
    }
    const expectEnd = (name: string, status: string, code: string): void => {
      expect(lastOf(id(name))).toMatchObject({ payment: { status, id: id(name) }, operation: { code } })
    }

    await start('least', isStrict)
    if (way === 'otp' || way === 'none') {
      expectEnd('least', 'success', '0')
      return
    }
    expect(lastOf(id('least'))['status']).toBe(STATUSES[way])
    const page = await pageOf(id('least'))
    expect((await exchange(page)).text).toContain('name="decision"')
    expect((await decide(page, { decision: 'paid' })).status).toBeLessThan(400)
    await bench.settle()
    expectEnd('least', 'success', '0')

    await start('declined', isNeeded)
    await decide(await pageOf(id('declined')), { decision: 'declined' })
    await bench.settle()
    expectEnd('declined', 'decline', '20000')

    await start('late', isNeeded)
    await bench.advance(way === 'instructions' ? DAY : HOUR)
    expectEnd('late', 'decline', '20602')
  })

  it('leads only to signed callbacks', () => {
    expect(merchant.received.length).toBeGreaterThan(500)
    expect(merchant.received.filter(({ text }) => !isSigned(text, PROJECT.secret))).toEqual([])
  })
})

describe('lists (contract 16.9)', () => {
  const refusalOf = ({ status, text, json }: WireResponse) => [status, json['code'], text]

  it('of banks are signed, and the same for a country', async () => {
    const listed = await banksOf('banks/sepa', 'EUR')
    expect(isSigned(listed.text, PROJECT.secret)).toBe(true)
    expect(Object.keys(listed.json)).toEqual(['banks', 'signature'])
    const ids = await idsIn(listed)
    expect(new Set(ids).size).toBe(8)
    expect(await idsIn(banksOf('banks/sepa', 'GBP'))).toEqual(ids)
    const french = await idsIn(banksOf('banks/sepa', 'EUR', { country: 'FR' }))
    expect(ids.filter((each) => french.includes(each))).toEqual([])
    expect(refusalOf(await banksOf('banks/sepa', 'EUR', {}))).toEqual([
      400,
      '2004',
      expect.stringContaining('"field":"customer.country"'),
    ])
    expect(codeOf(await banksOf('banks/none', 'EUR'))).toBe('2541')
    expect(codeOf(await banksOf('banks/sepa', 'USD'))).toBe('3023')
  })

  it('of banks have every bank that a sale may name', async () => {
    const sell = (path: string, bank: unknown): Promise<WireResponse> => {
      const method = methodAt(path)
      const parameters = method.operations.sale?.parameters ?? []
      return bench.post(`/v2/payment/${path}/sale`, request(`at-${path}`, method, parameters, isNeeded, bank))
    }
    expect(refusalOf(await sell('banks/thailand', 1))).toEqual([
      400,
      '2004',
      expect.stringContaining('"field":"account.bank_id"'),
    ])
    const last = (await idsIn(banksOf('banks/thailand', 'THB'))).at(-1)
    expect((await sell('banks/thailand', last)).status).toBe(200)
    expect((await sell('bank-transfer/korea', '1')).status).toBe(200)
    await bench.settle()
    expect(lastOf('at-bank-transfer/korea')).toMatchObject({ clarification_fields: { account: ['bank_id'] } })
  })

  it('of mobile operators and of methods are signed', async () => {
    const general = aGeneral('lists')
    const payment = { amount: 4650, currency: 'KES' }
    const mobile = await bench.post('/v2/info/mobile/payout/list', { general, payment })
    expect(mobile.json['operators']).toHaveLength(8)
    const listOf = async (body: JsonRecord) => {
      const response = await bench.post('/v2/info/available-methods/payout/list', { general, ...body })
      expect(isSigned(response.text, PROJECT.secret)).toBe(true)
      return response.json
    }
    expect(isSigned(mobile.text, PROJECT.secret)).toBe(true)
    const named = ['card', 'banks/thailand', 'bancontact', 'none']
    const list = named.map((payment_method) => ({ payment_method }))
    expect(await listOf({ payment_method_list: list, amount: 1, currency: 'THB' })).toMatchObject({
      project_id: PROJECT.id,
      available_methods: named.map((payment_method, index) => ({ payment_method, is_available: index < 2 })),
    })
    expect((await listOf({}))['available_methods']).toContainEqual({
      payment_method: 'card',
      is_available: true,
    })
  })
})

describe('a one-time code (contract 16.4)', () => {
  const UPAISA = 'wallet/upaisa'
  const enter = async (id: string, otp_code: string): Promise<WireResponse> => {
    const response = await shop.clarify(id, { additional_data: { otp_code } })
    await bench.settle()
    return response
  }
  const resend = (id: string): Promise<WireResponse> =>
    bench.post('/v2/customer/action/resend', {
      general: aGeneral(id),
      customer: { ip_address: '203.0.113.9' },
    })
  const waiting = (resends: number) => ({
    clarification_fields: { additional_data: ['otp_code'] },
    new_attempt_time: expect.any(Number),
    provider_extra_fields: {
      resend: { available_attempts_number: resends, new_attempt_time: expect.any(Number) },
    },
  })

  it('is requested again if it is wrong or too old, and can be sent again', async () => {
    const id = 'code-again'
    await saleBy(UPAISA, id)
    expect((await enter(id, '654321')).json).toMatchObject(waiting(3))
    expect(codeOf(await resend(id))).toBe('3060')
    await bench.advance(90_000)
    expect((await resend(id)).status).toBe(200)
    await bench.settle()
    expect(lastOf(id)).toMatchObject(waiting(2))
    expect((await shop.status(id)).json).toMatchObject(waiting(2))
    await bench.advance(90_000)
    await enter(id, '123456')
    expect(lastOf(id)).toMatchObject(waiting(2))
    await bench.advance(90_000)
    const { key } = await summaryOf(bench, id)
    expect((await bench.call('payments.get', { key })).actions).toContain('resendCode')
    await bench.call('payments.resendCode', { key })
    await bench.settle()
    expect(lastOf(id)).toMatchObject(waiting(1))
    await enter(id, '123456')
    expect(lastOf(id)).toMatchObject({ payment: { status: 'success' }, operation: { code: '0' } })
  })

  it('declines the payment if it is 000000', async () => {
    await saleBy(UPAISA, 'code-declined')
    await enter('code-declined', '000000')
    expect(lastOf('code-declined')).toMatchObject({
      payment: { status: 'decline' },
      operation: { code: '20000' },
    })
  })
})

describe("the provider's page (contract 16.5)", () => {
  const IDEAL = 'online-banking/ideal'
  let count = 0
  /** Starts a payment by redirect, with these return addresses of the shop. */
  const start = async (
    returnUrl: JsonRecord = {},
  ): Promise<{ readonly id: string; readonly page: string }> => {
    count += 1
    const id = `ideal-${String(count)}`
    await saleBy(IDEAL, id, { return_url: returnUrl })
    return { id, page: await pageOf(id) }
  }
  const RETURNS = {
    success: 'https://shop.test/paid',
    decline: 'https://shop.test/declined',
    return: 'https://shop.test/back',
  }

  it.each([
    ['paid', RETURNS, RETURNS.success],
    ['declined', RETURNS, RETURNS.decline],
    ['cancelled', RETURNS, RETURNS.return],
    ['left', RETURNS, RETURNS.return],
    ['paid', { return: RETURNS.return }, RETURNS.return],
    ['cancelled', { decline: RETURNS.decline }, RETURNS.decline],
  ])('sends a customer who %s, with %j, to %s', async (decision, given, target) => {
    const { page } = await start(given)
    const { status, headers } = await decide(page, { decision })
    expect([status, headers['location']]).toEqual([303, target])
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it('shows what was decided, and accepts no second decision', async () => {
    const { id, page } = await start()
    expect((await decide(page, { decision: 'cancelled' })).text).toContain('You cancelled the payment')
    expect((await decide(page, { decision: 'paid' })).text).toContain('You cancelled the payment')
    await bench.settle()
    expect(lastOf(id)).toMatchObject({ payment: { status: 'decline' }, operation: { code: '20301' } })
    expect((await exchange(page.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404)
  })

  it('delivers the result at the chosen time if the customer has left', async () => {
    const { id, page } = await start()
    await decide(page, { decision: 'left', after: 'minute', outcome: 'success' })
    await bench.settle()
    expect((await shop.status(id)).json).toMatchObject({ payment: { status: 'awaiting redirect result' } })
    await bench.advance(60_000)
    expect(lastOf(id)).toMatchObject({ payment: { status: 'success' } })
  })

  it('cannot be reached by an unknown method, and its payment is refunded only at a path that has refunds', async () => {
    const sale = { general: aGeneral('nothing'), customer: { id: 'b', ip_address: '203.0.113.9' } }
    const unknown = await bench.post('/v2/payment/wallet/none/sale', {
      ...sale,
      payment: { amount: 1, currency: 'EUR' },
    })
    expect([unknown.status, codeOf(unknown)]).toEqual([400, '2541'])
    const { id, page } = await start()
    await decide(page, { decision: 'paid' })
    const refund = (path: string): Promise<WireResponse> =>
      bench.post(`/v2/payment/${path}refund`, { general: aGeneral(id), payment: { description: 'Back' } })
    expect(codeOf(await refund('wallet/skrill/'))).toBe('3610')
    expect((await refund('')).status).toBe(200)
  })
})

describe('other operations of a method (contract 16.8)', () => {
  const customer = {
    id: 'buyer-5',
    ip_address: '203.0.113.9',
    email: 'nora@vale.test',
    first_name: 'Nora',
    last_name: 'Vale',
  }
  const payment = { amount: 4650, currency: 'EUR' }
  /** Sends a request to an address of Apple Pay, and does all work that is due after it. */
  const wallet = async (operation: string, id: string, more: JsonRecord = {}): Promise<WireResponse> => {
    const body = { general: aGeneral(id), customer, payment, ...more }
    const response = await bench.post(`/v2/payment/applepay/${operation}`, body)
    await bench.settle()
    return response
  }
  const holding = { etoken: { token: 'dG9rZW4'.repeat(300) }, recurring: { register: true } }

  it('are those of a card, with a token in its place', async () => {
    await wallet('auth', 'wallet-hold', holding)
    expect(lastOf('wallet-hold')).toMatchObject({
      payment: { status: 'awaiting capture', method: 'etoken' },
      operation: { type: 'auth' },
    })
    const { recurring } = lastOf('wallet-hold') as { readonly recurring: { readonly id: number } }
    await wallet('capture', 'wallet-hold')
    expect(lastOf('wallet-hold')).toMatchObject({ payment: { status: 'success' } })
    await wallet('recurring', 'wallet-debit', { recurring: { id: recurring.id } })
    expect(lastOf('wallet-debit')).toMatchObject({ payment: { status: 'success', method: 'etoken' } })
    await wallet('auth', 'wallet-cancel', holding)
    await wallet('cancel', 'wallet-cancel')
    expect(lastOf('wallet-cancel')).toMatchObject({ payment: { status: 'canceled' } })
  })

  it('have the outcome of a test card if its number is the token', async () => {
    await wallet('sale', 'wallet-declined', { etoken: { token: '4111111111111111' } })
    expect(lastOf('wallet-declined')).toMatchObject({
      payment: { status: 'decline' },
      operation: { code: '10000' },
    })
  })

  it('are refused if the method does not have them', async () => {
    const general = aGeneral('wallet-none')
    const recurring = { id: 1 }
    const refusal = async (path: string): Promise<unknown> =>
      codeOf(await bench.post(`/v2/payment/${path}`, { general, customer, payment, recurring }))
    expect(await refusal('wallet/skrill/capture')).toBe('3610')
    expect(await refusal('wallet/none/cancel')).toBe('3610')
    expect(await refusal('googlepay/recurring')).toBe('2541')
    expect(await refusal('wallet/skrill/auth')).toBe('2541')
  })
})

describe('an own method (contract 16.1)', () => {
  const OWN: Method = { ...SAMPLE_METHOD, path: 'wallet/tide', name: 'Tide pay', form: 'tide' }
  const DATA = { account: { number: '5501234' }, identify: { doc_number: 'PX4471208' } }

  it('requests its parameters, and its result has the amount that the customer paid', async () => {
    await bench.switches({ ownMethods: [OWN] })
    const sale = await bench.post(`/v2/payment/${OWN.path}/sale`, {
      general: aGeneral('own'),
      customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
      payment: { amount: 4650, currency: 'EUR' },
    })
    expect(sale.status).toBe(200)
    await bench.settle()
    expect(lastOf('own')).toMatchObject({
      clarification_fields: { account: ['number'], identify: ['doc_number'] },
    })
    expect((await shop.clarify('own', DATA)).status).toBe(200)
    await bench.settle()
    expect(lastOf('own')).toMatchObject({ status: STATUSES.redirect, redirect_data: { method: 'GET' } })
    const page = await pageOf('own')
    expect((await exchange(page)).text).toContain('Tide pay')
    const { key, waitEndsAt } = await summaryOf(bench, 'own')
    expect(waitEndsAt).toBe((await bench.call('payments.get', { key })).atProvider?.expiresAt)
    await decide(page, { decision: 'paid', amount: '40.00' })
    await bench.settle()
    const paid = await summaryOf(bench, 'own')
    expect(paid).toMatchObject({ amount: 4650, chargedAmount: 4000 })
    expect(paid).not.toHaveProperty('waitEndsAt')
    expect(lastOf('own')).toMatchObject({
      payment: { status: 'success', method: 'Tide pay', sum: { amount: 4000, currency: 'EUR' } },
    })
  })

  it('is on the form if the shop sends its code', async () => {
    await bench.switches({ ownMethods: [OWN] })
    const opening = anOpening('own-form', { force_payment_method: 'tide' })
    expect((await openByLink(bench, opening)).text).toContain('Tide pay')
    const form = await openForm(bench, opening)
    expect(form.shown.view).toBe('method')
    await form.send('confirm', {
      fields: { 'account.number': '5501234', 'identify.doc_number': 'PX4471208' },
    })
    expect((await form.settled()).view).toBe('provider')
  })
})
