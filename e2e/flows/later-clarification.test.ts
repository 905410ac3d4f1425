import { describe, expect, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { RESULT_SHAPE } from './testing/mission-shapes'
import { AVS, AVS_ANSWER, summaryOf } from './testing/requests'
import { shapeOf } from './testing/shape'
import { isSigned } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop, restart } = useMerchantBench({ per: 'file' })

const last = () => merchant.received.at(-1)

describe('a capture, cancel or refund that awaits clarification (contract 6.16, 12 row 21)', () => {
  it('is approved after the tester requested data and the merchant answered by API, here for a refund', async () => {
    const id = 'asked'
    await shop.sold(id)
    const { key } = await summaryOf(bench, id)
    await bench.call('payments.refund', { key, outcome: 'hold' })
    const held = await bench.call('payments.get', { key })
    expect(held).toMatchObject({ status: 'success', actions: ['requestClarification', 'approve', 'decline'] })

    const preview = await bench.call('payments.previewClarification', { key, fields: AVS })
    const asked = await bench.call('payments.requestClarification', { key, fields: AVS })
    expect(asked).toMatchObject({ status: 'awaiting clarification', clarification: { requested: AVS } })
    await bench.settle()
    expect(last()?.text).toBe(preview.body)
    expect(isSigned(preview.body, PROJECT.secret)).toBe(true)
    expect(last()?.json).toMatchObject({
      status: 'awaiting clarification',
      clarification_fields: AVS,
      payment: { id, result_code: '9999' },
      sum_real: { amount: 4650 },
      operations: [
        { type: 'sale', status: 'success' },
        { status: 'awaiting clarification', code: '9999' },
      ],
    })
    expect((await shop.status(id)).json).toMatchObject({
      clarification_fields: AVS,
      payment: { status: 'awaiting clarification' },
    })
    expect((await bench.call('payments.get', { key })).actions).toEqual([
      'answerClarification',
      'expireClarification',
      'approve',
      'decline',
    ])

    const part = await shop.clarify(id, { avs_data: { avs_post_code: 'H91' } })
    expect(part.json['clarification_fields']).toEqual({ avs_data: ['avs_street_address'] })
    await restart()
    expect((await shop.clarify(id, AVS_ANSWER)).json).toMatchObject({ status: 'success', payment_id: id })
    expect((await shop.status(id)).json).toMatchObject({ payment: { status: 'success', result_code: '0' } })
    await bench.call('payments.complete', { key, outcome: 'success' })
    await bench.settle()
    expect(shapeOf(last()?.json)).toEqual(RESULT_SHAPE)
    expect(last()?.json).toMatchObject({
      payment: { id, status: 'reversed' },
      operation: { status: 'success' },
    })
    const { timeline } = await bench.call('payments.get', { key })
    expect(timeline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['2 fields requested', 'Data complete, processing continues']),
    )
  })

  it('leaves the customer’s page at its result, and accepts no answer from it', async () => {
    const form = await openForm(bench, anOpening('on-the-form'))
    expect((await form.pay()).view).toBe('result')
    const { key } = await summaryOf(bench, 'on-the-form')
    await bench.call('payments.refund', { key, outcome: 'hold' })
    await bench.call('payments.requestClarification', { key, fields: AVS })
    expect((await form.poll()).view).toBe('result')
    await form.send('clarification', { fields: { 'avs_data.avs_post_code': 'H91' } })
    expect(form.shown.view).toBe('result')
    expect(form.messages).not.toContain('show_clarification_page')
    expect((await summaryOf(bench, 'on-the-form')).clarification?.remaining).toEqual(AVS)
    const again = await openForm(bench, anOpening('on-the-form'))
    expect(again.shown.view).toBe('result')
  })
})
