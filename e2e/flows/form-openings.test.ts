import { describe, expect, it } from 'vitest'
import { PROJECT, START } from './testing/flow-bench'
import { anOpening, driveForm, openByLink, openForm, signedParameters } from './testing/form-client'
import { receivedStatuses } from './testing/merchant'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS, MINUTE } from './testing/requests'
import { exchange, type WireResponse } from './testing/wire-client'

const { bench, merchant, shop, lastCallback } = useMerchantBench({ per: 'test', path: '/callbacks' })

describe('the opening of a form', () => {
  it('names the shop, or a test shop while the project has no name', async () => {
    const { projectId } = await bench.call('projects.create', { secret: PROJECT.secret })
    const shopOn = async (language: string): Promise<string | undefined> => {
      const opening = anOpening('Form-21', { project_id: projectId, language_code: language })
      const { text } = await openByLink(bench, opening)
      return /<b><bdi>([^<]*)<\/bdi><\/b>/.exec(text)?.[1]
    }
    expect([await shopOn('en'), await shopOn('fr')]).toEqual(['Test shop', 'Boutique de test'])
    await bench.call('projects.update', { projectId, name: 'Quillmere' })
    expect([await shopOn('en'), await shopOn('fr')]).toEqual(['Quillmere', 'Quillmere'])
  })

  it('accepts a formatted phone number, and callbacks have its digits', async () => {
    const form = await openForm(bench, anOpening('Form-22', { customer_phone: '+353 (87) 123-4511' }))
    await form.confirm()
    expect((await lastCallback())?.json).toMatchObject({ customer: { phone: '3538******11' } })
    await bench.switches({ collectedFields: [{ path: 'customer.phone', required: true, shown: true }] })
    const typed = await openForm(bench, anOpening('Form-23'))
    await typed.confirm({}, { fields: { 'customer.phone': '+353 87.123.4511' } })
    expect((await lastCallback())?.json).toMatchObject({ customer: { phone: '3538******11' } })
  })

  it('treats names with brackets as the nested values that PHP signed, and notes it in the exchange', async () => {
    const signedAs = signedParameters(anOpening('Form-24', { recurring: { register: 1, type: 'C' } }))
    const { recurring: _, ...plain } = signedAs
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)])),
      'recurring[register]': '1',
      'recurring[type]': 'C',
    }).toString()
    const byLink = await exchange(`${bench.ready.platform}/payment?${query}`, { method: 'GET' })
    expect(byLink.text).toContain('name="pan"')
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    const record = await bench.call('exchanges.get', { id: items[0]?.id ?? '' })
    expect(record.note).toContain('Names with brackets were read as nested values')
    expect(record.signature).toMatchObject({ state: 'valid' })
    // Signing the names as they are is valid too.
    const flat = await openByLink(bench, anOpening('Form-25', { 'recurring[type]': 'C' }))
    expect(flat.text).toContain('name="pan"')
  })

  it('may be repeated before the confirmation, but allows no payment with another card afterwards', async () => {
    const first = await openForm(bench, anOpening('Form-4'))
    const second = await openForm(bench, anOpening('form-4'))
    await first.confirm()
    await second.confirm({ pan: CARDS.decline })
    await bench.settle()
    expect(receivedStatuses(merchant.received)).toEqual(['success'])
    const late = await second.confirm()
    expect(late.status).toBe(422)
    const again = await openForm(bench, anOpening('FORM-4'))
    expect(again.shown.view).toBe('result')
    expect(again.messages).toEqual(['payment_success'])
  })

  it('when repeated, sends only the message of the page that it shows, even as JSON or after a capture', async () => {
    const opening = anOpening('Form-11', { operation_type: 'auth' })
    const form = await openForm(bench, opening)
    await form.confirm({ pan: CARDS.challenge })
    await bench.settle()
    await form.issuer({ code: '123456' })
    await bench.settle()
    expect((await openForm(bench, opening)).messages).toEqual(['payment_success'])

    await shop.followUp('capture', 'Form-11')
    await bench.settle()
    const again = await openForm(bench, opening)
    expect(again.messages).toEqual(['payment_success'])
    expect(again.shown.messages[0]?.data).toMatchObject({ payment: { id: 'Form-11', status: 'success' } })

    const { json } = await exchange(`${bench.ready.platform}/payment`, {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(signedParameters(opening)),
    })
    const { status, url, session } = json
    expect([status, String(url).endsWith(`/payment/${String(session)}`)]).toEqual(['success', true])
    const page = (): Promise<WireResponse> => exchange(String(url), { method: 'GET' })
    expect(driveForm(bench, await page()).messages).toEqual(['payment_success'])
    expect(driveForm(bench, await page()).messages).toEqual([])
  })

  it('includes the form only once in its page', async () => {
    const { text } = await openByLink(bench, anOpening('Form-10'))
    expect(text.match(/f-pan-e"|f-pan-e\\"/g)).toHaveLength(2)
  })
})

describe('the colours', () => {
  const schemeOf = (html: string): string | undefined =>
    /name="color-scheme" content="([^"]*)"/.exec(html)?.[1]

  it('follow the unsigned parameter _theme on every page, and are light by default', async () => {
    expect(schemeOf((await openByLink(bench, anOpening('Theme-1'))).text)).toBe('light')
    for (const [theme, scheme] of [
      ['dark', 'dark'],
      ['auto', 'light dark'],
      ['pink', 'light'],
    ] as const) {
      const page = await openByLink(bench, anOpening(`Theme-${theme}`, { _theme: theme }))
      expect(schemeOf(page.text)).toBe(scheme)
    }
    const refused = await openByLink(bench, anOpening('Theme-2', { _theme: 'dark', payment_amount: '4.5' }))
    expect([refused.status, schemeOf(refused.text)]).toEqual([400, 'dark'])
  })
})

describe('the time to confirm', () => {
  const until = (ms: number): string => new Date(START + ms).toISOString().replace('.000Z', '+00:00')

  it('ends with a notice and without a payment, even at the next opening', async () => {
    const opening = anOpening('Limit-1', { best_before: until(5 * MINUTE) })
    const form = await openForm(bench, opening)
    await bench.advance(5 * MINUTE)
    expect((await form.poll()).view).toBe('expired')
    await form.confirm()
    expect(form.shown.view).toBe('expired')
    // Nothing was sent, so there is no message.
    expect(form.messages).toEqual([])
    expect((await openForm(bench, opening)).shown.view).toBe('expired')
    expect((await shop.status('Limit-1')).json).toMatchObject({ code: '3061' })
    expect(merchant.received).toEqual([])
  })
})
