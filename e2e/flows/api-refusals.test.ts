import { beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS, withValue } from './testing/endpoints'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { aGeneral, aSale } from './testing/requests'
import { sendSigned, sendUnsigned } from './testing/refusal-client'
import { signed, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { exchange, type WireResponse } from './testing/wire-client'

const { bench, shop } = useFlowBench({ per: 'file' })
beforeAll(async () => {
  await shop.sale('known')
})

const refusalOf = (response: WireResponse): string => {
  const { httpStatus, code } = readUnionError(response)
  return `${String(httpStatus)} ${code}`
}

describe.each(ENDPOINTS)('$path', ({ path, valid, required }) => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'responds to %s with 405 and names POST',
    async (method) => {
      const response = await exchange(`${bench.ready.platform}${path}`, { method })
      expect(readUnionError(response)).toMatchObject({ httpStatus: 405, code: '702' })
      expect(response.headers['allow']).toBe('POST')
    },
  )

  it.each([
    ['no body', ''],
    ['half an object', '{"general":{'],
    ['a list', '[]'],
    ['a byte order mark', '\uFEFF{}'],
    ['513 levels', '{"a":'.repeat(513) + '1' + '}'.repeat(513)],
  ])('responds to %s with 422 and code 2003', async (_, body) => {
    const response = await sendUnsigned(bench, path, body)
    expect(refusalOf(response)).toBe('422 2003')
    expect(readUnionError(response).message).toBe('Invalid JSON string')
  })

  it.each(['text/plain', 'application/jsonp'])('responds to the content type %s with 422', async (type) => {
    const body = JSON.stringify(signed(valid('known'), PROJECT.secret))
    expect(refusalOf(await sendUnsigned(bench, path, body, { 'Content-Type': type }))).toBe('422 2003')
  })

  it('lists everything that is missing with 2004', async () => {
    const response = readUnionError(await sendUnsigned(bench, path, '{}'))
    expect(response).toMatchObject({ httpStatus: 400, code: '2004', message: 'Required field not provided' })
    expect(response.errors).toEqual(required.map((field) => `2004 ${field} required`))
  })

  it('refuses an unknown project', async () => {
    const body = withValue(signed(valid('known'), 'x'), 'general.project_id', 77)
    expect(refusalOf(await sendUnsigned(bench, path, JSON.stringify(body)))).toBe('404 2442')
  })

  it.each([
    ['wrong', '3261', 'A'.repeat(86) + '=='],
    ['not a string', '3261', 12],
    ['empty', '3262', ''],
  ])('refuses a signature that is %s', async (_, code, signature) => {
    const body = withValue(valid('known'), 'general.signature', signature)
    const response = readUnionError(await sendUnsigned(bench, path, JSON.stringify(body)))
    expect([response.httpStatus, response.code]).toEqual([400, code])
    expect(response.errors[0]).toContain('general.signature')
  })

  it('refuses a body that was changed after signing', async () => {
    const body = { ...signed(valid('known'), PROJECT.secret), added: 1 }
    expect(readUnionError(await sendUnsigned(bench, path, JSON.stringify(body))).code).toBe('3261')
  })

  it('responds to bodies over 1 MiB with 413, and reads one of exactly 1 MiB', async () => {
    const padded = (size: number): string => {
      const body = JSON.stringify(signed(valid('known'), 'wrong'))
      return body + ' '.repeat(size - body.length)
    }
    expect(refusalOf(await sendUnsigned(bench, path, padded(1024 * 1024 + 1)))).toBe('413 702')
    expect(refusalOf(await sendUnsigned(bench, path, padded(1024 * 1024)))).toBe('400 3261')
  })
})

describe('paths', () => {
  it.each(['/', '/v2/payment/status/', '/v2//payment/status', '/v2/payment/%73tatus'])(
    'do not include %s',
    async (path) => {
      expect(refusalOf(await sendUnsigned(bench, path, '{}'))).toBe('404 702')
    },
  )

  it('may carry a query, up to 8192 bytes in all', async () => {
    const body = JSON.stringify(signed({ general: aGeneral('known') }, PROJECT.secret))
    expect((await sendUnsigned(bench, '/v2/payment/status?trace=1', body)).status).toBe(200)
    const response = await sendUnsigned(bench, `/v2/payment/status?${'q'.repeat(8192)}`, body)
    expect(refusalOf(response)).toBe('414 702')
  })
})

describe('the order of the checks', () => {
  const body = (change: Readonly<Record<string, unknown>>): JsonRecord =>
    Object.entries(change).reduce<JsonRecord>(
      (sum, [path, value]) => withValue(sum, path, value),
      aSale('known'),
    )
  const codeOf = async (request: JsonRecord, sign: boolean): Promise<string> => {
    const path = '/v2/payment/card/sale'
    const response = sign
      ? await sendSigned(bench, path, request)
      : await sendUnsigned(bench, path, JSON.stringify(request))
    return readUnionError(response).code
  }

  it('is JSON, required fields, project, signature, formats, state', async () => {
    const everything = { 'general.project_id': 77, 'general.signature': 'no', 'payment.currency': 'euro' }
    expect(readUnionError(await sendUnsigned(bench, '/v2/payment/card/sale', '{"general":')).code).toBe(
      '2003',
    )
    expect(await codeOf(body({ ...everything, 'card.pan': undefined }), false)).toBe('2004')
    expect(await codeOf(body(everything), false)).toBe('2442')
    expect(await codeOf(body({ ...everything, 'general.project_id': PROJECT.id }), false)).toBe('3261')
    expect(await codeOf(body({ 'payment.currency': 'euro' }), true)).toBe('3121')
    expect(await codeOf(body({}), true)).toBe('3041')
  })

  it('begins with the path: a request for an icon gets 404, and its signature counts as missing', async () => {
    await exchange(`${bench.ready.platform}/favicon.ico`, { method: 'GET' })
    const { items } = await bench.call('exchanges.list', { query: 'path:/favicon.ico', limit: 1 })
    expect(items[0]).toMatchObject({ status: 404, signatureState: 'missing' })
  })
})

describe('the record of refused requests', () => {
  it('names the code, the field and the section of the contract, and keeps the response', async () => {
    const response = await sendSigned(
      bench,
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
    expect(reply).toMatchObject({ status: 400, body: response.text })
  })

  it('marks repeated keys', async () => {
    const body = JSON.stringify(signed({ general: aGeneral('known') }, PROJECT.secret))
    await sendUnsigned(
      bench,
      '/v2/payment/status',
      body.replace('{"general"', '{"twice":1,"twice":1,"general"'),
    )
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    expect(items[0]?.note).toContain('twice')
  })
})
