import { beforeAll, describe, expect, it } from 'vitest'
import { withValue } from './testing/endpoints'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { aSale } from './testing/requests'
import { sendSigned, sendUnsigned } from './testing/refusal-client'
import { signatureFor, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'

const { bench, shop } = useFlowBench({ per: 'file' })
beforeAll(async () => {
  await shop.sale('known')
})

describe('a sale', () => {
  it('may omit the card code of a mail order', async () => {
    const request = withValue(withValue(aSale('moto'), 'card.cvv', undefined), 'payment.moto_type', 1)
    expect((await sendSigned(bench, '/v2/payment/card/sale', request)).status).toBe(200)
  })

  it('accepts a card in the month in which it expires', async () => {
    const request = withValue(withValue(aSale('month'), 'card.year', 2030), 'card.month', 4)
    expect((await sendSigned(bench, '/v2/payment/card/sale', request)).status).toBe(200)
  })

  it('leaves no payment behind when it is refused', async () => {
    await sendSigned(bench, '/v2/payment/card/sale', withValue(aSale('never'), 'payment.currency', 'x'))
    expect((await bench.call('payments.list', { query: 'id="never"' })).total).toBe(0)
    expect((await shop.sale('never')).status).toBe(200)
  })
})

describe('a request for a payment', () => {
  it('by its request id has its own fields and its own place for the signature', async () => {
    const path = '/v2/payment/status/request'
    const request = (change: JsonRecord) => {
      const unsigned = { project_id: PROJECT.id, request_id: 'nothing', ...change }
      return sendUnsigned(
        bench,
        path,
        JSON.stringify({ signature: signatureFor(unsigned, PROJECT.secret), ...unsigned }),
      )
    }
    const lines = readUnionError(await sendUnsigned(bench, path, '{}')).errors
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
