import type { Page } from '@playwright/test'
import { gate } from '#core/testing/listening'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

// The browser logs a refused handshake to the console, whatever the page does about it.
test.use({ expectCleanConsole: false })

/** The notice of the page; a pane that was loading shows its own alert. */
const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /bench was lost\.(?! It is)|restarted/ })

test('a page that cannot connect says so, connects as soon as it can, and then shows new payments', async ({
  workbench: { page, api },
}) => {
  const { row } = workbenchPage(page)
  await api('payments.create', { amount: 1, currency: 'EUR', paymentId: 'before' })
  await expect(row(/before/)).toBeVisible()

  const lost = page.getByRole('alert').filter({ hasText: 'The connection to Paybench was lost.' })
  let isOpen = false
  await page.routeWebSocket(/\/api\/v1\/line/, (socket) => {
    if (isOpen) socket.connectToServer()
    else void socket.close()
  })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Paybench does not respond.')
  isOpen = true
  await expect(row(/before/)).toBeVisible()
  await expect(lost).toBeHidden()
  await api('payments.create', { amount: 1, currency: 'EUR', paymentId: 'after' })
  await expect(row(/after/)).toBeVisible()
})

test('the page stays readable after its bench has ended, and says what to do', async ({ launch }) => {
  const first = await launch()
  const { row } = workbenchPage(first.page)
  await first.api('payments.create', { amount: 1, currency: 'EUR', paymentId: 'kept' })
  await expect(row(/kept/)).toBeVisible()
  const port = new URL(first.info.workbench ?? '').port
  await first.kill()
  await expect(notice(first.page)).toContainText('The connection to Paybench was lost.')
  await expect(notice(first.page)).toContainText('start it again and open the address that it prints')
  await expect(row(/kept/)).toBeVisible()

  const second = await launch('--workbench-port', port)
  const alert = notice(first.page)
  await expect(alert).toContainText('Paybench was restarted')
  await expect(alert).toContainText('Open the address that Paybench printed')
  await expect(row(/kept/)).toHaveCount(1)
  await first.page.reload()
  await expect(alert).toContainText('Paybench was restarted')
  await workbenchPage(second.page).open('Payments')
  await expect(workbenchPage(second.page).row(/kept/)).toBeVisible()
})

/** Reloads the page and holds back everything that Paybench sends until the returned function is called. */
async function reloadHoldingResponses(page: Page): Promise<() => void> {
  const { opened, open } = gate()
  await page.routeWebSocket(/\/api\/v1\/line$/, (toPage) => {
    const toBench = toPage.connectToServer()
    toBench.onMessage((message) => void opened.then(() => toPage.send(message)))
  })
  await page.reload()
  await expect(page.getByText('Connecting to Paybench…')).toBeVisible()
  return open
}

test('text typed before Paybench responds stays in the palette', async ({ workbench: { page } }) => {
  const letRespond = await reloadHoldingResponses(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('freeze n')
  const box = page.getByRole('combobox', { name: 'Search, or a command' })
  await expect(box).toHaveValue('freeze n')
  letRespond()
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'false')
  await expect(box).toHaveValue('freeze n')
})

test('a page opened before Paybench responds stays open, and Back leads to the one before it', async ({
  workbench: { page },
}) => {
  await expect(page).toHaveURL(/#payments/)
  const letRespond = await reloadHoldingResponses(page)
  await workbenchPage(page).open('Callbacks')
  letRespond()
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('radio', { name: /^Fault rules/ })).toBeVisible()
  await expect(page).toHaveURL(/#callbacks/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
})
