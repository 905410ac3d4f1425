import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS, withValue } from './testing/endpoints'
import { openFlowBench, PROJECT, type FlowBench } from './testing/flow-bench'
import { aClarification, aGeneral, aSale, merchantOf, type MerchantClient } from './testing/requests'
import { signatureFor, signed, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { exchange, type WireAnswer } from './testing/wire-client'

let bench: FlowBench
let shop: MerchantClient
beforeAll(async () => {
  bench = await openFlowBench()
  shop = merchantOf(bench)
  await shop.sale('known')
})
afterAll(() => bench.close())

const JSON_TYPE = { 'Content-Type': 'application/json' }
const send = (path: string, body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  exchange(`${bench.ready.platform}${path}`, { body, headers })
/** Signs the whole body again, after any change. */
const sendSigned = (path: string, body: JsonRecord): Promise<WireAnswer> => {
  const { general, ...rest } = body
  const whole = { general: { ...(general as JsonRecord) }, ...rest }
  return send(path, JSON.stringify(signed(whole, PROJECT.secret)))
}

describe.each(ENDPOINTS)('$path', ({ path, valid, required }) => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'answers %s with 405 and names POST',
    async (method) => {
      const answer = await exchange(`${bench.ready.platform}${path}`, { method })
      expect(readUnionError(answer)).toMatchObject({ httpStatus: 405, code: '702' })
      expect(answer.headers['allow']).toBe('POST')
    },
  )

  it.each([
    ['no body', ''],
    ['white space', ' \n'],
    ['half an object', '{"general":{'],
    ['a trailing comma', '{"general":{},}'],
    ['single quotes', "{'general':{}}"],
    ['a list', '[]'],
    ['a string', '"general"'],
    ['a number', '12'],
    ['null', 'null'],
    ['two objects', '{}{}'],
    ['a byte order mark', '\uFEFF{}'],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['513 levels', '{"a":'.repeat(513) + '1' + '}'.repeat(513)],
  ])('answers %s with 422 and code 2003', async (_, body) => {
    const answer = readUnionError(await send(path, body))
    expect([answer.httpStatus, answer.code]).toEqual([422, '2003'])
    expect(answer.message).toBe('Invalid JSON string')
  })

  it('answers bytes that are not UTF-8 with 422', async () => {
    const answer = readUnionError(await send(path, Buffer.from('{"general":"\xff"}', 'latin1')))
    expect([answer.httpStatus, answer.code]).toEqual([422, '2003'])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data'])(
    'answers the content type %s with 422',
    async (type) => {
      const body = JSON.stringify(signed(valid('known'), PROJECT.secret))
      const answer = readUnionError(await send(path, body, { 'Content-Type': type }))
      expect([answer.httpStatus, answer.code]).toEqual([422, '2003'])
    },
  )

  it('lists everything that is missing with 2004', async () => {
    const answer = readUnionError(await send(path, '{}'))
    expect([answer.httpStatus, answer.code, answer.message]).toEqual([
      400,
      '2004',
      'Required field not provided',
    ])
    expect(answer.errors).toEqual(required.map((field) => `2004 ${field} required`))
  })

  it.each(['general.project_id', 'general.payment_id', 'general.signature'])('misses %s', async (field) => {
    const body = withValue(signed(valid('known'), PROJECT.secret), field, undefined)
    const answer = readUnionError(await send(path, JSON.stringify(body)))
    expect([answer.httpStatus, answer.code, ...answer.errors]).toEqual([
      400,
      '2004',
      `2004 ${field} required`,
    ])
  })

  it('does not know another project', async () => {
    const answer = readUnionError(
      await send(path, JSON.stringify(withValue(signed(valid('known'), 'x'), 'general.project_id', 77))),
    )
    expect([answer.httpStatus, answer.code]).toEqual([404, '2442'])
  })

  it.each([
    ['wrong', '3261', 'A'.repeat(86) + '=='],
    ['no text', '3261', 12],
    ['empty', '3262', ''],
  ])('refuses a signature that is %s', async (_, code, signature) => {
    const body = withValue(valid('known'), 'general.signature', signature)
    const answer = readUnionError(await send(path, JSON.stringify(body)))
    expect([answer.httpStatus, answer.code]).toEqual([400, code])
    expect(answer.errors[0]).toContain('general.signature')
  })

  it('refuses a signature made with another secret', async () => {
    const answer = readUnionError(await send(path, JSON.stringify(signed(valid('known'), 'other'))))
    expect([answer.httpStatus, answer.code]).toEqual([400, '3261'])
  })

  it('refuses a body that was changed after signing', async () => {
    const body = { ...signed(valid('known'), PROJECT.secret), added: 1 }
    expect(readUnionError(await send(path, JSON.stringify(body))).code).toBe('3261')
  })

  it.each([
    ['general.project_id', '-1', '502'],
    ['general.project_id', 0, '502'],
    ['general.project_id', 9041.5, '502'],
    ['general.project_id', true, '502'],
    ['general.payment_id', 17, '3024'],
    ['general.payment_id', ' front', '3024'],
    ['general.payment_id', 'back\t', '3024'],
    ['general.payment_id', 'zero\0', '3024'],
    ['general.payment_id', 'x'.repeat(256), '3024'],
  ])('refuses %s %j', async (field, value, code) => {
    const answer = readUnionError(await sendSigned(path, withValue(valid('known'), field, value)))
    expect([answer.httpStatus, answer.code]).toEqual([400, code])
    expect(answer.errors[0]).toContain(field)
  })

  it('answers bodies over 1 MiB with 413, and takes one just below', async () => {
    const padded = (size: number): string => {
      const body = JSON.stringify(signed(valid('known'), 'wrong'))
      return body + ' '.repeat(size - body.length)
    }
    expect(readUnionError(await send(path, padded(1024 * 1024 + 1)))).toMatchObject({
      httpStatus: 413,
      code: '702',
    })
    expect(readUnionError(await send(path, padded(1024 * 1024)))).toMatchObject({
      httpStatus: 400,
      code: '3261',
    })
  })
})

describe('paths', () => {
  it.each([
    ...[
      '/',
      '/v1/payment/status',
      '/v3/payment/status',
      '/v2/payment',
      '/v2/payment/status/',
      '/V2/payment/status',
    ],
    ...[
      '/v2/payment/card/sale/token',
      '/v2//payment/status',
      '/v2/payment/%73tatus',
      '/v2/payment/status;v=1',
    ],
    '/v2/payment/a/b/refund',
  ])('do not include %s', async (path) => {
    const answer = readUnionError(await send(path, '{}'))
    expect([answer.httpStatus, answer.code]).toEqual([404, '702'])
  })

  it('may carry a query, up to 8192 bytes in all', async () => {
    const body = JSON.stringify(signed({ general: aGeneral('known') }, PROJECT.secret))
    expect((await send('/v2/payment/status?trace=1', body)).status).toBe(200)
    const answer = readUnionError(await send(`/v2/payment/status?${'q'.repeat(8192)}`, body))
    expect([answer.httpStatus, answer.code]).toEqual([414, '702'])
  })
})

describe('the check order', () => {
  const body = (change: Readonly<Record<string, unknown>>): JsonRecord =>
    Object.entries(change).reduce<JsonRecord>(
      (sum, [path, value]) => withValue(sum, path, value),
      aSale('known'),
    )
  const codeOf = async (request: JsonRecord, sign: boolean): Promise<string> => {
    const path = '/v2/payment/card/sale'
    const answer = sign ? await sendSigned(path, request) : await send(path, JSON.stringify(request))
    return readUnionError(answer).code
  }

  it('is JSON, minimum, project, signature, formats, state', async () => {
    const everything = { 'general.project_id': 77, 'general.signature': 'no', 'payment.currency': 'euro' }
    expect(readUnionError(await send('/v2/payment/card/sale', '{"general":')).code).toBe('2003')
    expect(await codeOf(body({ ...everything, 'card.pan': undefined }), false)).toBe('2004')
    expect(await codeOf(body(everything), false)).toBe('2442')
    expect(await codeOf(body({ ...everything, 'general.project_id': PROJECT.id }), false)).toBe('3261')
    expect(await codeOf(body({ 'payment.currency': 'euro' }), true)).toBe('3121')
    expect(await codeOf(body({}), true)).toBe('3041')
  })

  it('looks at the type before the body, and at the path before the method', async () => {
    const answer = await exchange(`${bench.ready.platform}/v2/nothing`, { method: 'GET' })
    expect(answer.status).toBe(404)
    expect((await send('/v2/payment/status', 'no JSON', { 'Content-Type': 'text/plain' })).status).toBe(422)
  })

  it('finds no fault with the signature of what is no endpoint, such as an icon that a browser asks for', async () => {
    await exchange(`${bench.ready.platform}/favicon.ico`, { method: 'GET' })
    const { items } = await bench.call('exchanges.list', { query: 'path:/favicon.ico', limit: 1 })
    expect(items[0]).toMatchObject({ status: 404, signatureState: 'missing' })
  })
})

/** Field, value, code, constraint. */
const SALE_MISFITS: readonly (readonly [string, unknown, string, string])[] = [
  ['general.merchant_callback_url', 'ftp://shop.test', '502', 'format'],
  ['general.merchant_callback_url', 'x'.repeat(256), '502', 'maxLength'],
  ['card.pan', 4000000000000077, '502', 'type'],
  ['card.pan', '4000000000000078', '10102', 'format'],
  ['card.pan', '400000000000', '10102', 'format'],
  ['card.pan', '4'.repeat(33), '502', 'maxLength'],
  ['card.year', 2019, '502', 'minimum'],
  ['card.year', '20x3', '502', 'type'],
  ['card.year', 10_000, '502', 'maximum'],
  ['card.month', 0, '502', 'minimum'],
  ['card.month', 13, '502', 'maximum'],
  ['card.month', 1.5, '502', 'type'],
  ['card.card_holder', 'Zoë', '3161', 'pattern'],
  ['card.card_holder', 'A'.repeat(256), '3161', 'maxLength'],
  ['card.cvv', '12', '3141', 'pattern'],
  ['card.cvv', 123, '3141', 'type'],
  ['card.cvv', '12345', '3141', 'maxLength'],
  ['card.save', 'yes', '502', 'type'],
  ['card.stored_card_type', 7, '502', 'maximum'],
  ['customer.id', 7, '2124', 'type'],
  ['customer.id', 'x'.repeat(256), '2124', 'maxLength'],
  ['customer.ip_address', '300.1.1.1', '502', 'format'],
  ['customer.ip_address', 'localhost', '502', 'format'],
  ['customer.email', 'nobody', '2426', 'format'],
  ['customer.phone', '+353', '502', 'pattern'],
  ['customer.day_of_birth', '30-02-2000', '2609', 'format'],
  ['customer.billing.country', 'ie', '2610', 'pattern'],
  ['customer.billing.country', 'ZZ', '2610', 'enum'],
  ['payment.amount', 0, '502', 'minimum'],
  ['payment.amount', -5, '502', 'minimum'],
  ['payment.amount', 10_000_000_000_001, '502', 'maximum'],
  ['payment.amount', 46.5, '502', 'type'],
  ['payment.amount', '46.50', '502', 'type'],
  ['payment.amount', '4,650', '502', 'type'],
  ['payment.amount', [4650], '502', 'type'],
  ['payment.currency', 'eur', '3121', 'pattern'],
  ['payment.currency', 'EURO', '3121', 'pattern'],
  ['payment.currency', 978, '3121', 'pattern'],
  ['payment.description', 'x'.repeat(256), '502', 'maxLength'],
  ['payment.best_before', 'tomorrow', '502', 'format'],
  ['payment.moto_type', 3, '502', 'enum'],
  ['payment.challenge_indicator', '10', '502', 'pattern'],
  ['avs_data', [], '502', 'type'],
  ['callback.delay', 601, '502', 'maximum'],
  ['callback.delay', -1, '502', 'minimum'],
  ['callback.force_disable', 'true', '502', 'type'],
  ['recurring.period', 'Z', '502', 'enum'],
  ['merchant.descriptor', 'x'.repeat(14), '502', 'maxLength'],
]

describe('a sale', () => {
  it.each(SALE_MISFITS)('refuses %s %j with %s %s', async (field, value, code, constraint) => {
    const request = withValue(aSale('misfit'), field, value)
    const answer = readUnionError(await sendSigned('/v2/payment/card/sale', request))
    expect([answer.httpStatus, answer.code]).toEqual([400, code])
    expect(answer.errors).toContain(`${Number(code)} ${field} ${constraint}`)
  })

  it('lists all misfits at once, in the order of the fields', async () => {
    const request = ['card.month', 'payment.currency', 'card.pan'].reduce<JsonRecord>(
      (body, path) => withValue(body, path, 'x'),
      aSale('many'),
    )
    expect(readUnionError(await sendSigned('/v2/payment/card/sale', request)).errors).toEqual([
      '10102 card.pan format',
      '502 card.month type',
      '3121 payment.currency pattern',
    ])
  })

  it.each([
    ['card.cvv', undefined, '3141 card.cvv required'],
    ['card.year', 2029, '3021 card.year minimum'],
    ['avs_data', { avs_post_code: 'H91' }, '2061 avs_data.avs_street_address required'],
    [
      'avs_data',
      { avs_post_code: ' ', avs_street_address: '14 Long Walk' },
      '2061 avs_data.avs_post_code required',
    ],
  ])('refuses %s %j', async (field, value, line) => {
    const answer = readUnionError(
      await sendSigned('/v2/payment/card/sale', withValue(aSale('misfit'), field, value)),
    )
    expect(answer.errors).toEqual([line])
  })

  it('may leave out the card code of a mail order', async () => {
    const request = withValue(withValue(aSale('moto'), 'card.cvv', undefined), 'payment.moto_type', 1)
    expect((await sendSigned('/v2/payment/card/sale', request)).status).toBe(200)
  })

  it('takes a card in the month in which it expires', async () => {
    const request = withValue(withValue(aSale('month'), 'card.year', 2030), 'card.month', 4)
    expect((await sendSigned('/v2/payment/card/sale', request)).status).toBe(200)
  })

  it.each(['sale', 'auth'] as const)(
    'refuses a payment id that is registered, in any case, as %s',
    async (kind) => {
      const answer = readUnionError(await shop[kind]('KNOWN'))
      expect([answer.httpStatus, answer.code]).toEqual([400, '3041'])
      expect(answer.errors).toEqual(['3041 general.payment_id unique'])
    },
  )

  it('leaves no payment behind when it is refused', async () => {
    await sendSigned('/v2/payment/card/sale', withValue(aSale('never'), 'payment.currency', 'x'))
    expect((await bench.call('payments.list', { query: 'id="never"' })).total).toBe(0)
    expect((await shop.sale('never')).status).toBe(200)
  })
})

describe('a request for a payment', () => {
  it.each([
    ['/v2/payment/clarification', aClarification('unknown', {})],
    ['/v2/payment/card/capture', { general: aGeneral('unknown') }],
    ['/v2/payment/card/cancel', { general: aGeneral('unknown') }],
    ['/v2/payment/card/refund', { general: aGeneral('unknown'), payment: { description: 'x' } }],
  ])('that was never registered is refused at %s with 3061', async (path, request) => {
    const answer = readUnionError(await bench.post(path, request))
    expect([answer.httpStatus, answer.code]).toEqual([400, '3061'])
    expect(answer.errors).toEqual(['3061 general.payment_id state'])
  })

  it.each([
    ['/v2/payment/clarification', aClarification('known', {})],
    ['/v2/payment/card/capture', { general: aGeneral('known') }],
    ['/v2/payment/card/cancel', { general: aGeneral('known') }],
  ])('in another state is refused at %s with 3060', async (path, request) => {
    const answer = readUnionError(await bench.post(path, request))
    expect([answer.httpStatus, answer.code]).toEqual([400, '3060'])
    expect(answer.errors).toEqual(['3060 general.payment_id state'])
  })

  it.each([
    ['capture', 'payment.amount', 0, '502'],
    ['capture', 'payment.currency', 'eur', '3121'],
    ['cancel', 'payment', [], '502'],
    ['refund', 'payment.description', '', '2004'],
    ['refund', 'payment.description', 'x'.repeat(256), '502'],
    ['refund', 'payment.amount', '1e3', '502'],
    ['refund', 'payment.merchant_refund_id', 'x'.repeat(256), '502'],
  ])('refuses a %s with %s %j', async (kind, field, value, code) => {
    const request = withValue({ general: aGeneral('known'), payment: { description: 'Back' } }, field, value)
    const answer = readUnionError(await sendSigned(`/v2/payment/card/${kind}`, request))
    expect([answer.httpStatus, answer.code]).toEqual([400, code])
  })

  it('by its request id takes its own fields and place of the signature', async () => {
    const path = '/v2/payment/status/request'
    const request = (change: JsonRecord) => {
      const unsigned = { project_id: PROJECT.id, request_id: 'nothing', ...change }
      return send(path, JSON.stringify({ signature: signatureFor(unsigned, PROJECT.secret), ...unsigned }))
    }
    const lines = readUnionError(await send(path, '{}')).errors
    expect(lines).toEqual(['project_id', 'request_id', 'signature'].map((field) => `2004 ${field} required`))
    expect(readUnionError(await request({ project_id: 77 }))).toMatchObject({ httpStatus: 404, code: '2442' })
    expect(readUnionError(await request({ signature: 'AAAA' }))).toMatchObject({
      httpStatus: 400,
      code: '3261',
    })
    expect(readUnionError(await request({ signature: '' }))).toMatchObject({ httpStatus: 400, code: '3262' })
    expect(readUnionError(await request({ request_id: 'x'.repeat(101) })).errors).toEqual([
      '502 request_id maxLength',
    ])
    expect(readUnionError(await request({}))).toMatchObject({ httpStatus: 404, code: '3061' })
  })
})

describe('the record of refused requests', () => {
  it('names code, field and rule, and keeps the answer', async () => {
    const answer = await sendSigned(
      '/v2/payment/card/sale',
      withValue(aSale('record'), 'payment.currency', 'x'),
    )
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    expect(items[0]).toMatchObject({
      path: '/v2/payment/card/sale',
      status: 400,
      signatureState: 'valid',
      projectId: PROJECT.id,
      paymentId: 'record',
      refusal: { code: '3121', field: 'payment.currency', contract: '5.5' },
    })
    const { reply } = await bench.call('exchanges.get', { id: items[0]?.id ?? '' })
    expect(reply).toMatchObject({ status: 400, body: answer.text })
  })

  it('marks repeated keys', async () => {
    const body = JSON.stringify(signed({ general: aGeneral('known') }, PROJECT.secret))
    await send('/v2/payment/status', body.replace('{"general"', '{"twice":1,"twice":1,"general"'))
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    expect(items[0]?.note).toContain('twice')
  })
})
