import { describe, expect, it } from 'vitest'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { METHODS, type Method, type MethodParameter, takesCurrency } from '#domain/method/method'
import { PROJECT } from './testing/flow-bench'
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
) {
  const body: Record<string, unknown> = {}
  // Objects are there even without any of their members, so that a refusal names a member, not its object.
  for (const { name } of parameters) {
    const [object = ''] = name.split('.')
    if (object !== name) body[object] = {}
  }
  for (const parameter of parameters.filter(isGiven)) {
    const { name, type } = parameter
    const value = name === 'payment.currency' ? currencyOf(method) : (SAMPLES[name] ?? BY_TYPE[type])
    put(body, name, value)
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

describe('a sale by a method (contract 16)', () => {
  it.each(sales)('ends as the customer decides: $path, $way', async ({ method, sale, path, way }) => {
    const id = (name: string): string => `${path.replaceAll('/', '-')}-${name}`
    const send = (name: string, isGiven: (parameter: MethodParameter) => boolean) =>
      bench.post(`/v2/payment/${path}/sale`, request(id(name), method, sale.parameters, isGiven))

    for (const { name } of sale.parameters.filter(isStrict)) {
      const response = await send('strict', (each) => isNeeded(each) && each.name !== name)
      expect([response.status, codeOf(response)], name).toEqual([400, '2004'])
      expect(response.text, name).toContain(`"field":"${name}"`)
    }
    if (!takesCurrency(method, 'XTS')) {
      const body = request(id('currency'), method, sale.parameters, isNeeded)
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

describe("the provider's page (contract 16.5)", () => {
  const IDEAL = 'online-banking/ideal'
  let count = 0
  /** Starts a payment by redirect, with these return addresses of the shop. */
  const start = async (
    returnUrl: JsonRecord = {},
  ): Promise<{ readonly id: string; readonly page: string }> => {
    const method = METHODS.find(({ path }) => path === IDEAL)
    if (method === undefined) throw new Error('The catalogue has no iDEAL')
    count += 1
    const id = `ideal-${String(count)}`
    const body = request(id, method, method.operations.sale?.parameters ?? [], isNeeded)
    await bench.post(`/v2/payment/${IDEAL}/sale`, { ...body, return_url: returnUrl })
    await bench.settle()
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
