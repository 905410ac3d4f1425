import { describe, expect, it } from 'vitest'
import { anOpening, openByLink, driveForm, openForm } from './testing/form-client'
import type { JsonRecord } from './testing/signer'
import { exchange } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS } from './testing/requests'

const PARTIAL_CARD = '5126160000356675'

const { bench } = useMerchantBench({ per: 'test' })

describe('the end of a payment on the form', () => {
  it('shows the paid and the requested amount of a partial approval', async () => {
    await bench.switches({ partialApproval: true })
    const form = await openForm(bench, anOpening('Part-1', { payment_amount: 15000 }))
    await form.pay({ pan: PARTIAL_CARD })
    expect(form.shown.messages.at(-1)?.data).toMatchObject({ sum_real: { amount: 12000 } })
    expect(form.shown.html).toContain('Paid 120.00\u00a0EUR')
    expect(form.shown.html).toContain('part of 150.00\u00a0EUR')
  })
})

describe('the issuer’s page that has replaced the merchant’s page', () => {
  const elsewhere = 'https://shop.example/zur\u00fcck?a=b'

  /** Where the customer is sent after giving the code. */
  const sentTo = async (paymentId: string, code: string, change: JsonRecord): Promise<unknown> => {
    const page = await openByLink(bench, anOpening(paymentId, change))
    const base = /\/payment\/[0-9a-f]{32}/.exec(page.text)?.[0] ?? ''
    const form = driveForm(bench, page)
    expect((await form.pay({ pan: CARDS.challenge })).view).toBe('challenge')
    const response = await exchange(`${bench.ready.platform}${base}/issuer?place=page`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `code=${code}`,
    })
    expect(response.status).toBe(303)
    const { location } = response.headers
    return location === base ? 'the form' : location
  }

  it('sends the customer to redirect_return_url if the form has nothing more to do', async () => {
    const back = { redirect_return_url: elsewhere }
    expect(await sentTo('Back-1', '123456', {})).toBe('the form')
    expect(await sentTo('Back-2', '123456', back)).toBe('https://shop.example/zur%C3%BCck?a=b')
    expect(await sentTo('Back-3', '000000', back)).toBe('https://shop.example/zur%C3%BCck?a=b')
  })

  it('sends the customer to the form if that redirects by itself or offers another attempt', async () => {
    const back = { redirect_return_url: elsewhere }
    const toResult = { ...back, redirect_success_url: 'https://shop.example/thanks' }
    expect(await sentTo('Back-4', '123456', toResult)).toBe('the form')
    expect(await sentTo('Back-5', '000000', toResult)).toBe('https://shop.example/zur%C3%BCck?a=b')
    await bench.switches({ retries: true })
    expect(await sentTo('Back-6', '000000', back)).toBe('the form')
  })
})
