import { expect } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import { talk } from '#net/testing/raw-client'
import { openAuthority } from '#net/tls/authority'
import { openMerchant } from '#e2e/flows/testing/merchant'
import { PROJECT } from '#e2e/flows/testing/flow-bench'
import { RESULT_SHAPE } from '#e2e/flows/testing/mission-shapes'
import { aBancontactSale, aGeneral, callbacksOf, CARDS } from '#e2e/flows/testing/requests'
import { shapeOf } from '#e2e/flows/testing/shape'
import { isSigned, signed } from '#e2e/flows/testing/signer'
import type { MerchantBench } from '#e2e/flows/testing/merchant-bench'
import { exchange } from '#e2e/flows/testing/wire-client'

/** The effects of switches on callbacks. */
export function callbackSwitches({ bench, merchant, shop }: MerchantBench) {
  return {
    async intermediateLayout() {
      await bench.switches({ intermediateLayout: 'result' })
      await shop.sale('layout', { pan: CARDS.avs })
      await shop.clarify('layout', { avs_data: { avs_post_code: 'H91' } })
      await bench.settle()
      const [asked, remaining] = merchant.received
      expect(shapeOf(asked?.json)).toEqual({ ...RESULT_SHAPE, 'clarification_fields.avs_data[]': 'string' })
      expect(asked?.json).toMatchObject({
        payment: { id: 'layout', status: 'awaiting clarification' },
        operation: { type: 'sale', status: 'awaiting clarification', code: '9999' },
      })
      expect(remaining?.json).toMatchObject({ clarification_fields: { avs_data: ['avs_street_address'] } })
      for (const { text } of merchant.received) {
        expect(isSigned(text, PROJECT.secret)).toBe(true)
        expect(text).not.toMatch(/null|true|false/)
      }
      const { items } = await bench.call('callbacks.templates', {})
      const template = items.find(({ id }) => id === 'clarification')
      expect(shapeOf(JSON.parse(template?.body ?? ''))).toMatchObject({
        'operation.sum_initial.amount': 'integer',
        'clarification_fields.avs_data[]': 'string',
      })
    },

    async resultBeforeReturn() {
      /** The customer pays, while the shop holds back its responses to callbacks. */
      const pay = async (id: string) => {
        await bench.post('/v2/payment/bancontact/sale', aBancontactSale(id))
        await bench.settle()
        const { json } = await shop.status(id)
        const release = merchant.hold()
        const returned = exchange((json as { redirect_data: { url: string } }).redirect_data.url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'decision=paid',
        })
        return { returned, release }
      }
      const stateOf = async (id: string) => (await callbacksOf(bench, id)).at(-1)
      const after = await pay('after')
      expect((await after.returned).status).toBe(200)
      expect(await stateOf('after')).toMatchObject({ kind: 'result', attemptCount: 0 })
      after.release()
      await bench.settle()

      await bench.switches({ resultBeforeReturn: true })
      const before = await pay('before')
      // Two callbacks of the first payment and two of this one.
      await merchant.count(4)
      before.release()
      await before.returned
      expect(await stateOf('before')).toMatchObject({ kind: 'result', state: 'delivered' })
      merchant.answerWith((_, n) => (n === 0 ? 200 : 500))
      const failed = await pay('failed')
      failed.release()
      await failed.returned
      expect(await stateOf('failed')).toMatchObject({ kind: 'result', state: 'failed', attemptCount: 1 })
    },

    async callbackRules() {
      await bench.switches({ callbackRules: [{ result: 'success', url: `${merchant.url}/rule` }] })
      await shop.sale('by-rule')
      await shop.sold('by-project', { pan: CARDS.decline })
      const paths = merchant.received.map(({ paymentId, path }) => `${paymentId} ${path}`).sort()
      expect(paths).toEqual(['by-project /project', 'by-rule /rule'])
    },

    async verifyCallbackCertificate() {
      const authority = await openAuthority(null)
      const { url, close } = await openMerchant(await authority.serverCertificate(['127.0.0.1']))
      const attempt = async (id: string) => {
        await shop.sold(id, { general: { ...aGeneral(id), merchant_callback_url: url } })
        return (await callbacksOf(bench, id))[0]
      }
      expect(await attempt('unverified')).toMatchObject({ state: 'delivered' })
      await bench.switches({ verifyCallbackCertificate: true })
      const refused = await attempt('verified')
      expect(refused).toMatchObject({ state: 'failed' })
      const { attempts } = await bench.call('callbacks.get', { id: refused?.id ?? '' })
      expect(attempts[0]?.error?.message).toMatch(/certificate/i)
      await close()
    },

    async http10() {
      const body = JSON.stringify(signed({ general: aGeneral('x') }, PROJECT.secret))
      const head = `POST /v2/payment/status HTTP/1.0\r\nContent-Length: ${body.length}\r\n\r\n`
      const ask = (): Promise<string> => talk(bench.ready.platform, head + body)
      expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
      const { items } = await bench.call('exchanges.list', { limit: 1 })
      expect(items[0]).toMatchObject({ httpVersion: '1.0', note: expect.stringContaining('HTTP/1.0') })
      await bench.switches({ http10: 'refuse' })
      expect(await ask()).toMatch(/^HTTP\/1\.1 505 .*"code":"702"/s)
      expect((await shop.status('x')).status).toBe(200)
    },
  } satisfies Partial<Record<keyof ProjectSwitches, () => Promise<void>>>
}
