import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'
import { runCommand } from '#e2e/pages/palette'
import { callBackTo, sell } from '#e2e/pages/sales'

test('a failing target is retried according to the schedule, and every response is kept', async ({
  workbench: { page, info, api },
  receiver,
}) => {
  const { open, row, detail, clock } = workbenchPage(page)
  await callBackTo({ api, info }, receiver)
  receiver.answerWith(500)
  await sell(api, 'failing')
  await open('Callbacks')
  await expect(row(/failed 1\/120 .*failing/)).toBeVisible()

  const callback = detail('Result callback')
  await expect(callback).toContainText(receiver.url)
  const responses = callback.getByRole('table', { name: 'Response to each attempt' })
  await expect(responses.getByRole('button')).toHaveCount(1)
  await expect(responses).toContainText('refused with 500')
  // All remaining attempts of the schedule are planned.
  const id = (await api('callbacks.list', {})).items[0]?.id ?? ''
  expect((await api('callbacks.get', { id })).planned).toHaveLength(119)
  await expect(callback.getByTitle(/^retry \d+, scheduled/)).toHaveCount(119)

  await clock.getByRole('button', { name: 'Next timer' }).click()
  await expect(responses.getByRole('button')).toHaveCount(2)
  await responses.getByRole('button', { name: /^Attempt 1 / }).click()
  await expect(callback.getByRole('region', { name: /response/i }).first()).toContainText('refused with 500')

  // The list of payments and the rail show the failure.
  await expect(page.getByRole('link', { name: /Callbacks 1 failing/ })).toBeVisible()
  await open('Payments')
  await expect(row(/success failing .*1 failed/)).toBeVisible()
})

test('a request to the capture server is listed with its verdict', async ({
  workbench: { page, info, api },
}) => {
  const { openCallbacks, row, detail, chooseMore } = workbenchPage(page)
  await sell(api, 'captured-1')
  await openCallbacks('Captured')
  await expect(row(/\/callbacks .*valid 200/)).toBeVisible()

  const body = '{"project_id":1,"payment":{"id":"forged"},"signature":"AAAA"}'
  await fetch(`${info.merchant}/elsewhere?x=1`, { method: 'PUT', body })
  await fetch(info.merchant, { method: 'POST', body: 'no JSON at all' })
  await expect(row(/PUT \/elsewhere\?x=1/)).toBeVisible()
  await page.getByRole('button', { name: /^Signature valid/ }).click()
  await expect(row(/PUT \/elsewhere/)).toBeHidden()
  await expect(row(/\/callbacks .*valid 200/)).toBeVisible()
  await row(/ \/callbacks/).click()
  await expect(detail('Captured request')).toContainText('signature valid')
  await detail('Captured request').getByRole('tab', { name: 'Signature' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('captured-1')
  await chooseMore(detail('Captured request'), 'Open the callback as sent')
  const callback = detail('Result callback')
  await expect(callback).toContainText('delivered')
  await runCommand(page, 'with what was received')
  await expect(callback.getByRole('tab', { name: 'As received' })).toHaveAttribute('aria-selected', 'true')
  await expect(callback.getByRole('tabpanel')).toContainText('Received byte for byte as it was sent.')
  const both = callback.getByRole('group', { name: 'As sent and As received side by side' })
  await expect(both.getByRole('textbox', { name: 'As received' })).toContainText('captured-1')
  await expect(callback.getByRole('tabpanel').locator('.comparison-heads')).toHaveText(/As sent.*As received/)
})
