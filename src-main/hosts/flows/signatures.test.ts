import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFlowBench, PROJECT, type FlowBench } from './testing/flow-bench'
import { signatureFor, textToSign } from './testing/signer'
import { exchange } from './testing/wire-client'

let bench: FlowBench

beforeAll(async () => {
  bench = await openFlowBench()
})
afterAll(() => bench.close())

const BODY = {
  general: { project_id: PROJECT.id, payment_id: 'Shop/β-17' },
  notes: Array.from({ length: 11 }, (_, index) => `n${index}`),
  is_new: true,
}
const signed = (text: string): string => createHmac('sha512', PROJECT.secret).update(text).digest('base64')
const withSignature = (signature: string): string =>
  JSON.stringify({ ...BODY, general: { ...BODY.general, signature } })
const wordy = (): string => signed(textToSign(BODY).replace('is_new:1', 'is_new:true'))

describe('signature.explain', () => {
  it('names the mistake, the line and the fix of a pasted body', async () => {
    const explained = await bench.call('signature.explain', { body: withSignature(wordy()) })
    expect(explained).toMatchObject({
      verdict: { state: 'invalid', place: 'general.signature' },
      source: { kind: 'json', surface: 'api', projectId: PROJECT.id },
      diagnosis: {
        state: 'explained',
        says: 'Booleans were signed as true and false.',
        fix: 'Sign 1 for true and 0 for false.',
        explanations: [
          {
            mistakes: [{ id: 'booleanWords' }],
            canonical: textToSign(BODY).replace('is_new:1', 'is_new:true'),
            difference: { ours: 'is_new:1', theirs: 'is_new:true' },
          },
        ],
      },
    })
  })

  it('tells dialects apart by their first line that differs', async () => {
    const { dialects } = await bench.call('signature.explain', { body: withSignature('x') })
    const byId = new Map(dialects.map((dialect) => [dialect.dialect, dialect]))
    expect(byId.get('REF')?.differsAt).toBeUndefined()
    expect(byId.get('PY')?.differsAt).toBe(6)
  })

  it('says that a right signature is right, and that an unknown mistake is unknown', async () => {
    const right = await bench.call('signature.explain', {
      body: withSignature(signatureFor(BODY, PROJECT.secret)),
    })
    expect(right.diagnosis).toMatchObject({ state: 'right', explanations: [] })
    const unknown = await bench.call('signature.explain', { body: withSignature(`${'A'.repeat(86)}==`) })
    expect(unknown.diagnosis).toMatchObject({ state: 'unexplained', complete: true })
  })

  it('reads whole requests and addresses', async () => {
    const body = withSignature(wordy())
    const request = `POST /v2/payment/status HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`
    expect(await bench.call('signature.explain', { body: request })).toMatchObject({
      source: { kind: 'json', surface: 'api' },
      diagnosis: { state: 'explained' },
    })
    const parameters = { project_id: String(PROJECT.id), payment_id: 'a b' }
    const signature = signatureFor(parameters, PROJECT.secret)
    const query = new URLSearchParams({ ...parameters, signature }).toString()
    expect(
      await bench.call('signature.explain', { body: `https://shop.test/payment?${query}` }),
    ).toMatchObject({ source: { kind: 'query', surface: 'form' }, verdict: { state: 'valid' } })
  })

  it('explains what the bench received, and tells amounts in major units apart', async () => {
    const body = { ...BODY, payment: { amount: '10.00', currency: 'EUR' } }
    const signature = signed(`${textToSign(body)};`)
    await exchange(`${bench.ready.platform}/v2/payment/status`, {
      body: JSON.stringify({ ...body, general: { ...body.general, signature } }),
    })
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    const explained = await bench.call('signature.explain', { exchangeId: items[0]?.id ?? '' })
    expect(explained).toMatchObject({
      source: { kind: 'json', surface: 'api', projectId: PROJECT.id },
      diagnosis: { state: 'explained', explanations: [{ mistakes: [{ id: 'trailingSemicolon' }] }] },
      remarks: [expect.stringContaining('payment.amount is 10.00')],
    })
  })

  it('explains what the bench sent', async () => {
    const { key } = await bench.call('payments.create', { amount: 100, currency: 'EUR', paymentId: 'sent' })
    await bench.call('payments.complete', { key, outcome: 'success' })
    await bench.settle()
    const { items } = await bench.call('callbacks.list', { limit: 1 })
    const explained = await bench.call('signature.explain', { callbackId: items[0]?.id ?? '' })
    expect(explained).toMatchObject({
      source: { surface: 'callback', projectId: PROJECT.id },
      verdict: { state: 'valid' },
      diagnosis: { state: 'right' },
    })
  })

  it.each([{}, { body: '{}', callbackId: 'x' }])('wants exactly one message: %j', async (params) => {
    expect(await bench.refusal('signature.explain', params)).toMatchObject({
      code: 'invalid_params',
      issues: [{ field: 'body' }],
    })
  })

  it.each(['callbackId', 'captureId', 'exchangeId'])('says that there is no such %s', async (field) => {
    expect(await bench.refusal('signature.explain', { [field]: 'nothing' })).toMatchObject({
      code: 'not_found',
    })
  })
})
