import { describe, expect, it } from 'vitest'
import { anOpening, driveForm, openForm, SENT_MESSAGES } from './testing/form-client'
import { receivedStatuses } from './testing/merchant'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS } from './testing/requests'
import { exchange } from './testing/wire-client'

const { bench, merchant } = useMerchantBench({ per: 'test', path: '/callbacks' })

describe('3-D Secure on the form', () => {
  it('opens nothing inside the frame if external pages have their own tab', async () => {
    const form = await openForm(
      bench,
      anOpening('Secure-5', { force_acs_new_window: 1, frame_mode: 'popup' }),
    )
    expect((await form.pay({ pan: CARDS.challenge })).html).toContain('data-issuer="new_tab"')
    expect((await form.issuer({ code: ' ' })).text).toContain('Please fill in this field')
    await form.issuer({ code: '123456' })
    await form.settled()
    expect(form.messages).toEqual([...SENT_MESSAGES, 'payment_success'])
  })

  it('replaces the merchant’s page around an embedded form, and continues there', async () => {
    const form = await openForm(
      bench,
      anOpening('Secure-6', {
        frame_mode: 'embedded',
        redirect_success_url: 'https://shop.test/done',
        redirect_success_mode: 'parent_page',
      }),
    )
    const { html } = await form.pay({ pan: CARDS.challenge })
    expect(form.messages).toEqual(SENT_MESSAGES)
    const path = /href="([^"]+)" data-issuer="parent"/.exec(html.replaceAll(/\s+/g, ' '))?.[1] ?? ''
    // A post from the shop's page does not count: the customer has not done anything yet.
    const posted = await exchange(`${bench.ready.platform}${path}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://shop.test' },
      body: 'MD=1',
    })
    expect(posted.status).toBe(200)
    expect(posted.text).toContain(`action="${path}"`)
    expect((await form.unchanged()).status).toBe(204)
    const confirmed = await exchange(`${bench.ready.platform}${path}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'code=123456',
    })
    expect(confirmed.status).toBe(303)
    await bench.settle()
    const back = driveForm(
      bench,
      await exchange(`${bench.ready.platform}${String(confirmed.headers['location'])}`, { method: 'GET' }),
    )
    expect(back.shown).toMatchObject({
      view: 'result',
      leave: { url: 'https://shop.test/done', mode: 'iframe' },
    })
    expect(receivedStatuses(merchant.received)).toEqual(['awaiting 3ds result', 'success'])
  })

  it('leads to a decline if the customer cancels', async () => {
    const form = await openForm(bench, anOpening('Secure-2'))
    await form.confirm({ pan: CARDS.challenge })
    await bench.settle()
    await form.issuer({ cancel: '1' })
    await form.settled()
    expect(form.messages.at(-1)).toBe('payment_fail')
    expect(merchant.received.at(-1)?.json).toMatchObject({ operation: { code: '10301' } })
  })
})
