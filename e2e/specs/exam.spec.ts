import { createServer } from 'node:http'
import { listening } from '#core/testing/listening'
import { expectAccessible } from '#e2e/pages/every-look'
import { runCommand } from '#e2e/pages/palette'
import { expect, test } from '#e2e/pages/test'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'

test('a merchant is examined, a person adds what only a person can see, and the report is saved', async ({
  workbench: { page },
  receiver,
}) => {
  // The exam alone may take most of a minute.
  test.slow()
  // This merchant accepts every callback.
  receiver.answerWith(200)
  const { row, detail } = workbenchPage(page)
  await runCommand(page, 'Examine a merchant…')
  const address = page.getByRole('textbox', { name: 'Callback address' })
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/Enter the address where the merchant receives callbacks/)
  await address.fill('http://shop.test/hooks')
  await page.getByRole('textbox', { name: 'Port of the platform' }).fill('0')
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await expect(page.getByRole('alert')).toContainText('shop.test is not on this computer')
  // What was typed is still there after a reload.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Callback address' })).toHaveValue('http://shop.test/hooks')
  await page.getByRole('textbox', { name: 'Callback address' }).fill(receiver.url)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await expect(page.getByRole('heading', { name: 'The exam is running' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Grade D' })).toBeVisible({ timeout: 50_000 })

  await row(/2 failed The signature of every callback/).click()
  const broken = detail(/^Rule 2:/)
  await expect(broken).toContainText('A callback with a wrong signature was answered with 200.')
  await expect(broken).toContainText('Compute the signature over the whole body')
  await broken.getByText(/Reproduce it: paybench run rule-02-corrupt.yaml --platform-port \d+$/).click()
  await expect(broken.getByLabel('Scenario rule-02-corrupt.yaml')).toContainText('PAYBENCH_PROJECT_SECRET')
  await broken
    .getByText(/^\d\. Result callback/)
    .first()
    .click()
  await expect(broken.getByLabel(/^Response \d/).first()).toContainText('HTTP status 200')
  await broken.getByRole('button', { name: 'Examine this rule again' }).click()
  await expect(page.getByText(/Rule 2 is being examined again/)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Active' })).toContainText('exam running')
  await expect(row(/2 failed The signature of every callback/)).toBeVisible()
  await expect(page.getByText(/Rule 2 is being examined again/)).toBeHidden()
  await expect(page).toHaveURL(/#exam\/2$/)
  await expectAccessible(page)
  await row(/2 failed The signature of every callback/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.poll(() => clipboardText(page)).toMatch(/exam\/2$/)

  await row(/4 not observed needs your answer A genuine callback/).click()
  const asked = detail(/^Rule 4:/)
  await expect(asked).toContainText(/Look at the order .+: it must show as paid/)
  // The plain decline is a second question, whose answer is not cleared.
  const yes = asked.getByRole('button', { name: 'Yes, as described', exact: true }).first()
  await asked.getByRole('button', { name: 'Yes, as described', exact: true }).nth(1).click()
  await yes.click()
  await expect(row(/4 passed A genuine callback/)).toBeVisible()
  await asked.getByRole('button', { name: 'Clear the answer' }).first().click()
  await expect(row(/^4 not observed needs your answer/)).toBeVisible()

  // The list can be limited to one verdict.
  const verdicts = page.getByRole('group', { name: 'Verdicts shown' })
  await verdicts.getByRole('button', { name: /^Failed \d+$/ }).click()
  await expect(row(/not observed/)).toHaveCount(0)
  await expect(row(/2 failed The signature of every callback/)).toBeVisible()
  await verdicts.getByRole('button', { name: /^Not observed \d+$/ }).click()
  await verdicts.getByRole('button', { name: /^Needs your answer \d+$/ }).click()
  await expect(row(/^4 not observed needs your answer/)).toBeVisible()
  await expect(row(/2 failed/)).toHaveCount(0)
  await yes.click()
  await expect(row(/^4 passed A genuine callback/)).toHaveAttribute('aria-selected', 'true')
  await verdicts.getByRole('button', { name: /^All \d+$/ }).click()
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Clear the answer' }).first().click()
  await page.evaluate(() => (location.hash = '#exam/99'))
  await expect(page.getByText('There is no rule 99. Select one from the list.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save report' }).click()
  expect((await download).suggestedFilename()).toMatch(/^exam-.*\.html$/)
})

test('an order is read as a trial before the exam, and the path to its state is chosen from its members @long', async ({
  workbench: { page },
}) => {
  const shop = createServer((_, response) => {
    response.end(JSON.stringify({ id: 'order-7', order: { state: 'paid' } }))
  })
  const { url, close } = await listening(shop)
  try {
    await workbenchPage(page).open('Exam')
    await page
      .getByRole('textbox', { name: 'Address that returns an order as JSON' })
      .fill(`${url}/orders/{payment_id}`)
    const path = page.getByRole('textbox', { name: 'Path to the state' })
    await expect(path).toHaveValue('status')
    const tryIt = page.getByRole('button', { name: 'Try it' })
    await tryIt.click()
    await expect(page.getByRole('alert')).toContainText('enter the payment_id of an order')
    await page.getByRole('textbox', { name: 'Order to try' }).fill('order-7')
    await tryIt.click()
    const tried = page.getByRole('region', { name: 'The order that was tried' })
    await expect(tried.getByRole('status')).toContainText('State at status: no value')
    // The result comes into view once, not whenever somebody types elsewhere.
    await page.setViewportSize({ width: 1280, height: 480 })
    await tryIt.click()
    await expect(tried).toBeInViewport()
    const address = page.getByRole('textbox', { name: 'Callback address' })
    await address.fill('http://127.0.0.1:4000/hooks')
    await expect(address).toBeInViewport()
    await expectAccessible(page)
    await tried.getByRole('button', { name: 'State: order.state' }).click()
    await expect(path).toHaveValue('order.state')
    await expect(tried.getByRole('status')).toContainText('State at order.state: "paid", a paid order')
    await tried.getByText('Amount paid', { exact: true }).click()
    await tried.getByRole('button', { name: 'Amount paid: id' }).click()
    await expect(page.getByRole('textbox', { name: 'Path to the amount paid' })).toHaveValue('id')
    await expect(path).toHaveValue('order.state')
  } finally {
    await close()
  }
})

test('an exam is stopped by a key', async ({ workbench: { page }, receiver }) => {
  receiver.answerWith(500)
  await workbenchPage(page).open('Exam')
  await page.getByRole('textbox', { name: 'Callback address' }).fill(receiver.url)
  await page.getByRole('textbox', { name: 'Port of the platform' }).fill('0')
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await expect(page.getByRole('heading', { name: 'The exam is running' })).toBeVisible()
  await page.getByRole('grid', { name: 'Rules' }).focus()
  await page.keyboard.press('x')
  await expect(page.getByText(/You stopped it early|The exam was stopped/)).toBeVisible()
})

test('the exam starts beside its title, which is as high as those of other pages', async ({
  workbench: { page },
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const middles: number[] = []
  for (const name of ['Preview', 'Signature', 'Settings', 'Exam'] as const) {
    await workbenchPage(page).open(name)
    const title = await page.getByRole('heading', { name, level: 1, exact: true }).boundingBox()
    middles.push((title?.y ?? 0) + (title?.height ?? 0) / 2)
  }
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1)
  const start = await page.getByRole('button', { name: 'Start the exam' }).boundingBox()
  expect(start?.x).toBeLessThan(400)
})
