import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import { at, PROJECT } from '#e2e/flows/testing/flow-bench'
import { aGeneral, callbacksOf, CARDS, MINUTE, summaryOf } from '#e2e/flows/testing/requests'
import { readUnionError } from '#e2e/flows/testing/union-error'
import { exchange } from '#e2e/flows/testing/wire-client'
import type { MerchantBench } from '#e2e/flows/testing/merchant-bench'

/** The effects of switches on API requests and their responses. */
export function apiSwitches({ bench, merchant, shop }: MerchantBench) {
  const statusOf = async (paymentId: string) => (await summaryOf(bench, paymentId)).status
  const kindsOf = async (paymentId: string) => (await callbacksOf(bench, paymentId)).map(({ kind }) => kind)
  const sendSigned = (text: string, signature: string, members: string) =>
    exchange(`${bench.ready.platform}/v2/payment/status`, {
      body: `{"general":${JSON.stringify({ ...aGeneral('x'), signature })},${members}}`,
      headers: { 'X-Text': encodeURIComponent(text) },
    })
  return {
    async lenientSignatures() {
      const general = 'general:payment_id:x;general:project_id:9041'
      const dialects = [
        ['JS', `a:b:2;a:b:1;${general}`, '"a:b":1,"a":{"b":2}'],
        ['PY', `${general};n:1.0`, '"n":1.0'],
      ] as const
      for (const [dialect, text, members] of dialects) {
        const signature = createHmac('sha512', PROJECT.secret).update(text).digest('base64')
        await bench.switches({ lenientSignatures: false })
        expect(readUnionError(await sendSigned(text, signature, members)).code, dialect).toBe('3261')
        await bench.switches({ lenientSignatures: true })
        expect((await sendSigned(text, signature, members)).status, dialect).toBe(200)
        const { items } = await bench.call('exchanges.list', { limit: 1 })
        const { signature: verdict } = await bench.call('exchanges.get', { id: items[0]?.id ?? '' })
        expect(verdict).toMatchObject({ state: 'valid', dialect })
      }
      expect((await sendSigned('', 'A'.repeat(88), '"n":1.0')).status).toBe(400)
    },

    async threeDSecureByApi() {
      const change = { pan: CARDS.challenge, acs_return_url: { return_url: `${merchant.url}/back` } }
      for (const [threeDSecureByApi, status] of [
        ['return_url', 'awaiting 3ds result'],
        ['off', 'success'],
      ] as const) {
        await bench.switches({ threeDSecureByApi })
        await shop.sold(threeDSecureByApi, change)
        expect(await statusOf(threeDSecureByApi)).toBe(status)
      }
      await bench.switches({ threeDSecureByApi: 'return_url' })
      await shop.sold('no-return-url', { pan: CARDS.challenge })
      expect(await statusOf('no-return-url')).toBe('success')
    },

    async explainSignatures() {
      const text = 'general:payment_id:x;general:project_id:9041;n:1;'
      const signature = createHmac('sha512', PROJECT.secret).update(text).digest('base64')
      for (const explainSignatures of [false, true]) {
        await bench.switches({ explainSignatures })
        const response = await sendSigned(text, signature, '"n":1')
        expect(readUnionError(response).code).toBe('3261')
        expect(response.text.includes('ends with ;')).toBe(explainSignatures)
        // The tester sees the explanation either way.
        const { items } = await bench.call('exchanges.list', { limit: 1 })
        const { signature: verdict } = await bench.call('exchanges.get', { id: items[0]?.id ?? '' })
        expect(verdict.explanation).toContain('The string to sign ends with ;.')
      }
    },

    async clarificationAnswers() {
      await bench.switches({ clarificationAnswers: 'callbacks_only' })
      await shop.sale('callbacks', { pan: CARDS.avs })
      const acked = await shop.clarify('callbacks', { avs_data: { avs_post_code: 'H91' } })
      expect(Object.keys(acked.json)).toEqual(['status', 'request_id', 'project_id', 'payment_id'])
      await bench.settle()
      expect(await kindsOf('callbacks')).toEqual(['clarification', 'remaining'])
      expect(merchant.received[1]?.json['clarification_fields']).toEqual({ avs_data: ['avs_street_address'] })

      await bench.switches({ clarificationAnswers: 'responses_only' })
      await shop.sale('responses', { pan: CARDS.avs })
      const listed = await shop.clarify('responses', { avs_data: { avs_post_code: 'H91' } })
      expect(listed.json['clarification_fields']).toEqual({ avs_data: ['avs_street_address'] })
      await shop.clarify('responses', { avs_data: { avs_street_address: '14 Long Walk' } })
      await bench.settle()
      expect(await kindsOf('responses')).toEqual(['result'])
    },

    async allowedCallers() {
      await bench.switches({ allowedCallers: ['203.0.113.9'] })
      const response = readUnionError(await shop.sale('stranger'))
      expect([response.httpStatus, response.code, response.message]).toEqual([403, '303', 'Access denied'])
      expect((await bench.call('payments.list', {})).total).toBe(0)
      await bench.switches({ allowedCallers: ['203.0.113.9', '127.0.0.1'] })
      expect((await shop.sale('stranger')).status).toBe(200)
    },

    async apiFailure() {
      await shop.sale('before', { pan: CARDS.avs })
      await bench.switches({ apiFailure: true })
      const responses = [
        await shop.sale('failed'),
        await shop.clarify('before', {}),
        await shop.status('before'),
        await shop.followUp('refund', 'before', { description: 'Back' }),
      ].map(readUnionError)
      expect(responses.map(({ httpStatus, code }) => [httpStatus, code])).toEqual(Array(4).fill([500, '501']))
      await bench.switches({ apiFailure: false })
      expect((await bench.call('payments.list', {})).total).toBe(1)
      const { clarification } = await summaryOf(bench, 'before')
      expect(clarification?.expiresAt).toBe(at(30 * MINUTE))
      expect((await shop.sale('failed')).status).toBe(200)
    },
  } satisfies Partial<Record<keyof ProjectSwitches, () => Promise<void>>>
}
