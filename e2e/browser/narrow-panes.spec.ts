import { aRule, reply } from '#e2e/flows/testing/answer-rules'
import { aFaultRule } from '#e2e/flows/testing/fault-rules'
import { answersPage } from '#e2e/pages/answers-page'
import { expectShownWhole } from '#e2e/pages/shown-whole'
import { refusedCallback, sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('the button for new callbacks does not cut off the text beside it', async ({
  workbench: { page, api },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { open, row } = workbenchPage(page)
  await sell(api, 'first')
  await open('Callbacks')
  await row(/Result first/).click()
  for (let n = 1; n <= 12; n += 1) await sell(api, `later-${String(n)}`)
  await expect(page.getByRole('button', { name: '12 new' })).toBeVisible()
  await expectShownWhole(page.getByRole('button', { name: 'Compose' }).getByText('Compose'))
  await expectShownWhole(page.getByRole('button', { name: 'Delivered 13' }))
})

test('the message of an operation is shown once, at every width', async ({ workbench: { page, api } }) => {
  const { open, row, detail } = workbenchPage(page)
  const { key } = await api('payments.create', { amount: 4650, currency: 'EUR', paymentId: 'limit-1' })
  await api('payments.complete', { key, outcome: 'decline', code: '10101' })
  await open('Payments')
  await row(/limit-1/).click()
  await page.getByRole('tab', { name: 'Operations' }).click()
  const table = detail('Payment limit-1').getByRole('table', { name: 'Operations of the payment' })
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const message = table.getByText('Decline due to amount or frequency limit').filter({ visible: true })
    await expect(message, `at ${String(width)}`).toHaveCount(1)
    await expectShownWhole(message)
  }
})

test('the words of a step are shown in full if their pane has room, whichever lane they belong to', async ({
  workbench: { page, api },
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await api('clock.set', { mode: 'frozen' })
  const { open, row, detail } = workbenchPage(page)
  const { key } = await api('payments.create', { amount: 4650, currency: 'EUR', paymentId: 'asked-1' })
  await api('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
  await open('Payments')
  await row(/asked-1/).click()
  const steps = detail('Payment asked-1').getByRole('table', { name: 'Steps of the payment' })
  for (const words of [
    /1 field requested/,
    /clarification callback/,
    /End of the 30-minute wait: decline 603/,
  ])
    await expectShownWhole(steps.getByRole('row', { name: words }).getByText(words).first())
  // They are centred on their arrow.
  const sent = steps.getByRole('row', { name: /clarification callback/ })
  const centre = async (part: string): Promise<number> => {
    const box = await sent.locator(part).boundingBox()
    return box === null ? NaN : box.x + box.width / 2
  }
  expect(await centre('.s-label > span')).toBeCloseTo(await centre('.s-arrow'), 0)
})

test('a notification does not cover the buttons of a rule', async ({ workbench: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const answers = answersPage(page)
  await workbenchPage(page).openCallbacks('Response rules')
  for (const name of ['Always 500', 'Reset']) {
    await answers.begin(name)
    await answers.save()
    await expect(answers.editor).toContainText('Saved.')
  }
  await answers.rule('Always 500').getByRole('button').first().focus()
  await page.keyboard.press('Delete')
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
  await expect(toast).toContainText('Removed the rule')
  // The notification slides in.
  await expect
    .poll(async () => {
      const button = await answers.editor.getByRole('button', { name: 'Save rule' }).boundingBox()
      const box = await toast.boundingBox()
      return button !== null && box !== null && button.y + button.height <= box.y
    })
    .toBe(true)
})

test('a callback with many attempts leaves room for its body and for the responses', async ({
  workbench: { page, api, info },
  receiver,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await refusedCallback({ api, info }, receiver, { paymentId: 'often', forMs: 15 * 60_000 })
  const { open, row } = workbenchPage(page)
  await open('Callbacks')
  await row(/Result often/).click()
  await page.getByRole('tab', { name: 'Body' }).click()
  const body = page.locator('article .msg-json')
  const responses = page.getByRole('region', { name: 'Merchant’s responses' })
  await expect(body).toBeVisible()
  expect((await body.boundingBox())?.height).toBeGreaterThan(140)
  expect((await responses.boundingBox())?.height).toBeGreaterThan(180)
  await expect(responses.getByRole('row', { name: /500/ }).nth(3)).toBeInViewport()

  await open('Payments')
  await row(/often/).click()
  await page.getByRole('tab', { name: 'Callbacks' }).click()
  await expect(page.getByRole('table', { name: 'Callbacks of the payment' })).toContainText(/\d+ attempts/)
})

test('the words of everything that is active are shown in full at every width', async ({
  workbench: { page, api, info },
}) => {
  await api('clock.advance', { ms: 26 * 3_600_000 })
  await api('projects.update', { projectId: info.project.id, switches: { outcome: { mode: 'hold' } } })
  await api('faults.save', { rules: [aFaultRule({ kind: 'drop' })] })
  await api('answers.save', { rules: [aRule([reply(500)])] })
  const active = page.getByRole('group', { name: 'Active' }).getByRole('button')
  await expect(active).toHaveText(['1 fault', '1 response', 'payments wait', 'clock +1 d 2 h'])
  const minute = workbenchPage(page).clock.getByRole('button', { name: '+1 min' })
  for (const width of [1000, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const chip of await active.all()) {
      await expectShownWhole(chip)
      await expect(chip).toBeInViewport({ ratio: 1 })
    }
    await expect(minute).toBeInViewport({ ratio: 1 })
  }
})

test('a scenario has its name on one line in the narrow list beside the editor', async ({
  workbench: { page, api },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const text = `name: A sale by a customer who comes back after the third reminder
steps:
  - sale: { as: order, amount: 46.50 EUR }
`
  await api('scenarios.save', { file: 'long.yaml', text, version: null })
  const { open, choose } = workbenchPage(page)
  await open('Scenarios')
  await choose(/after the third reminder/)
  await page.keyboard.press('e')
  const list = page.getByRole('grid', { name: 'Scenarios' })
  await expect.poll(async () => (await list.boundingBox())?.width).toBe(240)
  const box = await list.getByRole('row', { selected: true }).getByText('A sale by').boundingBox()
  expect(box?.height).toBeLessThan(24)
})
