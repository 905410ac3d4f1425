import { expect } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import { PROJECT } from '#e2e/flows/testing/flow-bench'
import { anOpening, openByLink, openForm } from '#e2e/flows/testing/form-client'
import { receivedStatuses } from '#e2e/flows/testing/merchant'
import type { MerchantBench } from '#e2e/flows/testing/merchant-bench'
import { CARDS, MINUTE } from '#e2e/flows/testing/requests'
import type { JsonRecord } from '#e2e/flows/testing/signer'

/** The effects of switches on the form that the customer uses. */
export function formSwitches({ bench, merchant }: MerchantBench) {
  /** Opens a form and sends a card; returns the form once nothing more is due. */
  const pay = (paymentId: string, pan: string) => payOn(anOpening(paymentId), pan)
  const payOn = async (opening: JsonRecord, pan: string) => {
    const form = await openForm(bench, opening)
    await form.pay({ pan })
    return form
  }
  const kinds = async (): Promise<readonly string[]> =>
    (await bench.call('callbacks.list', {})).items.map(({ kind }) => kind).toReversed()
  return {
    async threeDSecure() {
      expect((await pay('secure', CARDS.challenge)).shown.view).toBe('challenge')
      await bench.switches({ threeDSecure: 'off' })
      expect((await pay('plain', CARDS.challenge)).shown.view).toBe('result')
    },

    async embeddedThreeDSecure() {
      const payEmbedded = async (paymentId: string) => {
        const form = await openForm(bench, anOpening(paymentId, { frame_mode: 'embedded' }))
        const { html } = await form.pay({ pan: CARDS.challenge })
        return { html, messages: form.messages }
      }
      const parent = await payEmbedded('parent')
      expect(parent.html).toContain('data-issuer="parent"')
      expect(parent.messages).not.toContain('redirect_iframe')
      await bench.switches({ embeddedThreeDSecure: 'frame' })
      expect((await payEmbedded('frame')).html).toContain('data-issuer="frame"')
      // A form that is not embedded never uses the page around it.
      await bench.switches({ embeddedThreeDSecure: 'parent' })
      const popup = await openForm(bench, anOpening('popup', { frame_mode: 'popup' }))
      expect((await popup.pay({ pan: CARDS.challenge })).html).toContain('data-issuer="frame"')
    },

    async accent() {
      const hasColour = async (paymentId: string): Promise<boolean> =>
        (await openByLink(bench, anOpening(paymentId))).text.includes('{color:#7a1f4b}')
      expect(await hasColour('before')).toBe(false)
      await bench.switches({ accent: '#7a1f4b' })
      expect(await hasColour('after')).toBe(true)
    },

    async retries() {
      expect((await pay('once', CARDS.decline)).shown.html).not.toContain('data-action="retry"')
      await bench.switches({ retries: true })
      expect((await pay('again', CARDS.decline)).shown.html).toContain('data-action="retry"')
    },

    async retryLimit() {
      await bench.switches({ retries: true, retryLimit: 2 })
      const form = await pay('twice', CARDS.decline)
      await form.send('retry', {})
      await form.pay({ pan: CARDS.decline })
      expect(form.messages.at(-1)).toBe('payment_fail')
      expect(receivedStatuses(merchant.received)).toEqual(['awaiting customer', 'decline'])
    },

    async retryWindowMs() {
      await bench.switches({ retries: true, retryWindowMs: MINUTE })
      const form = await pay('minute', CARDS.decline)
      expect(merchant.received.at(-1)?.json).toMatchObject({ payment: { attempts_timeout: 60 } })
      await bench.advance(MINUTE)
      await form.poll()
      expect(form.messages.at(-1)).toBe('payment_fail')
    },

    async intermediateCallbacks() {
      await pay('reported', CARDS.challenge)
      expect(await kinds()).toEqual(['intermediate'])
      await bench.switches({ intermediateCallbacks: false })
      await pay('silent', CARDS.challenge)
      expect(await kinds()).toEqual(['intermediate'])
    },

    async collectedFields() {
      const email = { path: 'customer.email', required: true, shown: true }
      const name = { path: 'customer.first_name', required: true, shown: true }
      await bench.switches({ collectedFields: [name] })
      const one = await openByLink(bench, anOpening('one'))
      expect(one.text).toContain('name="customer.first_name"')
      expect(one.text).toContain('name="pan"')

      await bench.switches({ collectedFields: [email, name] })
      const two = await openByLink(bench, anOpening('two'))
      expect(two.text).not.toContain('name="pan"')
      const form = await openForm(bench, anOpening('two'))
      expect(form.shown.view).toBe('details')
      const refused = await form.send('details', {
        fields: { 'customer.email': 'nora', 'customer.first_name': ' ' },
      })
      expect(refused.json['problems']).toEqual([
        { name: 'customer.email', reason: 'email' },
        { name: 'customer.first_name', reason: 'required' },
      ])
      await form.send('details', {
        fields: { 'customer.email': 'nora@vale.test', 'customer.first_name': 'Nora' },
      })
      expect(form.shown.view).toBe('card')
      await form.pay({ pan: CARDS.eightNames })
      expect(form.shown.html).not.toContain('name="customer.first_name"')
      expect(form.shown.html).toContain('name="customer.last_name"')
    },

    async guests() {
      const { customer_id: _, ...guest } = anOpening('guest')
      expect((await openByLink(bench, guest)).text).toContain('Add the parameter customer_id')
      await bench.switches({ guests: true })
      const page = await openByLink(bench, guest)
      expect(page.text).toContain('name="pan"')
      expect(page.text).not.toContain('name="save"')
      await payOn(guest, CARDS.avs)
      await payOn({ ...guest, payment_id: 'guest-2' }, CARDS.success)
      expect(merchant.received.map(({ json }) => json)).toMatchObject([
        { status: 'awaiting clarification', customer: { id: '' } },
        { payment: { status: 'success' }, customer: { id: '' } },
      ])
      // A token has to belong to a customer.
      const tokenize = { project_id: PROJECT.id, mode: 'card_tokenize' }
      expect((await openByLink(bench, tokenize)).text).toContain('Add the parameter customer_id')
    },

    async saveCards() {
      expect((await openByLink(bench, anOpening('save'))).text).toContain('name="save"')
      await bench.switches({ saveCards: false })
      expect((await openByLink(bench, anOpening('no-save'))).text).not.toContain('name="save"')
    },

    async strictBaseUrl() {
      const elsewhere = anOpening('base', { baseUrl: 'https://pay.example.test' })
      expect((await openByLink(bench, elsewhere)).status).toBe(200)
      await bench.switches({ strictBaseUrl: true })
      expect((await openByLink(bench, elsewhere)).status).toBe(404)
      expect((await openByLink(bench, anOpening('own', { baseUrl: bench.ready.platform }))).status).toBe(200)
    },

    async formFailure() {
      await bench.switches({ formFailure: true })
      const response = await openByLink(bench, anOpening('failing'))
      expect(response.status).toBe(500)
      expect(response.text).toContain('Form failure')
      const { total } = await bench.call('payments.list', { query: `project:${String(PROJECT.id)}` })
      expect(total).toBe(0)
    },
  } satisfies Partial<Record<keyof ProjectSwitches, () => Promise<void>>>
}
