import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS, withValue } from './testing/endpoints'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { EXTENDED_STATUS_SHAPE } from './testing/mission-shapes'
import { aGeneral, aSale, summaryOf } from './testing/requests'
import { shapeOf } from './testing/shape'
import { isSigned, signatureFor, signed, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { exchange } from './testing/wire-client'

const { bench, shop } = useFlowBench({ per: 'file' })

const ack = (paymentId: string) => ({
  status: 'success',
  request_id: expect.stringMatching(/^[0-9a-f]{40}-[0-9a-f]{40}-00009041$/),
  project_id: PROJECT.id,
  payment_id: paymentId,
})
const post = (path: string, body: JsonRecord | string, headers: Record<string, string> = {}) =>
  exchange(`${bench.ready.platform}${path}`, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  })

describe('an accepted request', () => {
  it('is acknowledged with four fields and no signature, at every asynchronous endpoint', async () => {
    const responses = [
      await shop.sale('sale'),
      await shop.auth('hold'),
      await shop.auth('held'),
      await bench.settle().then(() => shop.followUp('capture', 'hold')),
      await shop.followUp('cancel', 'held'),
      await shop.followUp('refund', 'sale', { description: 'Back' }),
    ]
    const ids = ['sale', 'hold', 'held', 'hold', 'held', 'sale']
    expect(responses.map(({ status, json }) => [status, json])).toEqual(ids.map((id) => [200, ack(id)]))
    const requestIds = responses.map(({ json }) => json['request_id'])
    expect(new Set(requestIds).size).toBe(responses.length)
    expect(responses[0]?.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it.each(['', 'Application/JSON;charset="UTF-8"'])('may have the content type “%s”', async (type) => {
    const body = signed({ general: aGeneral('whoever') }, PROJECT.secret)
    const response = await post('/v2/payment/status', body, type === '' ? {} : { 'Content-Type': type })
    expect([response.status, response.json['code']]).toEqual([200, '3061'])
  })
})

describe('TLS', () => {
  it('works at every endpoint, and the recorded exchange says that it was used', async () => {
    const { caPem } = await bench.call('bench.info', {})
    const base = { url: bench.ready.platformTls, ca: caPem ?? '' }
    for (const { path, valid } of ENDPOINTS) {
      const response = await bench.post(path, valid(`tls-${path}`), base)
      expect([200, 400], path).toContain(response.status)
      if (response.status === 400) expect(['3061', '3181']).toContain(readUnionError(response).code)
    }
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    expect(items[0]).toMatchObject({ secure: true, tlsVersion: 'TLSv1.3' })
    const sale = await bench.post('/v2/payment/card/sale', aSale('tls'), base)
    expect([sale.status, sale.json]).toEqual([200, ack('tls')])
  })
})

interface Sender {
  readonly projectId: number
  readonly secret: string
}

describe('a status request', () => {
  it('shows an ended payment with the fields of the table, signed', async () => {
    await shop.sold('shown', { payment: { amount: 1, currency: 'KWD', description: 'Tea' } })
    const response = await shop.status('SHOWN')
    expect(response.status).toBe(200)
    expect(shapeOf(response.json)).toEqual(EXTENDED_STATUS_SHAPE)
    expect(response.json).toMatchObject({
      payment: { id: 'shown', status: 'success', result_code: '0', result_message: 'Success' },
      sum_real: { amount: 1, currency: 'KWD' },
      customer: { id: 'buyer-5' },
      description: 'Tea',
      operations: [
        { type: 'sale', status: 'success', code: '0', processing_time: '2030-04-09T10:00:00+0000' },
      ],
    })
    expect(isSigned(response.text, PROJECT.secret)).toBe(true)
  })

  it('gets 200 with code 3061 and no payment if there is none', async () => {
    const response = await shop.status('nobody')
    expect([response.status, response.json]).toEqual([
      200,
      {
        status: 'error',
        code: '3061',
        message: 'Transaction not found',
        project_id: PROJECT.id,
        signature: expect.any(String),
      },
    ])
    expect(isSigned(response.text, PROJECT.secret)).toBe(true)
  })

  it('does not find payments of another project', async () => {
    const other = await bench.call('projects.create', {})
    await shop.sale('mine')
    const general = { project_id: other.projectId, payment_id: 'mine' }
    const response = await post('/v2/payment/status', signed({ general }, other.secret))
    expect(response.json).toMatchObject({ code: '3061', project_id: other.projectId })
    expect(isSigned(response.text, other.secret)).toBe(true)
    // In that project the same id is free.
    const sale = await post(
      '/v2/payment/card/sale',
      signed(
        withValue(aSale('MINE'), 'general.project_id', other.projectId) as ReturnType<typeof aSale>,
        other.secret,
      ),
    )
    expect(sale.status).toBe(200)
  })

  it.each([
    ['merchant', 200],
    ['terminal', 200],
    ['elsewhere', 400],
  ])('with the destination %s gets %i', async (destination, status) => {
    const response = await bench.post('/v2/payment/status', { general: aGeneral('nobody'), destination })
    expect(response.status).toBe(status)
  })

  it('by request id gets the payment in another layout, signed inside general', async () => {
    const sale = await shop.sold('by-request')
    const refund = await shop.followUp('refund', 'by-request', { description: 'Back', amount: 650 })
    await bench.settle()
    const ask = (requestId: unknown, project: Sender = { projectId: PROJECT.id, secret: PROJECT.secret }) => {
      const unsigned = { project_id: project.projectId, request_id: requestId }
      const signature = signatureFor(unsigned, project.secret)
      return post('/v2/payment/status/request', { ...unsigned, signature })
    }
    const response = await ask(sale.json['request_id'])
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({
      general: { project_id: PROJECT.id, payment_id: 'by-request' },
      status: 'partially reversed',
      request_id: sale.json['request_id'],
      sum_refund: { amount: 650, currency: 'EUR' },
      operations: [
        { type: 'sale' },
        { type: 'reversal', status: 'success', sum: { amount: 650, currency: 'EUR' } },
      ],
    })
    expect(isSigned(response.text, PROJECT.secret)).toBe(true)
    expect((await ask(refund.json['request_id'])).json['request_id']).toBe(refund.json['request_id'])
    const otherProject = await bench.call('projects.create', {})
    expect((await ask(sale.json['request_id'], otherProject)).status).toBe(404)
  })
})

describe('card data', () => {
  it('is kept nowhere: not in the stored exchange, not in lists, not in any file of the data folder', async () => {
    const pan = '4556737586899855'
    const cvv = '8071'
    await shop.sale('secret-card', { card: { pan, year: 2033, month: 7, cvv, card_holder: 'NORA VALE' } })
    await post(`/v2/payment/card/sale?pan=${pan}`, `{"card":{"pan":"${pan}","cvv":"${cvv}"`, {
      'X-Card': pan,
    })
    await bench.settle()
    const { items } = await bench.call('exchanges.list', { limit: 2 })
    const details = await Promise.all(items.map(({ id }) => bench.call('exchanges.get', { id })))
    for (const detail of details) {
      expect(JSON.stringify(detail)).not.toContain(pan)
      expect(Buffer.from(detail.bodyBase64, 'base64').toString()).not.toContain(cvv)
      expect(detail.masked.map(({ kind }) => kind).sort()).toEqual(['cvv', 'pan'])
    }
    expect(details[1]?.body).toContain('455673******9855')
    const payment = await bench.call('payments.get', { key: (await summaryOf(bench, 'secret-card')).key })
    expect(payment.account?.number).toBe('455673******9855')
    const files = readdirSync(bench.dataDir, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    expect(files.map(({ name }) => name)).toContain('lock.db')
    for (const file of files) {
      expect(readFileSync(join(file.parentPath, file.name)).includes(pan), file.name).toBe(false)
    }
  })
})
