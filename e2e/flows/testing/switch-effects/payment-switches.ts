import { expect } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import { aBancontactSale, aGeneral, CARDS, DAY, HOUR, MINUTE, summaryOf } from '#e2e/flows/testing/requests'
import { isSigned } from '#e2e/flows/testing/signer'
import type { MerchantBench } from '#e2e/flows/testing/merchant-bench'
import { PROJECT } from '#e2e/flows/testing/flow-bench'
import { exchange } from '#e2e/flows/testing/wire-client'

/** The effects of switches on the course of a payment. */
export function paymentSwitches({ bench, merchant, shop }: MerchantBench) {
  const statusOf = async (paymentId: string) => (await summaryOf(bench, paymentId)).status
  /** Pays by Bancontact on the provider's page, and returns the status. */
  const paidAtProvider = async (id: string, decision: string) => {
    await bench.post('/v2/payment/bancontact/sale', aBancontactSale(id))
    await bench.settle()
    const { json } = await shop.status(id)
    await exchange((json as { redirect_data: { url: string } }).redirect_data.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: decision,
    })
    await bench.settle()
    return shop.status(id)
  }
  return {
    async outcome() {
      await bench.switches({ outcome: { mode: 'hold' } })
      await shop.sale('hold', { pan: CARDS.decline })
      await bench.advance(HOUR)
      expect(await statusOf('hold')).toBe('processing')
      await bench.switches({ outcome: { mode: 'clarify', fields: { customer: ['email'] } } })
      await shop.sold('clarify', { pan: CARDS.decline })
      expect(await statusOf('clarify')).toBe('awaiting clarification')
      await shop.clarify('clarify', { customer: { email: 'nora@vale.test' } })
      await bench.settle()
      expect(await summaryOf(bench, 'clarify')).toMatchObject({ status: 'decline', resultCode: '10000' })
      await bench.switches({ outcome: { mode: 'card' } })
      await shop.sold('card', { pan: CARDS.decline })
      expect(await statusOf('card')).toBe('decline')
    },

    async processingDeadlineMs() {
      await bench.switches({ processingDeadlineMs: 10 * MINUTE })
      await shop.sale('short', { pan: CARDS.avs })
      await bench.switches({ processingDeadlineMs: DAY })
      await bench.advance(10 * MINUTE)
      expect(await summaryOf(bench, 'short')).toMatchObject({ status: 'decline', resultCode: '10602' })
    },

    async clarificationTimeoutCode() {
      await bench.switches({ clarificationTimeoutCode: '3191' })
      await shop.sale('timeout', { pan: CARDS.avs })
      await bench.advance(30 * MINUTE)
      expect((await shop.status('timeout')).json).toMatchObject({
        payment: { result_code: '3191', result_message: 'Need clarification' },
      })
    },

    async deadlineCode() {
      await bench.switches({ deadlineCode: '100', processingDeadlineMs: MINUTE })
      await shop.sale('deadline', { pan: CARDS.avs })
      await bench.advance(MINUTE)
      expect(await summaryOf(bench, 'deadline')).toMatchObject({ status: 'decline', resultCode: '100' })
    },

    async holdTimeMs() {
      await bench.switches({ holdTimeMs: 2 * HOUR })
      await shop.auth('held')
      await bench.advance(2 * HOUR - 30 * MINUTE - 1)
      expect(await statusOf('held')).toBe('awaiting capture')
      await bench.advance(1)
      expect(await statusOf('held')).toBe('canceled')
    },

    async holdEnd() {
      await bench.switches({ holdEnd: 'capture' })
      await shop.auth('held')
      await bench.advance(7 * DAY - 30 * MINUTE)
      expect(await statusOf('held')).toBe('success')
      expect(merchant.received.at(-1)?.json).toMatchObject({
        operation: { type: 'capture', status: 'success' },
      })
    },

    async followUps() {
      await bench.switches({ followUps: 'decline' })
      await shop.sold('sold')
      expect((await shop.followUp('refund', 'sold', { description: 'Back' })).status).toBe(200)
      await bench.settle()
      expect(merchant.received.at(-1)?.json).toMatchObject({
        payment: { status: 'success', sum: { amount: 4650 } },
        operation: { type: 'reversal', status: 'decline', code: '10000' },
      })
      await bench.switches({ followUps: 'hold' })
      await shop.followUp('refund', 'sold', { description: 'Back' })
      await bench.settle()
      expect((await shop.status('sold')).json).toMatchObject({
        payment: { status: 'success' },
        operations: [{}, {}, { type: 'reversal', status: 'processing', code: '9999' }],
      })
    },

    async refundTime() {
      await bench.switches({ refundTime: 'two_days' })
      await paidAtProvider('slow', 'decision=paid')
      await shop.followUp('refund', 'slow', { description: 'Back' })
      await bench.advance(2 * DAY - 1)
      expect((await shop.status('slow')).json).toMatchObject({
        payment: { status: 'success' },
        operations: [{}, { type: 'reversal', status: 'processing' }],
      })
      await bench.advance(1)
      expect(merchant.received.at(-1)?.json).toMatchObject({
        payment: { status: 'reversed' },
        operation: { type: 'reversal', status: 'success' },
      })
      await shop.sold('card')
      await shop.followUp('refund', 'card', { description: 'Back' })
      await bench.settle()
      expect(await statusOf('card')).toBe('reversed')
    },

    async customers() {
      const sell = async (id: string) => {
        await bench.post('/v2/payment/bancontact/sale', aBancontactSale(id))
        await bench.settle()
      }
      await bench.switches({ customers: { mode: 'pay', afterMs: MINUTE, percent: 80 } })
      await sell('paid')
      expect(await statusOf('paid')).toBe('awaiting redirect result')
      await bench.advance(MINUTE)
      expect((await shop.status('paid')).json).toMatchObject({
        payment: { status: 'success' },
        sum_real: { amount: 3720 },
      })
      await bench.switches({ customers: { mode: 'decline', afterMs: 0, code: '10105' } })
      await sell('declined')
      expect(merchant.received.at(-1)?.json).toMatchObject({
        payment: { id: 'declined', status: 'decline' },
        operation: { code: '10105' },
      })
      const switches = { customers: { mode: 'decline', afterMs: 0, code: '0' } as const }
      expect(await bench.refusal('projects.update', { projectId: PROJECT.id, switches })).toMatchObject({
        code: 'invalid_params',
      })
    },

    async cascade() {
      const step = () => bench.post('/v2/payment/cascade/step', { general: aGeneral('twice') })
      const sell = async () => {
        const { json } = await bench.post('/v2/payment/bancontact/sale', aBancontactSale('twice'))
        await bench.settle()
        return json['code']
      }
      const pageOf = async () =>
        ((await shop.status('twice')).json as { redirect_data: { url: string } }).redirect_data.url
      const payAt = async (url: string) => {
        await exchange(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'decision=paid',
        })
        await bench.settle()
        return merchant.received.at(-1)?.json
      }
      await bench.post('/v2/payment/bancontact/sale', aBancontactSale('once'))
      const refused = await bench.post('/v2/payment/cascade/step', { general: aGeneral('once') })
      expect(refused.json).toMatchObject({ code: '3060' })

      await bench.switches({ cascade: true })
      await sell()
      const first = await pageOf()
      expect(await sell()).toBe('3041')
      const stepped = await step()
      expect(stepped.json).toMatchObject({ status: 'success', payment_id: 'twice', provider_id: 78 })
      expect(isSigned(stepped.text, PROJECT.secret)).toBe(true)
      expect(await sell()).toBeUndefined()
      expect(await payAt(await pageOf())).toMatchObject({
        payment: { status: 'external processing', sum: { amount: 4650 } },
        operation: { status: 'success', provider: { id: 78 } },
      })
      expect(await payAt(first)).toMatchObject({
        payment: { status: 'success', sum: { amount: 9300 } },
        operation: { status: 'success', sum_converted: { amount: 4650 }, provider: { id: 77 } },
      })
      expect((await step()).json).toMatchObject({ provider_id: 0 })
    },

    async changedAmount() {
      const paid = (id: string) => paidAtProvider(id, 'decision=paid&amount=40.00')
      expect((await paid('accepted')).json).toMatchObject({
        payment: { status: 'success' },
        sum_request: { amount: 4650 },
        sum_real: { amount: 4000 },
      })
      expect(merchant.received.at(-1)?.json).toMatchObject({
        payment: { sum: { amount: 4000 } },
        operation: { sum_initial: { amount: 4000 } },
      })
      await bench.switches({ changedAmount: 'decline' })
      expect((await paid('declined')).json).toMatchObject({
        payment: { status: 'decline', result_code: '20304' },
      })
      await bench.switches({ changedAmount: 'hold' })
      expect((await paid('held')).json).toMatchObject({ payment: { status: 'processing' } })
    },

    async partialApproval() {
      const resultOf = async (id: string) => {
        await shop.sold(id, { pan: '5126160000356675', payment: { amount: 12_001, currency: 'EUR' } })
        return merchant.received.at(-1)?.json
      }
      expect(await resultOf('whole')).toMatchObject({ payment: { sum: { amount: 12_001 } } })
      await bench.switches({ partialApproval: true })
      expect(await resultOf('part')).toMatchObject({
        payment: { status: 'success', sum: { amount: 12_000, currency: 'EUR' } },
        operation: { sum_initial: { amount: 12_001 }, sum_converted: { amount: 12_000 } },
      })
      expect((await shop.status('part')).json).toMatchObject({
        sum_request: { amount: 12_001 },
        sum_real: { amount: 12_000 },
      })
    },
  } satisfies Partial<Record<keyof ProjectSwitches, () => Promise<void>>>
}
