import type { Api } from '#e2e/fixtures/automation'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { refusedCallback } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'

const AVS = { avs_data: ['avs_post_code', 'avs_street_address'] }

async function makeWaiting(api: Api, paymentId: string): Promise<string> {
  const { key } = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId })
  await api('payments.requestClarification', { key, fields: AVS })
  return key
}

const deliveredCallbacks = async (api: Api): Promise<number> =>
  (await api('callbacks.list', {})).items.filter(({ state }) => state === 'delivered').length

test('a frozen clock does not run, and half an hour declines a waiting payment', async ({
  workbench: { page, api },
}) => {
  const { clock, row, detail } = workbenchPage(page)
  await expect(clock).toContainText('no timers')
  await clock.getByRole('button', { name: 'Clock: Live' }).click()
  await page.getByRole('menuitemradio', { name: 'Frozen' }).click()
  await expect(clock.getByRole('button', { name: 'Clock: Frozen' })).toBeVisible()
  expect((await api('clock.get', {})).mode).toBe('frozen')

  await makeWaiting(api, 'left-alone')
  await expect.poll(() => deliveredCallbacks(api)).toBe(1)
  await expect(clock).toContainText('next in 30:00')
  await expect(clock).toContainText('left-alone')
  await expect(
    detail('Payment left-alone').getByRole('timer', { name: 'Merchant answers within' }),
  ).toContainText('30:00')
  const minute = clock.getByRole('button', { name: '+1 min' })
  const place = await minute.boundingBox()
  await minute.click()
  await expect(clock).toContainText('next in 29:00')
  expect(await minute.boundingBox(), 'the button moves under the pointer').toEqual(place)
  await clock.getByRole('button', { name: '+30 min' }).click()
  await expect(row(/decline \d+ left-alone/)).toBeVisible()

  // The timeline shows what ended the payment.
  const steps = detail('Payment left-alone').getByRole('table', { name: 'Steps of the payment' })
  await expect(steps.getByRole('row', { name: /The wait timed out/ })).toBeVisible()
  await expect(steps.getByRole('row', { name: /result/i }).last()).toBeVisible()
})

test('one press goes to the next timer, and any span can be typed', async ({ workbench: { page, api } }) => {
  const { clock, row, dialog, toast } = workbenchPage(page)
  await api('clock.set', { mode: 'frozen' })
  await makeWaiting(api, 'first')
  await expect(row(/awaiting clarification first/)).toBeVisible()
  await clock.getByRole('button', { name: 'Next timer' }).click()
  await expect(row(/decline \d+ first/)).toBeVisible()
  await expect(toast(/1 timer fired: first, clarification/)).toBeVisible()

  await makeWaiting(api, 'second')
  await expect(row(/awaiting clarification second/)).toBeVisible()
  const before = Date.parse((await api('clock.get', {})).now)
  await clock.getByRole('button', { name: 'Clock: Frozen' }).click()
  await page.getByRole('menuitem', { name: 'Advance by…' }).click()
  const advance = dialog('Advance the clock')
  await advance.getByLabel('By').fill('soon')
  await page.keyboard.press('Control+Enter')
  await expect(advance).toContainText('Enter a time span such as')
  await advance.getByLabel('By').fill('2 days 3 h')
  await advance.getByRole('button', { name: 'Advance 2 days 3 hours' }).click()
  await expect(row(/decline \d+ second/)).toBeVisible()
  await expect.poll(async () => Date.parse((await api('clock.get', {})).now) - before).toBe(51 * 3_600_000)
})

test('a next timer months ahead is named, and an advance to it has to be confirmed', async ({
  workbench: { page, info, api },
}) => {
  const { clock, row, dialog } = workbenchPage(page)
  await api('clock.set', { mode: 'frozen' })
  const day = 86_400_000
  await api('projects.update', {
    projectId: info.project.id,
    switches: { processingDeadlineMs: 200 * day },
  })
  await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'patient' })
  await expect(row(/processing patient/)).toBeVisible()
  const before = Date.parse((await api('clock.get', {})).now)
  const next = clock.getByRole('button', { name: 'Next timer in 7 months…' })
  await expect(next).toHaveAttribute('title', /^To .*, in 7 months: patient, /)
  await next.click()
  const asked = dialog('Advance to the next timer')
  await expect(asked).toContainText('This is the next timer: patient, ')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  expect(Date.parse((await api('clock.get', {})).now)).toBe(before)
  await next.click()
  await page.keyboard.press('Control+Enter')
  await expect(row(/decline \d+ patient/)).toBeVisible()
  await expect.poll(async () => Date.parse((await api('clock.get', {})).now) - before).toBe(200 * day)
})

