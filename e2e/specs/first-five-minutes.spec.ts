import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram, whyMissing } from '../../scripts/external-programs/find.mjs'
import { curlProgram } from '../../scripts/external-programs/table.mjs'
import { formIn } from '#e2e/pages/form-page'
import { previewPage } from '#e2e/pages/preview-page'
import { expect, test } from '#e2e/pages/test'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The section of the README that the test follows. */
const minutes = /## The first five minutes\n([^]*?)\n## /.exec(readme)?.[1] ?? ''

/** The command of step 4, with the values of this bench. */
const commandOf = (values: Readonly<Record<'PROJECT' | 'SECRET' | 'PLATFORM', string>>): string =>
  (/\n {7}echo [^]*?\n\n/.exec(minutes)?.[0] ?? '')
    .replace('http://127.0.0.1:8610', values.PLATFORM)
    .replace('PROJECT', values.PROJECT)
    .replace('SECRET', values.SECRET)

const curl = findProgram(curlProgram)

test.skip(process.platform === 'win32', 'the command of the README is for a POSIX shell')
test.skip(curl === undefined, whyMissing(curlProgram))

test('the first five minutes of the README work as written and in order', async ({
  workbench: { page, info, api },
}) => {
  test.slow()
  const { open, row, detail, dialog, clock } = workbenchPage(page)
  const shell = async (command: string): Promise<string> => {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], { cwd: root })
    return stdout
  }
  const withCurl = (command: string): string => command.replace(/\bcurl -sS/, `"${curl ?? 'curl'}" -sS`)

  // 1 and 2: the command of the first page, in a terminal.
  await page.getByRole('button', { name: 'Copy curl', exact: true }).click()
  await expect.poll(() => clipboardText(page)).toContain('/v2/payment/card/sale')
  expect(await shell(withCurl(await clipboardText(page)))).toContain('first-1')
  await expect(row(/awaiting clarification first-1/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeHidden()
  const first = detail('Payment first-1')
  await expect(first.getByRole('timer', { name: 'Merchant answers within' })).toContainText(/29:|30:00/)
  const captured = async () => (await api('captures.list', {})).items
  await expect.poll(async () => (await captured())[0]?.signatureState).toBe('valid')
  await open('Callbacks')
  await expect(row(/first-1/).first()).toBeVisible()

  // 3: an empty answer, one field, the other field.
  await open('Payments')
  await row(/first-1/).click()
  await page.getByRole('button', { name: 'Extend' }).click()
  await page.getByRole('button', { name: 'Answer as the merchant…' }).click()
  const answer = dialog(/Answer/)
  await answer.getByRole('textbox', { name: /avs_post_code/ }).fill('H91 AB12')
  await page.keyboard.press('Control+Enter')
  await expect(answer.getByRole('textbox', { name: /avs_post_code/ })).toBeHidden()
  await answer.getByRole('textbox', { name: /avs_street_address/ }).fill('14 Long Walk')
  await page.keyboard.press('Control+Enter')
  await expect(answer.getByRole('textbox', { name: /avs_street_address/ })).toBeHidden()
  await answer.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(row(/success first-1/)).toBeVisible()

  // 4: the same from code.
  await page.getByRole('button', { name: 'New payment' }).click()
  const made = dialog('New payment')
  await made.getByLabel('Payment id').fill('first-2')
  await made.getByRole('combobox', { name: 'Card' }).fill('4000000000017006')
  await made.getByRole('button', { name: 'Create payment' }).click()
  await expect(row(/awaiting clarification first-2/)).toBeVisible()
  const command = commandOf({
    PROJECT: String(info.project.id),
    SECRET: info.project.secret,
    PLATFORM: info.platform,
  })
  expect(command).toContain('sign.mjs')
  expect(await shell(withCurl(command))).toContain('"status"')
  await expect(row(/success first-2/)).toBeVisible()

  // 5: the shop, where a payment is declined and the next one succeeds.
  const arriving = page.context().waitForEvent('page')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Shop/ }).click()
  const shop = await arriving
  await shop.getByRole('button', { name: /^Add/ }).first().click()
  await shop.getByRole('link', { name: /^Basket/ }).click()
  await shop.getByRole('link', { name: 'Go to checkout' }).click()
  await shop.getByRole('button', { name: /^Pay/ }).click()
  const form = formIn(shop.frameLocator('iframe.ep-iframe'))
  await form.pay('4111111111111111')
  await expect(form.result).toBeVisible()
  await form.place.getByRole('link', { name: 'Back to the shop' }).click()
  await shop.getByRole('button', { name: 'Pay again' }).click()
  await form.pay('4000000000000077')
  await expect(form.result).toBeVisible()
  await expect
    .poll(
      async () => (await api('payments.list', {})).items.filter(({ status }) => status === 'success').length,
    )
    .toBe(3)
  await shop.goto(`${info.merchant}/shop/orders`)
  await expect(shop.getByText('Order confirmed').first()).toBeVisible()
  expect((await captured())[0]).toMatchObject({
    path: '/shop/callback',
    signatureState: 'valid',
    status: 200,
  })

  // 6: the preview, at its actual size.
  await page.bringToFront()
  await open('Preview')
  await page
    .getByRole('radiogroup', { name: 'Device' })
    .getByRole('radio', { name: 'Unscaled' })
    .check({ force: true })
  await page
    .getByRole('button', { name: /^Open( again)?/ })
    .first()
    .click()

  // 7: nobody answers for 30 minutes; then back to real time.
  const shown = formIn(previewPage(page).form)
  await shown.pay('4000000000017006')
  await expect(shown.field('avs_data.avs_post_code')).toBeVisible()
  await clock.getByRole('button', { name: '+30 min' }).click()
  await expect(shown.result).toBeVisible()
  await expect
    .poll(async () => (await api('payments.list', {})).items.map(({ resultCode }) => resultCode))
    .toContain('603')
  await expect(clock).toContainText('Live +30 min')
  await clock.getByRole('button', { name: /Live \+30 min/ }).click()
  await page.getByRole('menuitem', { name: 'Back to real time…' }).click()
  await expect(dialog('Back to real time')).toContainText('orders of the demo shop are removed')
  await dialog('Back to real time')
    .getByRole('button', { name: /^Remove \d+ payments and go back/ })
    .click()
  await expect(clock).not.toContainText('+30 min ahead')
  await open('Payments')
  await expect(row(/first-1/)).toHaveCount(0)
})
