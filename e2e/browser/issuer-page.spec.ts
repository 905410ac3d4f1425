import { signature } from '../../docs/examples/sign.mjs'
import { AxeBuilder } from '@axe-core/playwright'
import { servePage } from '#e2e/fixtures/merchant/page-server'
import { expect, test } from '#e2e/pages/test'

const CARD = '4314220000000056'

interface Acs {
  readonly pa_req: string
  readonly md: string
  readonly acs_url: string
}

test('the customer of an API payment goes to the issuer and comes back to the shop', async ({
  workbench: { page, info, api },
}) => {
  const shop = await servePage('<title>Shop</title><h1>Thank you</h1>')
  const general = { project_id: info.project.id, payment_id: 'by-api' }
  const sale = {
    general,
    card: { pan: CARD, year: 2033, month: 7, cvv: '123', card_holder: 'NORA VALE' },
    customer: { id: 'b', ip_address: '203.0.113.9' },
    payment: { amount: 4650, currency: 'EUR' },
    acs_return_url: { return_url: shop.url },
  }
  const post = (path: string, body: { readonly general: object }): Promise<Response> =>
    fetch(`${info.platform}/v2/payment/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...body,
        general: { ...body.general, signature: signature(body, info.project.secret) },
      }),
    })
  await post('card/sale', sale)
  const acsOf = async (): Promise<Acs | undefined> =>
    ((await (await post('status', { general })).json()) as { readonly acs?: Acs }).acs
  await expect.poll(acsOf).toBeDefined()
  const acs = await acsOf()
  if (acs === undefined) throw new Error('The payment is not challenged')

  const customer = await page.context().newPage()
  await customer.setContent(
    `<form method="post" action="${acs.acs_url}"><input name="PaReq" value="${acs.pa_req}"><input name="MD" value="${acs.md}"><button>Go</button></form>`,
  )
  await customer.getByRole('button', { name: 'Go' }).click()
  await expect(customer.getByRole('heading', { name: 'Confirm this payment' })).toBeVisible()
  expect((await new AxeBuilder({ page: customer }).analyze()).violations).toEqual([])
  const returning = customer.waitForRequest(shop.url)
  await customer.getByRole('textbox', { name: 'Code' }).fill('123456')
  await customer.getByRole('button', { name: 'Confirm' }).click()
  await expect(customer).toHaveTitle('Shop')
  const posted = new URLSearchParams((await returning).postData() ?? '')
  expect(posted.get('MD')).toBe(acs.md)

  const result = { general, pares: posted.get('PaRes') }
  await post('card/3ds_result', result)
  await expect
    .poll(async () => (await api('payments.list', { query: 'id=by-api' })).items.map(({ status }) => status))
    .toEqual(['success'])
  await shop.close()
})
