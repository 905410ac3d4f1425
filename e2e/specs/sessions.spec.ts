import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { isMethodName, METHODS } from '#protocol/methods'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { runCommand } from '#e2e/pages/palette'

/** Exports the session from the palette, with secrets only if requested; resolves with the file's name and bytes. */
async function exportSession(
  page: Page,
  { secrets = false } = {},
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await runCommand(page, 'Export session')
  const dialog = workbenchPage(page).dialog('Export this session')
  const choice = dialog.getByLabel('Include the secrets of the projects')
  await expect(choice).not.toBeChecked()
  await expect(choice).toHaveAccessibleDescription(/Without them the file can only be viewed/)
  if (secrets) await choice.check()
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Control+Enter')
  const download = await saved
  await expect(workbenchPage(page).toast(/^Session exported/)).toBeVisible()
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Selects a file in the chooser that the palette opens. */
async function chooseFile(page: Page, name: string, bytes: Buffer): Promise<Locator> {
  const chooser = page.waitForEvent('filechooser')
  await runCommand(page, 'Open session file')
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  return workbenchPage(page).dialog('Open this session')
}

/** Names of the controls that change something, enabled and disabled. */
async function changingControls(page: Page): Promise<{ readonly open: string[]; readonly shut: string[] }> {
  const controls = page.locator('[data-does]')
  await expect(controls.first()).toBeAttached()
  const found = await controls.evaluateAll((elements) =>
    elements.map((element) => ({
      does: element.getAttribute('data-does') ?? '',
      name: element.getAttribute('aria-label') ?? element.textContent,
      isShut:
        element.getAttribute('aria-disabled') === 'true' && (element.getAttribute('title') ?? '') !== '',
    })),
  )
  const changing = found.filter(({ does }) => isMethodName(does) && METHODS[does].effect === 'changes')
  const namesOf = (isShut: boolean) => changing.filter((one) => one.isShut === isShut).map(({ name }) => name)
  return { open: namesOf(false), shut: namesOf(true) }
}

/** Goes through every page, and expects that nothing can change the open session. */
async function lookThroughReadOnly(page: Page): Promise<void> {
  const { open, row } = workbenchPage(page)
  const expectShut = async (name: string): Promise<void> => {
    await expect.poll(async () => (await changingControls(page)).shut).toContain(name)
    expect((await changingControls(page)).open).toEqual([])
  }
  await row(/in-the-file/).click()
  await expectShut('Refund…')
  await open('Callbacks')
  await expectShut('Resend')
  await page.getByRole('tab', { name: 'Edit' }).click()
  await expectShut('Send replayCtrl Enter')
  const view = page.getByRole('radiogroup', { name: 'Which messages' })
  await view.getByText('Captured').click()
  await expectShut('New response rule…')
  await view.getByText('Fault rules').click()
  await expectShut('New rule')
  await view.getByText('Response rules').click()
  await expectShut('Reset all counts')
  await open('Traffic')
  await expectShut('Send again')
  await open('Preview')
  await expectShut('OpenCtrl Enter')
  await open('Settings')
  await expectShut('Change…')
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled()
  await page.keyboard.press('n')
  await expect(workbenchPage(page).toast(/is open read-only\. Open it live, or go back/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open('Payments')
}

const line = (page: Page): Locator => page.getByRole('region', { name: 'Open session' })

test('a session is saved to a file and opened read-only, by keyboard', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { row, dialog } = workbenchPage(page)
  await merchant.sale('in-the-file', '4000000000000077')
  await api('clock.advance', { ms: 60_000 })
  await expect(row(/in-the-file/)).toBeVisible()
  const { name, bytes } = await exportSession(page)
  expect(name).toMatch(/^paybench-[\d-]+\.paybench$/)
  await merchant.sale('after-the-file', '4000000000000077')
  await expect(row(/after-the-file/)).toBeVisible()

  await expect(await chooseFile(page, name, bytes)).toContainText('1 payment, ')
  await page.keyboard.press('Control+Enter')
  await expect(line(page)).toContainText(/Viewing “paybench-[\d-]+” \(read-only\)/)
  await expect(row(/in-the-file/)).toBeVisible()
  await expect(row(/after-the-file/)).toHaveCount(0)
  await expect(workbenchPage(page).clock).toContainText(/frozen/i)
  expect((await merchant.sale('refused', '4000000000000077')).status).toBe(503)
  await lookThroughReadOnly(page)
  await runCommand(page, 'Reset the bench')
  await expect(page.getByRole('status').filter({ hasText: 'is open read-only. Open it live' })).toBeVisible()
  await expect(dialog('Reset the bench?')).toHaveCount(0)
  await page.keyboard.press('Escape')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('.session-line').analyze()
  expect(violations).toEqual([])

  await runCommand(page, 'Back to your own session')
  await expect(line(page)).toHaveCount(0)
  await expect(row(/after-the-file/)).toBeVisible()
  expect((await merchant.sale('own-again', '4000000000000077')).status).toBe(200)
  await expect(row(/own-again/)).toBeVisible()
})

test("a session opened live continues, and the tester's own session waits", async ({
  workbench: { page, api, info },
  merchant,
}) => {
  const { row, open } = workbenchPage(page)
  await api('projects.update', { projectId: info.project.id, callbackUrl: null })
  await merchant.sale('asks-first', '4000000000017006')
  await expect(row(/asks-first/)).toContainText('awaiting clarification')
  const { name, bytes } = await exportSession(page, { secrets: true })
  await api('bench.reset', {})
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()

  const dialog = await chooseFile(page, name, bytes)
  await dialog.getByRole('button', { name: 'Open live' }).click()
  await expect(line(page)).toContainText(/Working in “paybench-[\d-]+” \(live\)\./)
  await expect(row(/asks-first/)).toContainText('awaiting clarification')
  const response = await merchant.clarify('asks-first', {
    avs_data: { avs_post_code: 'H91 AB12', avs_street_address: '14 Quay Street' },
  })
  expect(response.status).toBe(200)
  await api('clock.advance', { ms: 60_000 })
  await expect(row(/asks-first/)).toContainText('success')

  // A reloaded page shows the same.
  await page.reload()
  await expect(line(page)).toContainText('(live).')
  await line(page).getByRole('button', { name: 'Back to your own session' }).click()
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()

  await open('Settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Storage' }).click()
  const list = page.getByRole('list', { name: 'Imported sessions' })
  await expect(list).toContainText('continued here since')
  await list.getByRole('button', { name: /^Remove/ }).click()
  await workbenchPage(page)
    .dialog(/^Remove "/)
    .getByRole('button', { name: 'Remove session' })
    .click()
  await expect(list).toHaveCount(0)
  expect((await api('sessions.list', {})).items).toEqual([])
})

test('a link into an imported session opens the session, and then the linked place @long', async ({
  workbench: { page, api },
}) => {
  const { row, detail } = workbenchPage(page)
  const { key } = await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'linked-to' })
  await expect(row(/linked-to/)).toBeVisible()
  const { name, bytes } = await exportSession(page)
  const dialog = await chooseFile(page, name, bytes)
  await expect(dialog).toContainText('1 payment, ')
  await page.keyboard.press('Control+Enter')
  await expect(line(page)).toContainText(/^Viewing/)
  await row(/linked-to/).click()
  await expect(page).toHaveURL(new RegExp(`#payments/${key}.*session=`))
  const link = new URL(page.url()).hash
  await runCommand(page, 'Back to your own session')
  await expect(line(page)).toHaveCount(0)
  await api('bench.reset', {})
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()

  const follow = (hash: string) => page.evaluate((to) => location.assign(to), hash)
  await follow(link)
  const elsewhere = page.getByRole('alert').filter({ hasText: 'This link leads to another session' })
  await elsewhere.getByRole('button', { name: 'Open session…' }).click()
  await expect(dialog).toContainText('1 payment, ')
  await page.keyboard.press('Control+Enter')
  await expect(detail('Payment linked-to')).toBeVisible()
  await expect(elsewhere).toHaveCount(0)

  await follow(link.replace(/session=[^&]+/, 'session=of-another-bench'))
  await expect(elsewhere).toContainText('Paybench does not have that session.')
  const chooser = page.waitForEvent('filechooser')
  await elsewhere.getByRole('button', { name: 'Open session file…' }).click()
  await chooser
})

test('a file dropped on the window is opened; a damaged one is refused and changes nothing', async ({
  workbench: { page, api },
}) => {
  const { row, dialog } = workbenchPage(page)
  await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'mine' })
  await expect(row(/mine/)).toBeVisible()
  const { bytes } = await exportSession(page)

  const drop = async (name: string, content: Buffer): Promise<void> => {
    const transfer = await page.evaluateHandle(
      ({ fileName, base64 }) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], fileName))
        return data
      },
      { fileName: name, base64: content.toString('base64') },
    )
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  }

  await drop('notes.txt', Buffer.from('nothing'))
  await expect(workbenchPage(page).toast('This is neither a session file')).toBeVisible()
  await drop('cut.paybench', bytes.subarray(0, bytes.length - 40))
  await expect(
    workbenchPage(page).toast(/cut\.paybench: .*(ends in the middle|damaged).* Nothing was imported\./),
  ).toBeVisible()
  expect((await api('sessions.list', {})).items).toEqual([])

  await drop('whole.paybench', bytes)
  await expect(dialog('Open this session')).toContainText('whole')
  await page.keyboard.press('Escape')
  expect((await api('sessions.list', {})).items).toHaveLength(1)
  await expect(row(/mine/)).toBeVisible()
})
