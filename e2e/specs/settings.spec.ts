import { AxeBuilder } from '@axe-core/playwright'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'
import { expectAccessible } from '#e2e/pages/every-look'
import { openPalette } from '#e2e/pages/palette'

test('a project is created, its secret stays masked, and a wrong address is refused', async ({
  workbench: { page, api },
}) => {
  const { open, dialog, toast } = workbenchPage(page)
  await open('Settings')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('button', { name: 'New project…' }).click()
  const create = dialog('New project')
  await create.getByLabel('Name').fill('Second shop')
  await create.getByLabel('Project id').fill('70001')
  await create.getByLabel('Callback address').fill('shop.test/callbacks')
  await page.keyboard.press('Control+Enter')
  await expect(create).toContainText('begins with http:// or https://')
  await create.getByLabel('Callback address').fill('http://127.0.0.1:9/callbacks')
  await page.keyboard.press('Control+Enter')
  await expect(toast('Project "Second shop" created')).toBeVisible()
  await expect(settings.getByRole('button', { name: /Second shop/ })).toHaveAttribute('aria-current', 'page')
  const made = (await api('projects.list', {})).items.find(({ projectId }) => projectId === 70001)
  expect(made).toMatchObject({ name: 'Second shop', callbackUrl: 'http://127.0.0.1:9/callbacks' })

  const secret = made?.secret ?? 'none'
  const values = page.getByRole('region', { name: 'Settings values' })
  await expect(values).not.toContainText(secret)
  await values.getByRole('button', { name: /^Reveal/ }).click()
  await expect(values).toContainText(secret)

  const address = values.getByLabel('Callback address')
  await address.fill('ftp://shop.test')
  await expect(values).toContainText(
    'Enter an absolute address that begins with http:// or https://, without spaces.',
  )
  await address.press('Escape')
  await expect(address).toHaveValue('http://127.0.0.1:9/callbacks')
  await address.fill('http://127.0.0.1:9/other')
  await address.press('Enter')
  await expect(toast('Callback address saved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(address).toHaveValue('http://127.0.0.1:9/callbacks')
})

test('a switch shows what it changes, by keyboard, in both themes and in a narrow window @long', async ({
  workbench: { page },
}) => {
  const { open } = workbenchPage(page)
  await open('Settings')
  const values = page.getByRole('region', { name: 'Settings values' })
  const effect = values.locator('.switch-setting', { hasText: 'Spelling of a cancelled payment' })
  await effect.locator('summary').focus()
  await page.keyboard.press('Enter')
  const text = (name: string) => effect.getByRole('textbox', { name })
  await expect(text('canceled, reference behaviour, current')).toContainText('"status": "canceled"')
  await expect(text('cancelled, for example')).toContainText('"status": "cancelled"')

  await effect.getByLabel('Spelling of a cancelled payment').selectOption('cancelled')
  await expect(text('cancelled, current')).toContainText('"status": "cancelled"')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 1000]) {
      await page.setViewportSize({ width, height: 800 })
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      const box = await effect.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width)
    }
  }
})

test('settings are found by their words in all sections, and by what differs from the default', async ({
  workbench: { page, api, info },
}) => {
  const { open, toast } = workbenchPage(page)
  const projectId = info.project.id
  await api('projects.update', { projectId, switches: { guests: true, holdTimeMs: 86_400_000 } })
  await open('Settings')
  const values = page.getByRole('region', { name: 'Settings values' })
  await page.keyboard.press('/')
  await page.keyboard.insertText('power failure')
  await expect(values.getByLabel('Durability')).toBeVisible()
  await expect(values.getByLabel('Maximum size')).toHaveCount(0)
  await expect(values.getByRole('heading')).toHaveText(['Storage', 'Limits'])
  await page.getByLabel('Search all settings').fill('nonsense')
  await expect(values.getByText('No setting contains the words “nonsense”.')).toBeVisible()
  await page.keyboard.press('Escape')

  const narrow = values.getByRole('checkbox', { name: 'Only what differs from the default (2)' })
  await narrow.check()
  await expect(values.locator('.switch-setting')).toHaveCount(2)
  await expect(values.getByRole('region', { name: 'Form' })).toContainText('1 changed')
  await values.getByRole('button', { name: 'Reset Hold time' }).click()
  await expect(toast('Hold time saved')).toBeVisible()
  await expect(values.locator('.switch-setting')).toHaveCount(1)
  await expectAccessible(page)
})

