import { describe, expect, it, onTestFinished } from 'vitest'
import { at, openFlowBench, PROJECT } from './testing/flow-bench'
import { RESULT_SHAPE, statusResponseShape, statusCallbackShape } from './testing/mission-shapes'
import {
  aGeneral,
  AVS,
  AVS_ANSWER,
  callbackOf,
  CARDS,
  merchantOf,
  MINUTE,
  summaryOf,
} from './testing/requests'
import { shapeOf } from './testing/shape'
import { isSigned } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

const ACK = {
  status: 'success',
  request_id: expect.stringMatching(/^[0-9a-f]{40}-[0-9a-f]{40}-00009041$/),
  project_id: PROJECT.id,
  payment_id: 'Shop-2030',
}

const { bench, merchant, shop } = useMerchantBench({ per: 'test', path: '/callbacks' })

describe('the clarification of a payment, from its sale to its result', () => {
  it('requests data, extends the wait, accepts half, then the rest, and reports success, with the bodies that the contract specifies', async () => {
    await bench.switches({ statusFields: 'mission' })
    const sale = await shop.sale('Shop-2030', { pan: CARDS.avs })
    expect([sale.status, sale.json]).toEqual([200, ACK])
    await bench.settle()
    expect(merchant.received).toHaveLength(1)
    expect(shapeOf(merchant.received[0]?.json)).toEqual(statusCallbackShape('avs_data'))
    expect(merchant.received[0]?.json).toMatchObject({
      status: 'awaiting clarification',
      clarification_fields: AVS,
      request_id: sale.json['request_id'],
      project_id: PROJECT.id,
      payment: { id: 'Shop-2030', method: 'card', date: '2030-04-09T10:00:00+0000', result_code: '9999' },
      account: { number: '400000******7006', type: 'visa', expiry_month: '07', expiry_year: '2033' },
      operations: [{ type: 'sale', status: 'awaiting clarification', code: '9999', processing_time: null }],
    })
    expect((await summaryOf(bench, 'Shop-2030')).clarification?.expiresAt).toBe(at(30 * MINUTE))

    await bench.advance(12 * MINUTE)
    const empty = await shop.clarify('Shop-2030', {})
    expect(empty.status).toBe(200)
    expect(shapeOf(empty.json)).toEqual(statusResponseShape('open', 'avs_data'))
    expect(empty.json).toMatchObject({
      payment: { status: 'awaiting clarification' },
      clarification_fields: AVS,
    })
    expect((await summaryOf(bench, 'Shop-2030')).clarification?.expiresAt).toBe(at(42 * MINUTE))

    await bench.advance(18 * MINUTE)
    const half = await shop.clarify('Shop-2030', { avs_data: { avs_post_code: 'H91 AB12' } })
    expect(half.json['clarification_fields']).toEqual({ avs_data: ['avs_street_address'] })
    expect((await summaryOf(bench, 'Shop-2030')).clarification?.expiresAt).toBe(at(60 * MINUTE))
    const status = await shop.status('Shop-2030')
    expect(shapeOf(status.json)).toEqual(statusResponseShape('open', 'avs_data'))
    expect(status.json['clarification_fields']).toEqual({ avs_data: ['avs_street_address'] })

    await bench.advance(15 * MINUTE)
    const rest = await shop.clarify('Shop-2030', { avs_data: { avs_street_address: '14 Long Walk' } })
    expect([rest.status, rest.json]).toEqual([200, ACK])
    await bench.settle()

    expect(merchant.received.map(({ json }) => json['clarification_fields'])).toEqual([
      AVS,
      AVS,
      { avs_data: ['avs_street_address'] },
      undefined,
    ])
    const result = merchant.received[3]
    expect(shapeOf(result?.json)).toEqual(RESULT_SHAPE)
    expect(result?.json).toMatchObject({
      payment: {
        id: 'Shop-2030',
        status: 'success',
        sum: { amount: 4650, currency: 'EUR' },
        type: 'purchase',
      },
      operation: {
        type: 'sale',
        status: 'success',
        code: '0',
        message: 'Success',
        created_date: '2030-04-09T10:00:00+0000',
      },
      account: { number: '400000******7006', expiry_month: '**', expiry_year: '****' },
      processingDateTime: '2030-04-09T10:45:00+0000',
    })
    const after = await shop.status('Shop-2030')
    expect(shapeOf(after.json)).toEqual(statusResponseShape('ended'))
    expect(after.json).toMatchObject({ payment: { status: 'success', result_code: '0' } })

    for (const { text } of [...merchant.received, empty, half, status, after]) {
      expect(isSigned(text, PROJECT.secret)).toBe(true)
    }
  })

  it('accepts the payment id in any letter case and returns it as it was registered', async () => {
    await shop.sale('Shop-ÄÖ-7', { pan: CARDS.avs })
    const response = await shop.clarify('sHOP-äö-7', {})
    expect(response.json).toMatchObject({ payment: { id: 'Shop-ÄÖ-7' } })
    const ack = await shop.clarify('SHOP-ÄÖ-7', AVS_ANSWER)
    expect(ack.json).toMatchObject({ status: 'success', payment_id: 'Shop-ÄÖ-7' })
    const again = await shop.sale('shop-äö-7')
    expect([again.status, again.json['code']]).toEqual([400, '3041'])
  })

  it('sends a callback only after the response to the request that caused it', async () => {
    let responded = false
    let early = false
    merchant.answerWith(() => {
      if (!responded) early = true
      return 200
    })
    await shop.sale('after', { pan: CARDS.avs })
    responded = true
    await bench.settle()
    const { items } = await bench.call('exchanges.list', {})
    const { attempts } = await callbackOf(bench, 'after')
    expect(items[0]?.status).toBe(200)
    expect(early).toBe(false)
    expect(attempts).toHaveLength(1)
  })
})

