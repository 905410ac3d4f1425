import { expect, it } from 'vitest'
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

it('the page of the issuer, and the form if it requests the code, say where a one-time code was sent', async () => {
  const phone = { customer_phone: '353871234567' }
  const form = await openForm(bench, anOpening('by-bank', phone))
  const { html } = await form.pay({ pan: CARDS.challenge })
  const [path = ''] = /\/payment\/[0-9a-f]+\/issuer[^"]*/.exec(html) ?? []
  const page = await exchange(`${bench.ready.platform}${path.replaceAll('&amp;', '&')}`, { method: 'GET' })
  expect(words(page.text)).toContain('ending in 67')

  const asked = await openForm(bench, anOpening('by-form', phone))
  await asked.pay({ pan: CARDS.twice })
  await asked.send('clarification', { fields: AVS })
  expect(words((await asked.settled()).html)).toContain('ending in 67')
})
