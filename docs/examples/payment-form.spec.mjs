// The hosted form in a browser, and the callback that follows. In a folder with paybench and @playwright/test installed:
//   npx playwright test
import { any } from 'paybench/client'
import { expect, test } from 'paybench/playwright'

/** The address at which your shop would open the form: its parameters, signed with the secret of the project. */
const formAddress = async (bench, project) => {
  const { parameters } = await bench.preview.sign({
    projectId: project.id,
    mode: 'tab',
    parameters: {
      project_id: project.id,
      payment_id: 'order-1',
      payment_amount: 4650,
      payment_currency: 'EUR',
      customer_id: 'buyer-1',
      customer_email: 'nora@shop.test',
    },
  })
  return `${bench.addresses.platform}/payment?${new URLSearchParams(parameters)}`
}

const pay = async (page, card) => {
  await page.locator('input[name=pan]').fill(card)
  await page.locator('input[name=expiry]').fill('07/33')
  await page.locator('input[name=cvv]').fill('739')
  await page.locator('input[name=card_holder]').fill('Nora Vale')
  await page.locator('button[type=submit]').click()
}

// Every test has its own project, so both may pay for an order-1 at the same time.
test.describe.configure({ mode: 'parallel' })

test('a good card pays the order', async ({ page, bench, project }) => {
  await page.goto(await formAddress(bench, project))
  await pay(page, '4000 0000 0000 0077')
  const callback = await project.expect.callback({
    paymentId: 'order-1',
    kind: 'result',
    body: { payment: { status: 'success' } },
  })
  expect(callback.signature.state).toBe('valid')
})

test('a card that needs more data causes a clarification', async ({ page, bench, project }) => {
  await page.goto(await formAddress(bench, project))
  await pay(page, '4000 0000 0001 7006')
  await project.expect.callback({
    paymentId: 'order-1',
    kind: 'clarification',
    body: { clarification_fields: { avs_data: any } },
  })
  await expect(page.locator('[name="avs_data.avs_post_code"]')).toBeVisible()
})
