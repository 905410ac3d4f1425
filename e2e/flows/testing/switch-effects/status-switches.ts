import { expect } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import { PROJECT } from '#e2e/flows/testing/flow-bench'
import {
  EXTENDED_STATUS_SHAPE,
  RESULT_SHAPE,
  statusResponseShape,
  statusCallbackShape,
} from '#e2e/flows/testing/mission-shapes'
import { AVS_ANSWER, CARDS, summaryOf } from '#e2e/flows/testing/requests'
import { shapeOf } from '#e2e/flows/testing/shape'
import { isSigned } from '#e2e/flows/testing/signer'
import type { MerchantBench } from '#e2e/flows/testing/merchant-bench'

/** The effects of switches on the status object. */
export function statusSwitches({ bench, merchant, shop }: MerchantBench) {
  const statusOf = async (paymentId: string) => (await summaryOf(bench, paymentId)).status
  return {
    async statusInPayment() {
      await bench.switches({ statusInPayment: true })
      await shop.sold('status', { pan: CARDS.avs })
      const [callback] = merchant.received
      expect(shapeOf(callback?.json)).toEqual({
        ...statusCallbackShape('avs_data'),
        'payment.status': 'string',
      })
      expect(callback?.json).toMatchObject({
        status: 'awaiting clarification',
        payment: { status: 'awaiting clarification' },
      })
      expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    },

    async statusFields() {
      await shop.sold('fields')
      expect(shapeOf((await shop.status('fields')).json)).toEqual(EXTENDED_STATUS_SHAPE)
      await bench.switches({ statusFields: 'mission' })
      expect(shapeOf((await shop.status('fields')).json)).toEqual(statusResponseShape('ended'))
      expect(shapeOf(merchant.received[0]?.json)).toEqual(RESULT_SHAPE)
    },

    async publicFields() {
      const bodies = async (publicFields: ProjectSwitches['publicFields']) => {
        await bench.switches({
          publicFields,
          statusFields: 'mission',
          outcome: { mode: 'clarify', fields: { customer: ['email'] } },
        })
        const id = `fields-${publicFields}`
        await shop.sale(id, AVS_ANSWER)
        const response = await shop.clarify(id, { customer: { email: 'wrong' } })
        await shop.clarify(id, { customer: { email: 'nora@vale.test' } })
        await bench.settle()
        return { response: shapeOf(response.json), result: shapeOf(merchant.received.at(-1)?.json) }
      }
      const mission = { response: statusResponseShape('open', 'customer'), result: RESULT_SHAPE }
      expect(await bodies('mission_only')).toEqual(mission)
      const informative = await bodies('informative')
      expect(informative.response).toMatchObject({ 'errors[].code': 'integer', 'errors[].field': 'string' })
      expect(informative.result).toEqual(mission.result)
      expect((await bodies('all')).result).toEqual({ ...RESULT_SHAPE, avs_result: 'string' })
    },

    async statusDetails() {
      await shop.sale('hidden')
      await bench.switches({ statusDetails: 'unavailable' })
      const response = await shop.status('hidden')
      expect([response.status, response.json]).toMatchObject([200, { status: 'error', code: '3062' }])
      expect(response.json).not.toHaveProperty('payment')
      expect(isSigned(response.text, PROJECT.secret)).toBe(true)
    },

    async statusSignature() {
      await shop.sold('believed')
      await bench.switches({ statusSignature: 'wrong' })
      const wrong = await shop.status('believed')
      expect([wrong.status, wrong.json]).toMatchObject([200, { payment: { status: 'success' } }])
      expect(wrong.json).toHaveProperty('signature')
      expect(isSigned(wrong.text, PROJECT.secret)).toBe(false)
      await bench.switches({ statusSignature: 'missing' })
      const missing = await shop.status('believed')
      expect(missing.json).toMatchObject({ payment: { status: 'success' } })
      expect(missing.json).not.toHaveProperty('signature')
    },

    async cancelSpelling() {
      await bench.switches({ cancelSpelling: 'cancelled' })
      await shop.held('spelling')
      await shop.followUp('cancel', 'spelling')
      await bench.settle()
      expect(merchant.received.at(-1)?.json).toMatchObject({ payment: { status: 'cancelled' } })
      const response = await shop.status('spelling')
      expect(response.json).toMatchObject({ payment: { status: 'cancelled' } })
      // The window and its lists know only one spelling.
      expect(await statusOf('spelling')).toBe('canceled')
      const { items } = await bench.call('callbacks.templates', {})
      expect(items.find(({ id }) => id === 'cancel')?.body).toContain('"status":"cancelled"')
    },

    async reversalRule() {
      const refundPart = async (id: string) => {
        await shop.sold(id)
        await shop.followUp('refund', id, { description: 'Back', amount: 650 })
        await bench.settle()
        return merchant.received.at(-1)?.json
      }
      expect(await refundPart('by-day')).toMatchObject({
        payment: { status: 'partially reversed', sum: { amount: 4000 } },
        operation: { type: 'reversal', sum_initial: { amount: 650 } },
      })
      await bench.switches({ reversalRule: 'amount' })
      expect(await refundPart('by-amount')).toMatchObject({
        payment: { status: 'partially refunded', sum: { amount: 4000 } },
        operation: { type: 'refund' },
      })
    },
  } satisfies Partial<Record<keyof ProjectSwitches, () => Promise<void>>>
}
