import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { signature } from '../../docs/examples/sign.mjs'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'
import { runCommand } from '#e2e/pages/palette'

const CARD = '4000000000000077'
/** Not a test card, so only the tester knows the complete number. */
const OWN_CARD = '4556737586899855'

const filter = (page: Page) => page.getByRole('combobox', { name: 'Filter traffic' })
const grid = (page: Page) => page.getByRole('grid', { name: /^Traffic/ })

test('every request is listed at once, but new ones wait while the tester reads', async ({
  workbench: { page, info },
  merchant,
}) => {
  const { open, row, detail } = workbenchPage(page)
  await open('Traffic')
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  await expect(page.getByText(/in the bottom bar\.$/)).toBeVisible()
  await merchant.sale('first-1', CARD)
  await fetch(`${info.merchant}/elsewhere`, { method: 'PUT', body: '{"n":1}' })
  await fetch(`${info.platform}/payment?project_id=${info.project.id}`)
  await expect(row(/POST \/v2\/payment\/card\/sale/)).toBeVisible()
  await expect(row(/PUT \/elsewhere/)).toBeVisible()
  await expect(row(/GET \/payment /)).toBeVisible()

  await row(/card\/sale/).click()
  await expect(detail('API call')).toContainText('first-1')
  await expect(detail('API call')).toContainText('signature')
  await detail('API call').getByRole('tab', { name: 'Response' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('"success"')
  await merchant.status('first-1')
  await page.getByRole('button', { name: /new$/ }).click()
  await expect(row(/POST \/v2\/payment\/status/)).toBeVisible()

  await filter(page).fill('source:capture ')
  await expect(row(/PUT \/elsewhere/)).toBeVisible()
  await expect(row(/card\/sale/)).toBeHidden()
  await page.getByRole('button', { name: /^All/ }).click()

  await page.getByRole('radiogroup', { name: 'Order by' }).getByText('Payment').click()
  await expect(
    page.getByRole('grid', { name: 'Traffic by payment' }).getByText('first-1').first(),
  ).toBeVisible()
  await expect(grid(page).getByText('no payment')).toBeVisible()
})

test('a refusal names its rule and points at the field', async ({ workbench: { page, info }, merchant }) => {
  const { open, row, choose, detail } = workbenchPage(page)
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`field_${index}`, 'x'.repeat(80)]),
  )
  await merchant.sale('taken', CARD)
  const general = { project_id: info.project.id, payment_id: 'taken' }
  const post = (path: string, rest: object, secret: string) =>
    fetch(`${info.platform}/v2/payment/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...rest,
        general: { ...general, signature: signature({ ...rest, general }, secret) },
      }),
    })
  const request = {
    extra: many,
    card: { pan: CARD, year: 2033, month: 7, cvv: '123', card_holder: 'NORA VALE' },
    customer: { id: 'b', ip_address: '203.0.113.9' },
    payment: { amount: 1, currency: 'EUR' },
  }
  await post('card/sale', request, info.project.secret)
  await open('Traffic')
  await choose(/card\/sale .*3041/)
  const refused = detail('API call')
  await expect(refused).toContainText('By contract 5.7, Uniqueness of payment ids and refunds')
  await expect(refused).toContainText('The field general.payment_id is marked in the body')
  await refused.getByRole('tab', { name: 'Body' }).click()
  const marked = refused.locator('.pointed', { hasText: '"taken"' })
  await expect(marked).toBeInViewport()
  await refused.getByText('Exact', { exact: true }).click()
  await expect(refused.locator('.msg-part[data-hue=red]')).toHaveText(/^taken/)
  await expect(refused.locator('.msg-part[data-hue=red]')).toBeInViewport()
  await refused.getByText('Formatted', { exact: true }).click()

  await post('status', {}, `${info.project.secret}\n`)
  await page.getByRole('button', { name: /new$/ }).click()
  await row(/status .*3261/).click()
  // The banner says what the Signature tab found, and how to fix it.
  const banner = refused.locator('.msg-refusal').first()
  await expect(banner).toContainText('The secret was used with a line end after it')

  const query = `project_id=${info.project.id}&payment_id=f-1&customer_id=c&payment_amount=x&payment_currency=EUR`
  const parameters = Object.fromEntries(new URLSearchParams(query))
  const signed = encodeURIComponent(signature(parameters, info.project.secret))
  await fetch(`${info.platform}/payment?${query}&signature=${signed}`)
  await page.getByRole('button', { name: /^Form/ }).click()
  await row(/GET \/payment/).click()
  const opening = detail('Form request')
  await expect(opening).toContainText('The field payment_amount is marked in Parameters')
  await expect(opening.getByRole('row', { name: /payment_amount \(refused\) x/ })).toBeInViewport()
})

test('a request is sent again and edited by keyboard alone', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { open, detail } = workbenchPage(page)
  await merchant.sale('again-1', CARD)
  await open('Traffic')
  await expect(grid(page).getByRole('row', { name: /card\/sale/ })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('source:api ')
  await expect(grid(page).getByRole('row')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('r')
  await expect(detail('API call')).toContainText('3041')
  await expect(detail('API call')).toContainText('Sent again from the workbench.')
  await expect(grid(page).getByRole('row', { name: /sent again:.*card\/sale/ })).toBeVisible()
  await detail('API call').getByRole('button', { name: 'Open the original' }).click()
  await expect(detail('API call')).not.toContainText('Sent again from the workbench.')

  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit and send' })
  await expect(dialog.getByLabel('Method')).toBeFocused()
  await expect(dialog.getByLabel('Method')).toHaveValue('POST')
  const editor = dialog.getByRole('textbox', { name: 'Body' })
  await editor.focus()
  await page.keyboard.press('Control+a')
  const [original] = (await api('traffic.list', { query: 'source:api -refused:yes', limit: 1 })).items
  const { body } = await api('traffic.get', { id: original?.id ?? '' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const edited = (body ?? '').replace('again-1', 'again-2')
  await page.evaluate((text) => navigator.clipboard.writeText(text), edited)
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Send request' })).toBeFocused()
  await dialog.getByLabel('Signature').selectOption({ label: 'Re-sign' })
  await editor.focus()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(detail('API call')).toContainText('again-2')
  await expect(detail('API call')).toContainText('Edited (body) and sent from the workbench, signed again.')
  expect((await api('payments.list', { query: 'id=again-2' })).total).toBe(1)
  expect((await api('traffic.list', { query: 'source:api again-2' })).total).toBe(1)
})

test('an edited request that was not sent is restored, except for card data', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { open, row, detail, dialog } = workbenchPage(page)
  await merchant.sale('draft-1', CARD)
  // New rows would move the row away from the pointer.
  await expect.poll(async () => (await api('callbacks.list', { query: 'state:delivered' })).total).toBe(1)
  await open('Traffic')
  await row(/card\/sale/).click()
  const edit = detail('API call').getByRole('button', { name: 'Edit and send' })
  const edited = dialog('Edit and send')
  await edit.click()
  await edited.getByLabel('Path and query').fill(`/v2/elsewhere?card=${OWN_CARD}`)
  await edited.getByLabel('Headers').fill('X-Typed: by hand')
  await edited.getByLabel('Card number').fill(OWN_CARD)
  await edited.getByLabel('Security code').fill('123')
  await edited.getByLabel('Signature').selectOption({ label: 'Omit' })
  await edited.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()

  await edit.click()
  await expect(edited).toContainText('Card data was not saved')
  await expect(edited.getByLabel('Path and query')).toHaveValue('/v2/elsewhere?card=455673******9855')
  await expect(edited.getByLabel('Headers')).toHaveValue('X-Typed: by hand')
  await expect(edited.getByLabel('Card number')).toHaveValue('')
  await expect(edited.getByLabel('Signature')).toHaveValue('omit')
  await edited.getByRole('button', { name: 'Start over' }).click()
  await expect(edited.getByLabel('Path and query')).toHaveValue('/v2/payment/card/sale')

  await edited.getByLabel('Path and query').fill('/v2/payment/nowhere')
  await page.keyboard.press('Control+Enter')
  await expect(edited).toBeHidden()
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('resend ')))
  await expect.poll(kept).toEqual([])
})

test('the number of an unknown card is requested, and kept nowhere', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { open, row, detail, dialog } = workbenchPage(page)
  await merchant.sale('own-card', OWN_CARD)
  // New rows would move the row away from the pointer.
  await expect.poll(async () => (await api('callbacks.list', { query: 'state:delivered' })).total).toBe(1)
  await open('Traffic')
  await row(/card\/sale/).click()
  await detail('API call').getByRole('button', { name: 'Send again' }).click()
  const asked = dialog('Send again')
  await expect(asked).toContainText('455673******9855')
  await asked.getByLabel('Card number').fill('4556 7375 8689 9855')
  await asked.getByRole('button', { name: 'Send request' }).click()
  await expect(asked.getByText(/masked before it was stored\. Give the code/)).toBeVisible()
  await asked.getByLabel('Security code').fill('123')
  await page.keyboard.press('Enter')
  await expect(asked).toBeHidden()
  await expect(detail('API call')).toContainText('3041')
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(stored).not.toContain(OWN_CARD)
  expect((await api('traffic.list', { query: OWN_CARD })).total).toBe(0)
})

test('selected requests are copied, saved as an archive and imported again', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { open, row, toast } = workbenchPage(page)
  for (const id of ['har-1', 'har-2', 'har-3']) await merchant.status(id)
  await open('Traffic')
  await expect(row(/payment\/status/)).toHaveCount(3)
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  const chosen = page.getByRole('group', { name: 'Selected requests' })
  await expect(chosen).toContainText('2 selected')
  await page.keyboard.press('Control+c')
  await expect(toast('Copied 2 requests as curl')).toBeVisible()
  const commands = (await clipboardText(page)).split('\n\n')
  expect(commands).toHaveLength(2)
  expect(commands[0]).toContain('"payment_id":"har-3"')
  await chosen.getByRole('button', { name: 'Copy as raw HTTP' }).click()
  await expect(toast('Copied 2 requests as raw HTTP')).toBeVisible()
  expect(await clipboardText(page)).toMatch(/^POST \/v2\/payment\/status HTTP\/1\.1\r\n/)

  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await expect(chosen).toContainText('3 selected')
  const downloading = page.waitForEvent('download')
  await chosen.getByRole('button', { name: 'Save as HAR' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^paybench-.*\.har$/)
  const file = await download.path()
  const archive = JSON.parse(await readFile(file, 'utf8')) as { log: { entries: unknown[] } }
  expect(archive.log.entries).toHaveLength(3)
  await expect(toast('Saved 3 requests as HAR')).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Escape')
  await expect(chosen).toBeHidden()

  const choosing = page.waitForEvent('filechooser')
  await runCommand(page, 'Import a HAR file')
  await (
    await choosing
  ).setFiles({
    name: 'again.har',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(archive)),
  })
  await expect(toast('Imported 3 requests from again.har')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(row(/payment\/status/)).toHaveCount(3)
  expect((await api('traffic.list', { query: 'source:imported' })).total).toBe(3)

  const chooseArchive = async (name: string, buffer: Buffer): Promise<void> => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'HTTP archives (HAR)' }).click()
    await page.getByRole('menuitem', { name: 'Import a HAR file…' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/json', buffer })
  }
  await chooseArchive('cut.har', Buffer.from(JSON.stringify(archive).slice(0, -30)))
  await expect(toast(/Nothing was imported/)).toBeVisible()
  await chooseArchive('picture.har', Buffer.from([0xff, 0xfe]))
  await expect(toast(/^picture\.har: It is not UTF-8 text/)).toBeVisible()
  await expect(toast('Something in the window failed')).toHaveCount(0)
  expect((await api('traffic.list', {})).total).toBe(6)
})
