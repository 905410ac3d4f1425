import { describe, expect, it } from 'vitest'
import { anOpening, driveForm, openByLink, openForm } from './testing/form-client'
import { useMerchantBench } from './testing/merchant-bench'
import { MINUTE } from './testing/requests'
import { exchange } from './testing/wire-client'

const { bench, lastCallback, shop } = useMerchantBench({ per: 'test', path: '/callbacks' })

const NAMES = { customer_first_name: 'Nora', customer_last_name: 'Vale' }
const IDEAL = { force_payment_method: 'ideal', ...NAMES }
const TYPED = { 'customer.first_name': 'Nora', 'customer.last_name': 'Vale' }

/** Decides on the provider's page that the form links to. */
function decide(html: string, decision: string) {
  const [, path = ''] = /href="(\/provider\/[^"]+)"/.exec(html) ?? []
  return exchange(`${bench.ready.platform}${path.replaceAll('&amp;', '&')}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ decision }).toString(),
  })
}

describe('the choice of a way to pay on the form (contract 16.11)', () => {
  const METHODS = ['online-banking/ideal', 'wallet/paypal', 'blik'].map((path) => ({ path }))

  it('offers the methods of the project that fit the currency, and the way back to them', async () => {
    await bench.switches({ methods: METHODS })
    const opened = await openByLink(bench, anOpening('Way-1', { hide: 'paypal-wallet, bank' }))
    const ways = (html: string): readonly (string | undefined)[] =>
      [...html.matchAll(/data-way="([^"]*)"/g)].map(([, way]) => way)
    expect(ways(opened.text)).toEqual(['card', 'online-banking/ideal'])
    const form = driveForm(bench, opened)
    await form.send('way', { way: 'online-banking/ideal' })
    expect([form.shown.view, ways(form.shown.html)]).toEqual(['method', ['']])
    await form.send('way', { way: 'card' })
    expect([form.shown.view, ways(form.shown.html)]).toEqual(['card', ['']])
    await form.send('way', { way: '' })
    expect(form.shown.view).toBe('methods')
    await form.send('confirm', {})
    expect(form.shown.view).toBe('methods')
  })

  it('is left out if there is one way, if the shop names a method, and where only a card works', async () => {
    const viewOf = async (id: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> =>
      (await openForm(bench, anOpening(id, given))).shown.view
    expect(await viewOf('Way-2')).toBe('card')
    expect(await viewOf('Way-3', { force_payment_method: 'ideal' })).toBe('method')
    expect(await viewOf('Way-4', { force_payment_group: 'openbanking' })).toBe('methods')
    await bench.switches({ methods: METHODS })
    expect(await viewOf('Way-5')).toBe('methods')
    expect(await viewOf('Way-6', { default_payment_method: 'ideal' })).toBe('method')
    expect(await viewOf('Way-7', { force_payment_method: 'klarna' })).toBe('methods')
    expect(await viewOf('Way-8', { operation_type: 'auth' })).toBe('card')
    await bench.switches({ unavailableMethods: METHODS })
    expect(await viewOf('Way-9')).toBe('card')
    const methodWays = [
      { path: 'online-banking/ideal', limits: { currency: 'EUR', minimum: 1, maximum: 4649 } },
    ]
    await bench.switches({ unavailableMethods: [], methodWays })
    expect(await viewOf('Way-13', { force_payment_method: 'ideal' })).toBe('methods')
  })

  it('is made again if the chosen method is no longer available', async () => {
    await bench.switches({ methods: METHODS })
    const form = await openForm(bench, anOpening('Way-11', { ...NAMES, hide: 'card' }))
    await form.send('way', { way: 'online-banking/ideal' })
    expect(form.shown.html).toContain('Pay with iDEAL')
    await bench.switches({ unavailableMethods: [{ path: 'online-banking/ideal' }] })
    await form.send('confirm', {})
    expect(form.shown.html).toContain('Pay with PayPal')
    expect((await shop.status('Way-11')).json).toMatchObject({ code: '3061' })
  })

  it('never becomes another method between a page and its confirmation', async () => {
    await bench.switches({ methods: METHODS })
    const opening = { ...NAMES, hide: 'card', default_payment_method: 'ideal' }
    const form = await openForm(bench, anOpening('Way-12', opening))
    expect(form.shown.view).toBe('method')
    await bench.switches({ unavailableMethods: [{ path: 'online-banking/ideal' }] })
    await form.send('confirm', { way: 'online-banking/ideal' })
    expect(form.shown.html).toContain('Pay with PayPal')
    expect((await shop.status('Way-12')).json).toMatchObject({ code: '3061' })
    await form.send('confirm', { way: 'wallet/paypal' })
    expect((await form.settled()).view).toBe('provider')
  })

  it('has the saved cards first, which need only their code, and leaves a new card to its page', async () => {
    const saving = await openForm(bench, anOpening('Saved-1'))
    await saving.pay({}, { save: true })
    await bench.switches({ methods: METHODS })
    const opened = await openByLink(bench, anOpening('Saved-2'))
    const [, id = ''] = /name="saved_card"\s+value="(\d+)"[^>]*\schecked/.exec(opened.text) ?? []
    expect(opened.text).toMatch(/name="cvv"[\s\S]*type="submit"[\s\S]*data-way="card"/)
    const form = driveForm(bench, opened)
    await form.send('way', { way: 'card' })
    expect(form.shown.html).not.toMatch(/name="saved_card"\s+value="\d+"[^>]*\schecked/)
    await form.send('way', { way: '' })
    const paid = { way: 'card', saved_card: { id: Number(id), cvv: '123' } }
    const refused = await form.send('confirm', { ...paid, saved_card: { id: Number(id), cvv: '' } })
    expect(refused.json).toMatchObject({ problems: [{ name: 'cvv', reason: 'required' }] })
    await form.send('confirm', paid)
    expect((await form.settled()).html).toContain('Paid 46.50\u00a0EUR')
    const byPhone = await openByLink(bench, anOpening('Saved-3', { moto_type: 1 }))
    expect(byPhone.text).toContain('data-way="card"')
    expect(byPhone.text).not.toContain('name="saved_card"')
  })

  it('says which method the project lacks', async () => {
    await bench.switches({ methods: METHODS })
    const { text } = await openByLink(bench, anOpening('Way-10', { force_payment_method: 'walet' }))
    expect(text).toContain('The shop requested walet, which is not available here.')
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    const { note } = await bench.call('exchanges.get', { id: items[0]?.id ?? '' })
    expect(note).toContain('The project has no method walet that takes 46.50 EUR')
  })
})

describe('the page of a method on the form (contract 16.11)', () => {
  it('requests what the shop did not send, and takes the customer to the provider and back', async () => {
    const form = await openForm(bench, anOpening('Ideal-1', { force_payment_method: 'ideal' }))
    const refused = await form.send('confirm', { fields: { 'customer.first_name': 'Nora' } })
    expect(refused.json).toMatchObject({ problems: [{ name: 'customer.last_name', reason: 'required' }] })
    await form.send('confirm', { fields: TYPED })
    expect((await form.settled()).view).toBe('provider')
    expect((await lastCallback())?.json).toMatchObject({
      status: 'awaiting redirect result',
      payment: { method: 'ideal' },
    })
    const back = await decide(form.shown.html, 'paid')
    expect([back.status, back.headers['location']]).toEqual([
      303,
      expect.stringMatching(/^\/payment\/[0-9a-f]{32}$/),
    ])
    expect(form.messages).not.toContain('payment_success')
    expect((await form.settled()).html).toContain('Paid 46.50\u00a0EUR')
    expect(form.messages).toContain('payment_success')
    expect((await lastCallback())?.json).toMatchObject({ payment: { status: 'success' } })
  })

  it('stays open beside the provider in any other mode, and continues with the result', async () => {
    const form = await openForm(bench, anOpening('Ideal-2', { ...IDEAL, frame_mode: 'iframe' }))
    await form.send('confirm', {})
    const { html } = await form.settled()
    expect(html).toContain('target="_blank"')
    const done = await decide(html, 'declined')
    expect([done.status, done.text.includes('You can close this tab')]).toEqual([200, true])
    expect((await form.settled()).html).toContain('iDEAL declined the payment')
  })

  it('passes its language on to the provider’s page', async () => {
    const german = { ...IDEAL, frame_mode: 'iframe', language_code: 'de' }
    const form = await openForm(bench, anOpening('Ideal-de', german))
    await form.send('confirm', {})
    const { html } = await form.settled()
    expect((await decide(html, 'declined')).text).toContain('lang="de"')
    expect((await decide(html.replace('language=de', 'language=xx'), '')).text).toContain('lang="en"')
  })

  it('lets the customer change their mind', async () => {
    const form = await openForm(bench, anOpening('Ideal-3', IDEAL))
    await form.send('confirm', {})
    await form.settled()
    await form.send('provider', { outcome: 'cancelled' })
    expect((await form.settled()).html).toContain('The payment was cancelled')
    expect((await lastCallback())?.json).toMatchObject({ operation: { code: '20301' } })
  })

  it('waits for the result with a customer who left the provider', async () => {
    const form = await openForm(bench, anOpening('Ideal-4', IDEAL))
    await form.send('confirm', {})
    await decide((await form.settled()).html, 'left')
    expect((await form.settled()).html).toContain('is still being processed')
  })

  it('offers another attempt with the same method', async () => {
    await bench.switches({ retries: true })
    const form = await openForm(bench, anOpening('Ideal-5', IDEAL))
    await form.send('confirm', {})
    await decide((await form.settled()).html, 'declined')
    expect((await form.settled()).html).toContain('<span>Try again</span>')
    await form.send('retry', {})
    expect(form.shown.view).toBe('method')
    await form.send('confirm', {})
    await decide((await form.settled()).html, 'paid')
    expect((await form.settled()).html).toContain('Paid 46.50\u00a0EUR')
    const { json } = await shop.status('Ideal-5')
    expect(json).toMatchObject({ operations: [{ status: 'decline' }, { status: 'success' }] })
  })

  it('offers no other attempt while the method is unavailable', async () => {
    await bench.switches({ retries: true })
    const form = await openForm(bench, anOpening('Ideal-6', IDEAL))
    await form.send('confirm', {})
    await decide((await form.settled()).html, 'declined')
    expect((await form.settled()).html).toContain('<span>Try again</span>')
    await bench.switches({ unavailableMethods: [{ path: 'online-banking/ideal' }] })
    await form.send('retry', {})
    expect(form.shown.view).toBe('result')
    expect(form.shown.html).not.toContain('<span>Try again</span>')
  })

  it('offers the banks of the method, of which the customer chooses one', async () => {
    const estonian = { force_payment_method: 'online-estonian-banks', ...NAMES }
    const form = await openForm(bench, anOpening('Bank-1', { ...estonian, customer_country: 'EE' }))
    const opened = (await openByLink(bench, anOpening('Bank-2', { ...estonian, customer_country: 'EE' })))
      .text
    const banks = [...opened.matchAll(/name="account\.bank_id"\s+value="(\d+)"/g)].map(([, id]) => id ?? '')
    expect(banks).toHaveLength(8)
    expect(opened).not.toMatch(/name="account\.bank_id"[^>]*\schecked/)
    const [, , third = ''] = banks
    const payment_methods_options = JSON.stringify({ submethod_code: third })
    const named = { ...estonian, customer_country: 'EE', payment_methods_options }
    const { text } = await openByLink(bench, anOpening('Bank-3', named))
    expect(/name="account\.bank_id"\s+value="(\d+)"[^>]*\schecked/.exec(text)?.[1]).toBe(third)
    for (const [fields, reason] of [
      [{}, 'required'],
      [{ 'account.bank_id': '1' }, 'value'],
    ] as const) {
      const refused = await form.send('confirm', { fields })
      expect(refused.json).toMatchObject({ problems: [{ name: 'account.bank_id', reason }] })
    }
    await form.send('confirm', { fields: { 'account.bank_id': banks[0] ?? '' } })
    expect((await form.settled()).view).toBe('provider')
  })

  it('shows what to transfer, and believes a customer who says that they have paid', async () => {
    const form = await openForm(
      bench,
      anOpening('Transfer-1', { ...NAMES, force_payment_method: 'multibanco' }),
    )
    await form.send('confirm', {})
    const { html } = await form.settled()
    expect([...html.matchAll(/<dt><bdi>([^<]*)/g)].map(([, title]) => title)).toEqual(['Entity', 'Reference'])
    const values = [...html.matchAll(/data-copy="(\d+)"/g)].map(([, value = '']) => value.length)
    expect(values).toEqual([5, 9])
    await form.send('provider', { outcome: 'paid' })
    const { html: result } = await form.settled()
    expect(result).toContain('Paid 46.50\u00a0EUR')
    expect(result).toMatch(/Payment method<\/dt>\s*<dd><bdi>Multibanco</)
  })

  it('has the customer confirm in an app if there is nothing to transfer', async () => {
    const byApp = { ...NAMES, force_payment_method: 'mbway', account_number: '351912345678' }
    const opened = await openByLink(bench, anOpening('App-1', byApp))
    const form = driveForm(bench, opened)
    await form.send('confirm', {})
    const { html } = await form.settled()
    const sentence = 'Confirm the payment in the provider’s app.'
    for (const page of [opened.text, html]) expect(page).toContain(sentence)
    expect(html).toMatch(/Amount<\/dt>\s*<dd><bdi>46\.50\u00a0EUR</)
  })

  it('has no fields for the account and the document that the shop sent', async () => {
    const form = await openForm(
      bench,
      anOpening('Sent-1', {
        ...{ ...NAMES, force_payment_method: 'upaisa-wallet', payment_currency: 'PKR' },
        ...{ identify_doc_number: 'AB12345', account_number: '03001234567' },
      }),
    )
    await form.send('confirm', {})
    expect((await form.settled()).view).toBe('clarification')
  })

  it('says who sent a one-time code and whether it was wrong, and sends it again once its time is over', async () => {
    const upaisa = { ...NAMES, force_payment_method: 'upaisa-wallet', payment_currency: 'PKR' }
    const form = await openForm(bench, anOpening('Code-1', upaisa))
    await form.send('confirm', {
      fields: { 'identify.doc_number': 'AB12345', 'account.number': '03001234567' },
    })
    const { html } = await form.settled()
    for (const text of ['Enter the code', 'Sent by UPaisa', '123456 approves', 'New code in'])
      expect(html).toContain(text)
    await bench.advance(2 * MINUTE)
    expect((await form.poll()).html).toContain('Send a new code')
    await form.send('resend', {})
    expect(form.shown.html).toContain('New code in')
    await form.send('clarification', { fields: { 'additional_data.otp_code': '654321' } })
    expect(form.shown.html).toContain('This code is wrong or too old. Enter the new one.')
    await form.send('clarification', { fields: { 'additional_data.otp_code': '123456' } })
    expect((await form.settled()).view).toBe('result')
  })
})