test('a scaled clock runs faster', async ({ workbench: { page, api } }) => {
  const { clock, row, dialog } = workbenchPage(page)
  await makeWaiting(api, 'hurried')
  await expect(row(/awaiting clarification hurried/)).toBeVisible()
  await clock.getByRole('button', { name: 'Clock: Live' }).click()
  await page.getByRole('menuitem', { name: 'Another speed…' }).click()
  const speed = dialog('Speed of the clock')
  await speed.getByLabel('Times as fast as real time').fill('3600')
  await speed.getByRole('button', { name: 'Run ×3600' }).click()
  await expect(clock.getByRole('button', { name: 'Clock: ×3600' })).toBeVisible()
  await expect(row(/decline \d+ hurried/)).toBeVisible()
  expect(await api('clock.get', {})).toMatchObject({ mode: 'scaled', rate: 3600 })
})

test('a long advance shows its progress and can be stopped', async ({
  workbench: { page, info, api },
  receiver,
}) => {
  const { clock, toast } = workbenchPage(page)
  await refusedCallback({ api, info }, receiver, { paymentId: 'unheard', forMs: 0 })
  await expect.poll(() => receiver.received.length).toBe(1)

  const release = receiver.hold()
  await clock.getByRole('button', { name: '+30 min' }).click()
  await expect(clock.getByRole('progressbar', { name: 'Advancing the clock' })).toBeVisible()
  await clock.getByRole('button', { name: 'Cancel' }).click()
  release()
  await expect(toast(/Advance stopped/)).toBeVisible()
  await expect(clock.getByRole('button', { name: '+30 min' })).toBeVisible()
  expect((await api('clock.get', {})).advancing).toBeUndefined()
})

test('the result of an advance is reported, a date can be set, and real time can be restored', async ({
  workbench: { page, api },
}) => {
  const { clock, dialog, row, toast } = workbenchPage(page)
  await makeWaiting(api, 'dated')
  await expect(row(/awaiting clarification dated/)).toBeVisible()
  await clock.getByRole('button', { name: '+1 min' }).click()
  await expect(toast(/^The clock shows .* Nothing was due\.$/)).toBeVisible()
  await clock.getByRole('button', { name: 'Clock: Live +1 min' }).click()
  await page.getByRole('menuitem', { name: 'Set date and time…' }).click()
  const date = dialog('Set the date and time')
  const field = date.getByLabel('Date and time, UTC')
  await field.fill('2031-02-31')
  await page.keyboard.press('Control+Enter')
  await expect(date).toContainText('Enter a date such as')
  await field.fill('2001-01-01')
  await expect(date).not.toContainText('Enter a date such as')
  await page.keyboard.press('Control+Enter')
  await expect(date).toContainText('their events would be out of order')
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await field.fill(`${day} 12:00`)
  await page.keyboard.press('Control+Enter')
  await expect(date).toBeHidden()
  await expect(
    toast(new RegExp(`^The clock shows ${day} 12:00:0\\d\\b.*\\. [1-9] timers? fired`)),
  ).toBeVisible()
  await expect(row(/decline \d+ dated/)).toBeVisible()

  await clock.getByRole('button', { name: /^Clock: Live \+\d+ (d|h)/ }).click()
  await page.getByRole('menuitem', { name: 'Back to real time…' }).click()
  await dialog('Back to real time').getByRole('button', { name: 'Remove 1 payment and go back' }).click()
  await expect(clock.getByRole('button', { name: 'Clock: Live', exact: true })).toBeVisible()
  expect((await api('payments.list', {})).total).toBe(0)
})
