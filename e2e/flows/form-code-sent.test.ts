import { describe, expect, it } from 'vitest'
import { anOpening, openForm } from './testing/form-client'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS } from './testing/requests'
import { exchange } from './testing/wire-client'

const { bench } = useMerchantBench({ per: 'file', path: '/callbacks' })

const AVS = {
  'avs_data.avs_post_code': 'H91 AB12',
  'avs_data.avs_street_address': '14 Long Walk',
}

/** The words of a page, without markup. */
const words = (html: string): string => html.replaceAll(/<[^>]*>|&nbsp;/g, ' ').replaceAll(/\s+/g, ' ')

describe.each([
  ['with the customer’s phone', { customer_phone: '353871234567' }, ['ending in 67', 'ending in 67']],
  ['without a phone', {}, ['the phone number you gave us', 'the phone number it has for you']],
] as const)('where a one-time code was sent, %s,', (name, change, [byBank, byForm]) => {
  it('is said by the page of the bank', async () => {
    const form = await openForm(bench, anOpening(`Bank ${name}`, change))
    await form.confirm({ pan: CARDS.challenge })
    await bench.settle()
    const { html } = await form.poll()
    const [path = ''] = /\/payment\/[0-9a-f]+\/issuer[^"]*/.exec(html) ?? []
    const page = await exchange(`${bench.ready.platform}${path.replaceAll('&amp;', '&')}`, { method: 'GET' })
    expect(page.status).toBe(200)
    expect(words(page.text)).toContain(byBank)
  })

  it('is said where the form asks for the code', async () => {
    const form = await openForm(bench, anOpening(`Form ${name}`, change))
    await form.confirm({ pan: CARDS.twice })
    await bench.settle()
    await form.poll()
    await form.send('clarification', { fields: AVS })
    await bench.settle()
    const { view, html } = await form.poll()
    expect(view).toBe('clarification')
    expect(html).toContain('name="customer.security_code"')
    expect(words(html)).toContain(byForm)
  })
})
