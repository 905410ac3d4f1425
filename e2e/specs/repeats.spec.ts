import type { Params } from '#protocol/methods'
import { answersPage } from '#e2e/pages/answers-page'
import { replayPage } from '#e2e/pages/replay-page'
import { refusedCallback } from '#e2e/pages/refused-callback'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

const DAY = 86_400_000

/** The capture server gives every request this response. */
const answering = (status: number, body: string): Params<'answers.put'>['rule'] => ({
  id: 'always',
  name: 'Always the same',
  enabled: true,
  match: {},
  steps: [{ kind: 'reply', status, headers: [], body, delayMs: 0 }],
  after: 'last',
  per: 'rule',
})

test('a single replay is sent once, unless repeats are asked for', async ({
  workbench: { page, api, info },
  receiver,
}) => {
  await api('clock.set', { mode: 'frozen' })
  await api('projects.update', { projectId: info.project.id, callbackUrl: receiver.url })
  const { key } = await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'once-1' })
  await api('payments.complete', { key, outcome: 'success' })
  await expect.poll(() => receiver.received.length).toBe(1)
  receiver.answerWith(500)

  const { open, row, detail } = workbenchPage(page)
  const { form, send } = replayPage(page)
  await open('Callbacks')
  await row(/Result once-1/).click()
  await detail('Result callback').getByRole('tab', { name: 'Edit and replay' }).click()
  const retry = form.getByRole('checkbox', { name: 'Retry until the response is 200' })
  await expect(retry).not.toBeChecked()
  await send.click()
  await expect.poll(() => receiver.received.length).toBe(2)
  await api('clock.advance', { ms: DAY })
  expect(receiver.received).toHaveLength(2)

  await retry.check()
  await send.click()
  await expect.poll(() => receiver.received.length).toBe(3)
  await api('clock.advance', { ms: DAY })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(10)
})

test('a bulk replay says when nothing differs, and which body does', async ({ workbench: { page, api } }) => {
  for (const paymentId of ['bulk-1', 'bulk-2']) {
    const { key } = await api('payments.create', { amount: 100, currency: 'EUR', paymentId })
    await api('payments.complete', { key, outcome: 'success' })
  }
  await expect.poll(async () => (await api('captures.list', {})).items.length).toBe(2)
  const { open, row, dialog } = workbenchPage(page)
  await open('Callbacks')
  await row(/Result bulk-1/).click()
  await row(/Result bulk-2/).click({ modifiers: ['Shift'] })
  const bulk = dialog('Bulk replay')
  const replay = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Replay…' }).click()
    await bulk.getByRole('button', { name: 'Start replay' }).click()
    await expect(bulk).toContainText('2 of 2 done')
    await bulk.getByRole('checkbox', { name: 'Only those with a different response' }).check()
  }
  await replay()
  await expect(bulk).toContainText(
    'No differences: every response has the status and the body of its original.',
  )
  await page.keyboard.press('Escape')

  await api('answers.put', { rule: answering(200, 'received') })
  await replay()
  await expect(bulk).not.toContainText('No differences')
  await expect(bulk.getByText('different body').first()).toBeVisible()
  await expect(bulk.getByText('different status')).toHaveCount(0)
})

/** Whether all that is drawn of a mark, an icon at least, lies in its cell. */
function isWithinItsCell(mark: Element): boolean {
  const cell = mark.closest('[role="gridcell"]')?.getBoundingClientRect()
  const icon = mark.querySelector('svg')?.getBoundingClientRect()
  const whole = mark.getBoundingClientRect()
  if (cell === undefined || icon === undefined || icon.width === 0) return false
  return [icon, whole].every(({ left, right }) => left >= cell.left && right <= cell.right + 0.5)
}

test('marks of a message are whole beside words that are not', async ({ workbench: { page, api, info } }) => {
  await api('clock.set', { mode: 'frozen' })
  await api('faults.put', {
    rule: {
      id: 'corrupt',
      name: 'No signature fits',
      enabled: true,
      match: {},
      when: { kind: 'always' },
      fault: { kind: 'corruptSignature' },
    },
  })
  await api('answers.put', { rule: answering(500, '') })
  await api('projects.update', {
    projectId: info.project.id,
    callbackUrl: `${info.merchant}/shops/north/webhooks/payments/results/of-the-whole-day`,
  })
  const { key } = await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'marked-1' })
  await api('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
  await expect.poll(async () => (await api('captures.list', {})).items.length).toBeGreaterThan(0)
  const { open, row } = workbenchPage(page)
  await open('Callbacks')
  for (const [list, word] of [
    ['Sent', 'fault'],
    ['Captured', 'rule'],
  ] as const) {
    await answersPage(page).show(list)
    for (const width of [1000, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const mark = row(/marked-1|of-the-whole-day/)
        .first()
        .getByTitle(/rule/i)
        .filter({ hasText: word })
        .last()
      await expect.poll(() => mark.evaluate(isWithinItsCell), `${list} at ${String(width)}`).toBe(true)
    }
  }
})

test('the chart of attempts folds to one line, and gives its room to the rest', async ({
  workbench: { page, api, info },
  receiver,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await refusedCallback({ api, info }, receiver, { paymentId: 'folded-1', forMs: DAY })
  const { open, row, detail } = workbenchPage(page)
  await open('Callbacks')
  await row(/Result folded-1/).click()
  const callback = detail('Result callback')
  const chart = callback.getByRole('button', { name: 'Chart' })
  const drawing = callback.getByRole('img', { name: /attempts\. \d+ sent/ })
  const body = callback.locator('.msg-json')
  const top = async (): Promise<number> => (await body.boundingBox())?.y ?? 0
  await callback.getByRole('tab', { name: 'Body' }).click()
  await expect(drawing).toBeVisible()
  const drawn = (await drawing.boundingBox())?.height ?? 0
  const before = await top()
  expect(drawn).toBeGreaterThan(40)
  await chart.click()
  await expect(drawing).toBeHidden()
  await expect.poll(async () => before - (await top())).toBeGreaterThan(drawn * 0.8)
  const line = await chart.locator('xpath=..').boundingBox()
  expect(line?.height).toBeLessThan(40)
})
