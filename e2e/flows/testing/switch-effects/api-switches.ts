import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { SAMPLE_METHOD } from '#domain/project/method-shape'
import type { ProjectSwitches } from '#domain/project/project'
import { at, PROJECT } from '#e2e/flows/testing/flow-bench'
import {
  aBancontactSale,
  aGeneral,
  AVS,
  AVS_ANSWER,
  callbacksOf,
  CARDS,
  HOUR,
  MINUTE,
  summaryOf,
} from '#e2e/flows/testing/requests'
import { isSigned, type JsonRecord } from '#e2e/flows/testing/signer'
import { readUnionError } from '#e2e/flows/testing/union-error'
import { exchange } from '#e2e/flows/testing/wire-client'
import type { MerchantBench } from '#e2e/flows/testing/merchant-bench'

/** The effects of switches on API requests and their responses. */
export function apiSwitches({ bench, merchant, shop }: MerchantBench) {
  const statusOf = async (paymentId: string) => (await summaryOf(bench, paymentId)).status
  const kindsOf = async (paymentId: string) => (await callbacksOf(bench, paymentId)).map(({ kind }) => kind)
  /** Whether Bancontact is available, perhaps for an amount. */
  const available = async (sum: JsonRecord = {}): Promise<unknown> => {
    const { json } = await bench.post('/v2/info/available-methods/purchase/list', {
      general: { project_id: PROJECT.id },
      payment_method_list: [{ payment_method: 'bancontact' }],
      ...sum,
    })
    return json['available_methods']
  }
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

    async ownMethods() {
      const { path } = SAMPLE_METHOD
      const sell = (id: string) => bench.post(`/v2/payment/${path}/sale`, aBancontactSale(id))
      const reasons = async (switches: Partial<ProjectSwitches>) =>
        (await bench.refusal('projects.update', { projectId: PROJECT.id, switches })).message
      expect(readUnionError(await sell('unknown'))).toMatchObject({ httpStatus: 400, code: '2541' })
      await bench.switches({ ownMethods: [SAMPLE_METHOD], methods: [{ path }] })
      expect((await sell('own')).status).toBe(200)
      await bench.settle()
      expect(merchant.received.at(-1)?.json).toMatchObject({
        payment: { method: path },
        clarification_fields: { account: ['number'], identify: ['doc_number'] },
      })
      for (const [other, reason] of [
        ['wallet/skrill', 'another method has the path wallet/skrill'],
        [path, `another method has the path ${path}`],
        ['card/mine', 'must not begin with card'],
      ] as const) {
        const ownMethods = [SAMPLE_METHOD, { ...SAMPLE_METHOD, path: other }]
        expect(await reasons({ ownMethods }), other).toContain(reason)
      }
      expect(await reasons({ ownMethods: [] })).toContain(`${path} is in a list of methods`)
    },

    async methods() {
      const sell = (id: string) => bench.post('/v2/payment/bancontact/sale', aBancontactSale(id))
      await bench.switches({ methods: [{ path: 'wallet/skrill' }] })
      expect(readUnionError(await sell('other'))).toMatchObject({ httpStatus: 400, code: '2541' })
      await bench.switches({ methods: [{ path: 'wallet/skrill' }, { path: 'bancontact' }] })
      expect((await sell('listed')).status).toBe(200)
      await bench.switches({ methods: [{ path: 'bancontact' }] })
      for (const [currency, code] of [
        ['EUR', undefined],
        ['KES', '3023'],
      ] as const) {
        const asked = { general: aGeneral('operators'), payment: { amount: 4650, currency } }
        expect((await bench.post('/v2/info/mobile/sale/list', asked)).json['code'], currency).toBe(code)
      }
      const switches = { methods: [{ path: 'wallet/none' }] }
      expect(await bench.refusal('projects.update', { projectId: PROJECT.id, switches })).toMatchObject({
        code: 'invalid_params',
      })
    },

    async unavailableMethods() {
      const sell = async (id: string) =>
        (await bench.post('/v2/payment/bancontact/sale', aBancontactSale(id))).json['code']
      const span = { from: at(HOUR), until: at(2 * HOUR) }
      await bench.switches({ unavailableMethods: [{ path: 'bancontact', ...span }] })
      for (const [id, is_available, code] of [
        ['before', true, undefined],
        ['meanwhile', false, '2541'],
        ['after', true, undefined],
      ] as const) {
        expect(await available(), id).toEqual([{ payment_method: 'bancontact', is_available }])
        expect(await sell(id), id).toBe(code)
        await bench.advance(HOUR)
      }
    },

    async methodWays() {
      const sell = async (path: string, id: string, account: JsonRecord = {}) => {
        await bench.post(`/v2/payment/${path}/sale`, { ...aBancontactSale(id), account })
        await bench.settle()
      }
      const limits = { currency: 'EUR', minimum: 500, maximum: 4649 }
      const methodWays = [
        { path: 'wallet/mbway', way: 'redirect' },
        { path: 'bancontact', limits: { ...limits, maximum: 4650 } },
        { path: 'bancontact', lifetimeMs: 10 * MINUTE },
        { path: 'bancontact', name: 'Bancontact BE' },
      ] as const
      await sell('wallet/mbway', 'by-row', { number: '5501234' })
      await bench.switches({ methodWays })
      await sell('wallet/mbway', 'chosen', { number: '5501234' })
      await sell('bancontact', 'short')
      expect([await statusOf('by-row'), await statusOf('chosen')]).toEqual([
        'awaiting customer action',
        'awaiting redirect result',
      ])
      await bench.advance(10 * MINUTE)
      expect(await summaryOf(bench, 'short')).toMatchObject({
        status: 'decline',
        resultCode: '20602',
        method: 'Bancontact BE',
      })
      expect(await statusOf('chosen')).toBe('awaiting redirect result')
      await bench.switches({ methodWays: [{ path: 'bancontact', limits }] })
      const large = readUnionError(await bench.post('/v2/payment/bancontact/sale', aBancontactSale('large')))
      expect(large).toMatchObject({ code: '2642', errors: ['2642 payment.amount maximum'] })
      for (const [amount, is_available] of [
        [499, false],
        [500, true],
        [4650, false],
      ] as const) {
        const listed = [{ payment_method: 'bancontact', is_available }]
        expect(await available({ amount, currency: 'EUR' }), String(amount)).toEqual(listed)
      }
      for (const row of [
        { path: 'wallet/none', way: 'qr' },
        { path: 'bancontact', way: 'qr' },
        { path: 'bancontact', limits: { ...limits, minimum: 4650 } },
        { path: 'bancontact', limits: { ...limits, currency: 'USD' } },
        { path: 'bancontact', name: 'card' },
        { path: 'bancontact' },
      ] as const) {
        const switches = { methodWays: [row] }
        expect(await bench.refusal('projects.update', { projectId: PROJECT.id, switches })).toMatchObject({
          code: 'invalid_params',
        })
      }
    },

    async redirectMethod() {
      await bench.switches({ redirectMethod: 'post' })
      await bench.post('/v2/payment/bancontact/sale', aBancontactSale('posted'))
      await bench.settle()
      const { json } = await shop.status('posted')
      const { redirect_data: redirect } = json as {
        readonly redirect_data: { readonly url: string; readonly body: Readonly<Record<string, string>> }
      }
      expect(redirect).toEqual({
        method: 'POST',
        url: expect.stringMatching(/\/provider\/[^/?]+$/),
        body: { token: expect.stringMatching(/^[0-9a-f]{32}$/) },
        encrypted: [],
      })
      const post = (fields: Readonly<Record<string, string>>) =>
        exchange(redirect.url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        })
      expect((await exchange(redirect.url)).status).toBe(404)
      expect((await post(redirect.body)).text).toContain('name="decision"')
      expect(await statusOf('posted')).toBe('awaiting redirect result')
      await post({ ...redirect.body, decision: 'paid' })
      expect(await statusOf('posted')).toBe('success')
    },

    async synchronous() {
      await bench.switches({ synchronous: 'callback' })
      const paid = await shop.sale('paid')
      expect(paid.json).toMatchObject({ payment: { id: 'paid', status: 'success' } })
      expect(isSigned(paid.text, PROJECT.secret)).toBe(true)
      expect((await bench.post('/v2/payment/bancontact/sale', aBancontactSale('sent'))).json).toMatchObject({
        payment: { status: 'awaiting redirect result' },
        redirect_data: { method: 'GET' },
      })
      await bench.settle()
      expect([await kindsOf('paid'), await kindsOf('sent')]).toEqual([['result'], ['intermediate']])

      await bench.switches({ synchronous: 'alone' })
      expect((await shop.sale('asked', { pan: CARDS.avs })).json).toMatchObject({ clarification_fields: AVS })
      expect((await shop.sale('slow', { pan: '4000000000017055' })).json).toMatchObject({
        payment: { status: 'processing' },
      })
      await bench.settle()
      expect(await kindsOf('asked')).toEqual([])
      await shop.clarify('asked', AVS_ANSWER)
      await bench.advance(20_000)
      expect([await kindsOf('asked'), await kindsOf('slow')]).toEqual([['result'], ['result']])
      expect((await shop.auth('held')).json).toMatchObject({ status: 'success', payment_id: 'held' })

      await bench.switches({ cascade: true })
      const sell = () => bench.post('/v2/payment/bancontact/sale', aBancontactSale('next'))
      await sell()
      await bench.post('/v2/payment/cascade/step', { general: aGeneral('next') })
      expect((await sell()).json).toMatchObject({
        payment: { id: 'next', status: 'awaiting redirect result' },
        operations: [{ status: 'external processing' }, { status: 'awaiting redirect result' }],
        redirect_data: { method: 'GET' },
      })
      await bench.settle()
      expect(await kindsOf('next')).toEqual([])
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
