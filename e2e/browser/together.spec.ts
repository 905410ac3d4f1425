import { formIn } from '../pages/form-page'
import { previewPage } from '../pages/preview-page'
import { expect, test } from '../pages/test'

test.describe('the window over TLS, opened from another computer', () => {
  // The name leads to this computer, as it would to that of the bench.
  test.use({
    hostArguments: ['--bind', '0.0.0.0', '--workbench-tls', '--allow-host', 'bench.test'],
  })

  test('shows its own addresses, stays connected, and its preview is paid', async ({
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
      await preview.open(
        {
          project_id: info.project.id,
          payment_id: 'from-afar',
          customer_id: 'buyer-5',
          payment_amount: 4650,
          payment_currency: 'EUR',
          customer_phone: '353871234567',
        },
        'modal',
      )
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
