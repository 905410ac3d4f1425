import { describe, expect, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { aGeneral, CARDS } from './testing/requests'
import { isSigned, signatureFor, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { exchange } from './testing/wire-client'

const { bench, shop, restart } = useFlowBench({ per: 'test' })

/** Requests the status by a request id (contract 5.4). */
const ask = (
  requestId: string | null,
  project: { readonly projectId: number; readonly secret: string } = { ...PROJECT, projectId: PROJECT.id },
) => {
  const { projectId, secret } = project
  const unsigned = { project_id: projectId, request_id: requestId ?? '' }
  return exchange(`${bench.ready.platform}/v2/payment/status/request`, {
    body: JSON.stringify({ ...unsigned, signature: signatureFor(unsigned, secret) }),
  })
}
const card = { pan: '4000000000000078', year: 2033, month: 7, cvv: '123', card_holder: 'NORA VALE' }

describe('a request that was refused (contract 12 row 20)', () => {
  it('has an id by which its sender can learn the reason, even after a restart', async () => {
    const refused = readUnionError(await shop.sale('Refused-1', { card }))
    expect(refused.requestId).toMatch(/-00009041$/)
    const known: JsonRecord = {
      general: { project_id: PROJECT.id, payment_id: 'Refused-1' },
      status: 'error',
      request_id: refused.requestId,
      payment: { id: 'Refused-1', result_code: '10102', result_message: 'Incorrect data entered' },
      operations: [],
      errors: [{ code: 10102, field: 'card.pan', constraint: 'format' }],
    }
    const response = await ask(refused.requestId)
    expect([response.status, response.json]).toMatchObject([200, known])
    expect(isSigned(response.text, PROJECT.secret)).toBe(true)
    await restart()
    expect((await ask(refused.requestId)).json).toMatchObject(known)
  })

  it.each([
    ['a wrong signature', { general: { ...aGeneral('named'), signature: 'x' } }, '3261'],
    ['a missing field', { general: aGeneral('named'), card: undefined }, '2004'],
  ])('has an id even if the reason is %s', async (_, change, code) => {
    const body = {
      payment: { amount: 1, currency: 'EUR' },
      customer: { id: 'c', ip_address: '::1' },
      card,
      ...change,
    }
    const refused = readUnionError(
      await exchange(`${bench.ready.platform}/v2/payment/card/sale`, {
        body: JSON.stringify({ ...body, general: { signature: 'x', ...body.general } }),
      }),
    )
    expect(refused.code).toBe(code)
    expect((await ask(refused.requestId)).json).toMatchObject({
      status: 'error',
      payment: { result_code: code },
    })
  })

  it('has a status response with the payment that it named and the errors', async () => {
    await shop.sold('there')
    const refused = readUnionError(await shop.followUp('refund', 'there', { description: 'x', amount: 5000 }))
    expect((await ask(refused.requestId)).json).toMatchObject({
      status: 'success',
      request_id: refused.requestId,
      errors: [{ code: 3283, field: 'payment.amount' }],
    })
  })

  it('stays refused after another request has registered its payment', async () => {
    const refused = readUnionError(await shop.sale('again', { card }))
    await shop.sold('again')
    expect((await ask(refused.requestId)).json).toMatchObject({ status: 'error' })
  })

  it.each([
    ['it names no payment', { general: { project_id: PROJECT.id } }],
    ['it names a payment with an invalid id', { general: aGeneral(' x') }],
    ['it names a project that does not exist', { general: { ...aGeneral('x'), project_id: 77 } }],
  ])('has no id if %s', async (_, body) => {
    const response = await bench.post('/v2/payment/card/sale', body)
    expect(readUnionError(response).requestId).toBeNull()
  })

  it('is known only in its project, and only by its complete id', async () => {
    const { requestId } = readUnionError(await shop.sale('mine', { card }))
    const otherProject = await bench.call('projects.create', {})
    expect((await ask(requestId, otherProject)).status).toBe(404)
    const other = `${String(requestId).slice(0, 20)}${'0'.repeat(20)}${String(requestId).slice(40)}`
    expect((await ask(other)).status).toBe(404)
    expect((await ask('nonsense')).status).toBe(404)
  })
})

describe('a status response by request id', () => {
  it('names the page of the issuer while the customer has to go there (contract 12 row 4)', async () => {
    const returning = { acs_return_url: { return_url: 'https://shop.test/back' } }
    const { json } = await shop.sale('challenged', { pan: CARDS.challenge, ...returning })
    await bench.settle()
    expect((await ask(String(json['request_id']))).json).toMatchObject({
      status: 'awaiting 3ds result',
      acs: {
        pa_req: expect.stringMatching(/./),
        md: expect.stringMatching(/./),
        acs_url: expect.stringMatching(/^http/),
      },
    })
  })

  it('has no empty members: neither acs nor sum_refund unless there is a value (contract 12 row 4)', async () => {
    const { json } = await shop.sale('plain')
    await bench.settle()
    const first = (await ask(String(json['request_id']))).json
    expect(Object.keys(first)).not.toContain('acs')
    expect(Object.keys(first)).not.toContain('sum_refund')
    await shop.followUp('refund', 'plain', { description: 'Back', amount: 1 })
    await bench.settle()
    expect((await ask(String(json['request_id']))).json).toMatchObject({ sum_refund: { amount: 1 } })
  })
})
