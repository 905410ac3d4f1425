import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { saveFaults } from './testing/fault-rules'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { callbacksOf, merchantOf } from './testing/requests'
import { exportSession, importSession } from './testing/session-client'
import { signatureFor, textToSign } from './testing/signer'
import { exchange } from './testing/wire-client'

const { bench } = useFlowBench({ per: 'file' })

const BODY = {
  general: { project_id: PROJECT.id, payment_id: 'Shop/β-17' },
  notes: Array.from({ length: 11 }, (_, index) => `n${index}`),
  is_new: true,
}
const hmacOf = (text: string): string => createHmac('sha512', PROJECT.secret).update(text).digest('base64')
const withSignature = (signature: string): string =>
  JSON.stringify({ ...BODY, general: { ...BODY.general, signature } })
const signatureOfWords = (): string => hmacOf(textToSign(BODY).replace('is_new:1', 'is_new:true'))

describe('signature.explain', () => {
  it('names the mistake in a pasted body, the line and the fix', async () => {
    const explained = await bench.call('signature.explain', { body: withSignature(signatureOfWords()) })
    expect(explained).toMatchObject({
      verdict: { state: 'invalid', place: 'general.signature' },
      source: { kind: 'json', surface: 'api', projectId: PROJECT.id },
      diagnosis: {
        state: 'explained',
        message: 'Booleans were signed as true and false.',
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

  it('explains what Paybench received, and reports amounts in major units separately', async () => {
    const body = { ...BODY, payment: { amount: '10.00', currency: 'EUR' } }
    const signature = hmacOf(`${textToSign(body)};`)
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

  it('explains the body of a single attempt if a rule changed it', async () => {
    await saveFaults(bench, { kind: 'changeField', path: 'payment.sum.amount', value: '1', signing: 'keep' })
    const { key } = await bench.call('payments.create', {
      amount: 200,
      currency: 'EUR',
      paymentId: 'changed',
    })
    await bench.call('payments.complete', { key, outcome: 'success' })
    await bench.settle()
    const callbackId = (await bench.call('callbacks.list', { limit: 1 })).items[0]?.id ?? ''
    const line = ({ lines }: { readonly lines: readonly { readonly line: string }[] }) =>
      lines.find(({ line }) => line.startsWith('payment:sum:amount:'))?.line
    const made = await bench.call('signature.explain', { callbackId })
    const sent = await bench.call('signature.explain', { callbackId, attempt: 0 })
    expect([line(made), made.verdict.state]).toEqual(['payment:sum:amount:200', 'valid'])
    expect([line(sent), sent.verdict.state]).toEqual(['payment:sum:amount:1', 'invalid'])
    expect(sent.received).toBe(made.received)
    expect([made.remarks, sent.remarks]).toEqual([
      [],
      [expect.stringMatching(/^Rule .* keeps the old signature/)],
    ])
    expect(await bench.refused('signature.explain', { callbackId, attempt: 99 })).toBe('not_found')
    expect(await bench.refused('signature.explain', { body: '{}', attempt: 0 })).toBe(
      'invalid_params attempt',
    )
  })

  it('warns of semicolons in a JSON request, on the exchange and in the explanation', async () => {
    const body = { ...BODY, customer: { street: 'Mill Lane; rear' } }
    const signature = signatureFor(body, PROJECT.secret)
    await exchange(`${bench.ready.platform}/v2/payment/status`, {
      body: JSON.stringify({ ...body, general: { ...body.general, signature } }),
    })
    const [newest] = (await bench.call('exchanges.list', { limit: 1 })).items
    const warning = 'There is a semicolon in customer.street.'
    expect(newest).toMatchObject({ signatureState: 'valid', note: expect.stringContaining(warning) })
    expect(await bench.call('signature.explain', { exchangeId: newest?.id ?? '' })).toMatchObject({
      verdict: { state: 'valid' },
      remarks: [expect.stringContaining(warning)],
    })
  })

  it.each([
    ['invalid_params', {}],
    ['invalid_params', { body: '{}', callbackId: 'x' }],
    ['not_found', { callbackId: 'nothing' }],
    ['not_found', { captureId: 'nothing' }],
    ['not_found', { exchangeId: 'nothing' }],
  ])('requires exactly one message that exists: %s for %j', async (code, params) => {
    expect(await bench.refusal('signature.explain', params)).toMatchObject({ code })
  })
})

describe('a message that can no longer be checked', () => {
  it('keeps the verdict on the original if card data was masked', async () => {
    const merchant = merchantOf(bench)
    await merchant.sale('masked-right')
    await bench.settle()
    const [exchange] = (await bench.call('traffic.list', { query: 'payment:masked-right source:api' })).items
    const explained = await bench.call('signature.explain', { exchangeId: exchange?.id ?? '' })
    expect(explained).toMatchObject({
      verdict: { state: 'valid' },
      expected: '',
      dialects: [],
      diagnosis: { state: 'skipped', message: expect.stringContaining('Card data was masked') },
    })
  })

  it('is neither right nor wrong in a session without secrets, until a secret is given', async () => {
    const [callback] = await callbacksOf(bench, 'masked-right')
    const id = callback?.id ?? ''
    const { bytes } = await exportSession(bench, { includeSecrets: false })
    const session = await importSession(bench, bytes)
    await bench.call('sessions.open', { id: session.id, mode: 'readOnly' })
    const without = await bench.call('signature.explain', { callbackId: id })
    expect(without).toMatchObject({
      verdict: { state: 'unreadable' },
      expected: '',
      dialects: [],
      diagnosis: { state: 'skipped', message: expect.stringContaining('does not contain') },
    })
    const given = await bench.call('signature.explain', { callbackId: id, secret: PROJECT.secret })
    expect(given).toMatchObject({ verdict: { state: 'valid' }, diagnosis: { state: 'right' } })
    await bench.call('sessions.close', {})
  })
})