describe('the capture server', () => {
  it('shows the callback with its verdict within a second of the response', async () => {
    const live = await openFlowBench({ clock: 'live' })
    onTestFinished(() => live.close())
    await merchantOf(live).sale('captured', { pan: CARDS.avs })
    const respondedAt = Date.now()
    await live.settle()
    const { items, total } = await live.call('captures.list', {})
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      method: 'POST',
      path: '/callbacks',
      signatureState: 'valid',
      status: 200,
    })
    expect(Date.parse(items[0]?.wallReceivedAt ?? '')).toBeLessThan(respondedAt + 1000)
    const capture = await live.call('captures.get', { id: items[0]?.id ?? '' })
    expect(isSigned(capture.body ?? '', PROJECT.secret)).toBe(true)
    const sent = await live.call('callbacks.get', { id: capture.callbackId ?? '' })
    expect(sent).toMatchObject({ body: capture.body, state: 'delivered', captureId: capture.id })
    expect(sent.signature.state).toBe('valid')
    expect(capture.headers).toEqual([['Host', new URL(live.ready.merchant).host], ...sent.headers])
  })

  it('distinguishes a wrong signature, another project and a missing signature', async () => {
    const general = { ...aGeneral('x'), signature: 'AAAA' }
    const cases = [
      [{ project_id: PROJECT.id, payment: { id: 'x' }, signature: 'AAAA' }, 'invalid'],
      [{ general }, 'invalid'],
      [{ project_id: PROJECT.id, payment: { id: 'x' } }, 'missing'],
      [{ project_id: PROJECT.id, signature: '' }, 'empty'],
      [{ project_id: 77, signature: 'AAAA' }, 'unknown_project'],
    ] as const
    for (const [body, state] of cases) {
      const sent = await fetch(`${bench.ready.merchant}/hook`, { method: 'PUT', body: JSON.stringify(body) })
      expect(sent.status).toBe(200)
      const { items } = await bench.call('captures.list', { limit: 1 })
      expect(items[0]).toMatchObject({ method: 'PUT', path: '/hook', signatureState: state })
    }
    await fetch(`${bench.ready.merchant}/hook`, { method: 'POST', body: 'no JSON' })
    const { items } = await bench.call('captures.list', { limit: 1 })
    expect(items[0]?.signatureState).toBe('unreadable')
  })
})
