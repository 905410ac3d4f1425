import { describe, expect, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { anOpening, GOOD_CARD, openByLink, openForm, SENT_MESSAGES } from './testing/form-client'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS } from './testing/requests'
import { isSigned, type JsonRecord } from './testing/signer'

const { bench, merchant, lastCallback } = useMerchantBench({ per: 'test', path: '/callbacks' })

describe('a form with tokens, verifications and saved cards', () => {
  const tokenOpening = { project_id: PROJECT.id, customer_id: 'buyer-5', mode: 'card_tokenize' }

  it('creates a token without a payment, reports it, and pays with it later', async () => {
    const form = await openForm(bench, tokenOpening)
    await form.confirm()
    expect(form.shown.view).toBe('result')
    expect(form.messages).toEqual([...SENT_MESSAGES, 'tokenize_success'])
    const [, registered, made] = form.shown.messages.map(({ data }) => data)
    expect(made).toMatchObject({ customer: { id: 'buyer-5', ip_address: '127.0.0.1' } })
    expect(isSigned(JSON.stringify(made), PROJECT.secret)).toBe(true)
    await bench.settle()
    expect(merchant.received).toHaveLength(1)
    const callback = merchant.received[0]
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    expect(callback?.json).toMatchObject({
      general: { project_id: PROJECT.id, customer_id: 'buyer-5' },
      customer: { id: 'buyer-5' },
      request: { action: 'tokenize', status: 'success' },
      token_status: 'active',
      card: { exp_month: expect.any(Number), exp_year: expect.any(Number) },
    })
    expect(registered).toEqual({ request_id: (callback?.json['request'] as JsonRecord | undefined)?.['id'] })
    const token = String(callback?.json['token'])
    const paid = await openForm(bench, anOpening('Token-1', { account_token: token }))
    expect(paid.shown.view).toBe('card')
    const page = await openByLink(bench, anOpening('Token-1', { account_token: token }))
    const id = Number(/name="saved_card"[^>]*value="(\d+)"/.exec(page.text)?.[1])
    await paid.send('confirm', { saved_card: { id, cvv: '123' } })
    await paid.settled()
    expect(paid.messages.at(-1)).toBe('payment_success')
    expect(merchant.received.at(-1)?.json).toMatchObject({ account: { token, number: '400000******0077' } })
  })

  it('refuses a saved card of a brand that is not accepted, and verifies the one that the opening names', async () => {
    const made = await openForm(bench, tokenOpening)
    await made.confirm({ pan: '5555555555554444' })
    await bench.settle()
    const token = String(merchant.received[0]?.json['token'])
    const offeredIn = async (opening: JsonRecord) =>
      /name="saved_card"[^>]*value="(\d+)"/.exec((await openByLink(bench, opening)).text)?.[1]
    const id = Number(await offeredIn(anOpening('Brand-1')))
    const visaOnly = anOpening('Brand-2', { force_payment_method_subtype: 'visa' })
    expect(await offeredIn(visaOnly)).toBeUndefined()
    const refused = await (
      await openForm(bench, visaOnly)
    ).send('confirm', { saved_card: { id, cvv: '123' } })
    expect(refused.json['problems']).toEqual([{ name: 'saved_card', reason: 'card_brand' }])

    const verify = { mode: 'card_verify', payment_amount: 0 }
    expect(await offeredIn(anOpening('Brand-3', verify))).toBeUndefined()
    expect(await offeredIn(anOpening('Brand-3', { ...verify, account_token: token }))).toBe(String(id))
    const form = await openForm(bench, anOpening('Brand-3', { ...verify, account_token: token }))
    await form.send('confirm', { saved_card: { id, cvv: '123' } })
    await form.settled()
    expect(form.messages.at(-1)).toBe('card_verify_success')
    expect(merchant.received.at(-1)?.json).toMatchObject({ account: { token, type: 'mastercard' } })
  })

  it('reports a token again if the response was lost, and creates only one', async () => {
    const form = await openForm(bench, tokenOpening)
    await form.lose('confirm', { card: GOOD_CARD })
    await form.confirm()
    expect(form.messages).toEqual([...SENT_MESSAGES, 'tokenize_success'])
    await form.confirm()
    expect(form.messages).toEqual([...SENT_MESSAGES, 'tokenize_success'])
    await bench.settle()
    expect(merchant.received).toHaveLength(1)
  })

  it('selects the card that was used last, or none if another should be tried', async () => {
    for (const pan of [CARDS.success, CARDS.decline]) {
      await (await openForm(bench, { ...tokenOpening, customer_id: 'regular' })).confirm({ pan })
    }
    const shown = async (paymentId: string): Promise<readonly (readonly [id: string, chosen: boolean])[]> => {
      const { text } = await openByLink(bench, anOpening(paymentId, { customer_id: 'regular' }))
      return [...text.matchAll(/name="saved_card"\s+value="(\d+)"([^>]*)/g)].map(
        ([, id = '', rest = '']) => [id, /\bchecked\b/.test(rest)] as const,
      )
    }
    const [newer, older] = await shown('Used-1')
    expect([newer?.[1], older?.[1]]).toEqual([true, false])
    await bench.switches({ retries: true })
    const form = await openForm(bench, anOpening('Used-2', { customer_id: 'regular' }))
    await form.send('confirm', { saved_card: { id: Number(older?.[0]), cvv: '123' } })
    expect(await shown('Used-3')).toEqual([
      [older?.[0], true],
      [newer?.[0], false],
    ])
    const declined = await openForm(bench, anOpening('Used-4', { customer_id: 'regular' }))
    await declined.send('confirm', { saved_card: { id: Number(newer?.[0]), cvv: '123' } })
    await declined.settled()
    await declined.send('retry', {})
    expect(declined.shown.html).not.toMatch(/name="saved_card"\s+value="\d+"[^>]*\bchecked\b/)
  })

  it('saves a card if the customer chose to and paid, and deletes it on request', async () => {
    const declined = await openForm(bench, anOpening('Save-0'))
    await declined.confirm({ pan: CARDS.decline }, { save: true })
    const form = await openForm(bench, anOpening('Save-1'))
    await form.confirm({}, { save: true })
    await bench.settle()
    const again = await openByLink(bench, anOpening('Save-2'))
    const ids = [...again.text.matchAll(/name="saved_card"[^>]*value="(\d+)"/g)].map(([, id]) => Number(id))
    expect(ids.length).toBe(1)
    const open = await openForm(bench, anOpening('Save-2'))
    await open.send('cards/remove', { id: ids[0] })
    expect(open.shown.html).not.toContain('400000')
    expect((await lastCallback())?.json).toMatchObject({
      request: { action: 'delete' },
      token_status: 'revoke',
    })
  })
})
