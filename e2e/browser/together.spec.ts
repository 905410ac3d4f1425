import { formIn } from '#e2e/pages/form-page'
import { parametersOf, previewPage } from '#e2e/pages/preview-page'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test.describe('the window over TLS, opened from another computer', () => {
  // The name resolves to this computer; on another one it would resolve to the computer that runs Paybench.
  test.use({
    hostArguments: ['--bind', '0.0.0.0', '--workbench-tls', '--allow-host', 'bench.test'],
  })

  test('shows its own addresses, stays connected, and takes a payment in its preview', async ({
    launch,
    playwright,
    launchOptions,
  }) => {
    const { info } = await launch()
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      headless: true,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP bench.test 127.0.0.1'],
    })
    try {
      const page = await browser.newPage({ ignoreHTTPSErrors: true })
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await page.goto(`${info.reachableAt?.workbench?.[0] ?? ''}/?token=${info.token ?? ''}`)
      const port = new URL(info.platform).port
      await expect(page.getByText(`http://bench.test:${port}`, { exact: true }).first()).toBeVisible()

      const preview = previewPage(page)
      await preview.open(parametersOf(info.project.id), 'modal')
      const form = formIn(preview.form)
      await form.pay('4000000000000077')
      await expect(form.result).toBeVisible()
      const shop = `https://bench.test:${new URL(info.merchantTls).port}/shop/preview/`
      await expect(page.locator('.pv-device figcaption')).toContainText(shop)

      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('button', { name: 'Listeners', exact: true }).click()
      await expect(page.getByText(`From other computers: http://bench.test:${port}`)).toBeVisible()
      expect(problems).toEqual([])
    } finally {
      await browser.close()
    }
  })
})

test('a window says what somebody else has changed, and who changed the clock last', async ({
  workbench: { page, info },
}) => {
  const { open, toast, clock } = workbenchPage(page)
  await open('Settings')
  await page.getByRole('button', { name: 'Listeners', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Your name' })
  await name.fill('Ana')
  await name.press('Enter')

  const context = await page.context().browser()?.newContext()
  const other = await context?.newPage()
  if (other === undefined) throw new Error('There is no second window.')
  await other.goto(`${info.workbench ?? ''}/?token=${info.token ?? ''}`)
  await expect(workbenchPage(other).clock).toBeVisible()

  await clock.getByRole('button', { name: /^Clock: / }).click()
  await page.getByRole('menuitemradio', { name: 'Frozen' }).click()
  await expect(workbenchPage(other).toast('Ana froze the clock')).toBeVisible()
  await expect(toast('Ana froze the clock')).toHaveCount(0)
  await workbenchPage(other)
    .clock.getByRole('button', { name: /^Clock: / })
    .click()
  await expect(other.getByText(/^last changed by Ana, \d\d:\d\d/)).toBeVisible()
  await clock.getByRole('button', { name: /^Clock: / }).click()
  await expect(page.getByText(/^last changed by you, /)).toBeVisible()
  await context?.close()
})