test('an own method is added, changed, and refused a path that the catalogue has', async ({
  workbench: { page, api, info },
}) => {
  const { open, toast } = workbenchPage(page)
  const ownMethods = async () =>
    (await api('projects.list', {})).items.find(({ projectId }) => projectId === info.project.id)?.switches
      .ownMethods
  await open('Settings')
  const values = page.getByRole('region', { name: 'Settings values' })
  await values.getByRole('button', { name: 'Add a method' }).click()
  await expect(toast('Own methods saved')).toBeVisible()
  const method = values.getByRole('group', { name: 'Method wallet/my-wallet' })
  const parameters = method.getByLabel('Parameters of a sale')
  await parameters.fill('account.number must')
  await expect(method).toContainText('Enter a name such as account.number')
  await parameters.fill('account.pin required')
  const known = method.getByRole('combobox', { name: 'Add a parameter to wallet/my-wallet' })
  await known.fill('identify.doc_type')
  await known.press('Enter')
  await expect(parameters).toHaveValue('account.pin required\nidentify.doc_type required')
  await method.getByLabel('Path').fill('wallet/skrill')
  await page.keyboard.press('Enter')
  await expect(values).toContainText('another method has the path wallet/skrill')
  await method.getByLabel('Path').fill('wallet/tide')
  await page.keyboard.press('Enter')
  await expect.poll(ownMethods).toMatchObject([
    {
      path: 'wallet/tide',
      operations: { sale: { parameters: [{ name: 'account.pin' }, { name: 'identify.doc_type' }] } },
    },
  ])
  await expect(values).toContainText('POST /v2/payment/wallet/tide/sale')
  await expect(toast('Own methods saved')).toHaveCount(1)
  await expectAccessible(page)
})

test('a project is set up for an SDK or shop plugin after a look at the changes, and back', async ({
  workbench: { page, api, info },
}) => {
  const { open, dialog, toast } = workbenchPage(page)
  const switches = async () =>
    (await api('projects.list', {})).items.find(({ projectId }) => projectId === info.project.id)?.switches
  const before = await switches()
  await open('Settings')
  await page.getByRole('button', { name: 'Show changes…' }).click()
  const preset = dialog('Settings for an SDK or shop plugin')
  await expect(preset.getByRole('row', { name: 'Guest checkout Off On' })).toBeVisible()
  await preset.getByRole('checkbox', { name: 'Spelling of a cancelled payment' }).uncheck()
  await expectAccessible(page)
  await preset.getByRole('button', { name: 'Change 4 settings' }).click()
  await expect(toast('Settings for an SDK or shop plugin saved')).toBeVisible()
  expect(await switches()).toMatchObject({
    guests: true,
    lenientSignatures: true,
    cancelSpelling: 'canceled',
  })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(toast('Settings for an SDK or shop plugin restored')).toBeVisible()
  expect(await switches()).toEqual(before)
})

test('a reset says what it removes, asks first, and can include the projects of scenarios', async ({
  workbench: { page, api },
}) => {
  const { open, dialog, toast } = workbenchPage(page)
  for (const paymentId of ['one', 'two'])
    await api('payments.create', { amount: 1, currency: 'EUR', paymentId })
  const before = await api('projects.list', {})
  await api('projects.create', { name: 'Scenario: A sale' })
  const { projectId } = await api('projects.create', { name: 'Scenario: A refund' })
  await open('Settings')
  await page.getByRole('button', { name: 'Storage' }).click()
  const button = page.getByRole('button', { name: 'Reset the bench…' })
  await button.click()
  const reset = dialog('Reset the bench?')
  await expect(reset).toContainText('2 payments')
  await expect(reset).toContainText('orders of the demo shop')
  await expect(reset).toContainText('3 projects with secrets and switches, fault and response rules, and the')
  await page.keyboard.press('Escape')
  await expect(reset).toBeHidden()
  expect((await api('payments.list', {})).total).toBe(2)

  // Limited to the current project, it leaves the payments of the others.
  await api('payments.create', { amount: 1, currency: 'EUR', paymentId: 'theirs', projectId })
  await button.click()
  const limited = page.getByRole('dialog')
  await limited.getByRole('radio', { name: /^Only / }).check({ force: true })
  await expect(limited).toContainText('everything in other projects stay')
  await expectAccessible(page)
  await limited.getByRole('button', { name: 'Reset and remove its payments' }).click()
  await expect(toast(/ is empty$/)).toBeVisible()
  expect((await api('payments.list', {})).items).toMatchObject([{ paymentId: 'theirs' }])

  await button.click()
  await reset.getByRole('checkbox', { name: 'Also remove the projects that scenario runs made (2)' }).check()
  await expect(reset).toContainText('1 project with secrets')
  await expectAccessible(page)
  await reset.getByRole('button', { name: 'Reset and remove 1 payment' }).click()
  await expect(toast('The bench is empty')).toBeVisible()
  expect((await api('payments.list', {})).total).toBe(0)
  expect(await api('projects.list', {})).toEqual(before)
  await button.click()
  await expect(reset.getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await open('Payments')
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
})

test('the third-party licences are in the settings, and the palette leads to them', async ({
  workbench: { page },
}) => {
  const { open } = workbenchPage(page)
  await open('Settings')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Third-party licences' }).click()
  const parts = page.getByRole('list', { name: 'Third-party licences' })
  await parts.getByText('react-dom', { exact: true }).click()
  await expect(
    parts.getByText(/Permission is hereby granted.*Software/s).filter({ visible: true }),
  ).toHaveCount(1)

  await open('Traffic')
  await openPalette(page)
  await page.keyboard.insertText('licences')
  const line = page.getByRole('option', { name: 'Third-party licences' })
  await expect(line).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(parts.getByText('ws', { exact: true })).toBeVisible()
})
