import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/pages/test'

// React itself logs what a component threw.
test.use({ expectCleanConsole: false })

/** Passes everything on to the page unchanged, except the responses to one API method, which `change` replaces. */
async function replaceResponses(
  page: Page,
  method: string,
  change: (result: Record<string, unknown>) => unknown,
): Promise<void> {
  await page.routeWebSocket(/\/api\/v1\/line/, (socket) => {
    const asked = new Set<unknown>()
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const request = JSON.parse(String(message)) as { readonly id?: unknown; readonly method?: unknown }
      if (request.method === method) asked.add(request.id)
      server.send(message)
    })
    server.onMessage((message) => {
      const reply = JSON.parse(String(message)) as { readonly id?: unknown; readonly result?: unknown }
      if (!asked.has(reply.id) || reply.result === undefined) socket.send(message)
      else socket.send(JSON.stringify({ ...reply, result: change(reply.result as Record<string, unknown>) }))
    })
  })
  await page.reload()
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'false')
}

const pagesOf = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test('a malformed response is reported in the pane that needs it, and can be requested again', async ({
  workbench: { page },
}) => {
  let isBroken = true
  let responses = 0
  await replaceResponses(page, 'faults.list', (result) => {
    responses += 1
    return isBroken ? { ...result, rules: [null] } : result
  })
  await pagesOf(page).getByRole('link', { name: 'Callbacks' }).click()
  await page.getByRole('radio', { name: /^Fault rules/ }).check({ force: true })
  const said = page.getByText('The response to faults.list does not have the agreed shape.')
  await expect(said).toBeVisible()
  // The button must stay while the response is broken, so that it cannot disappear before it is pressed.
  const before = responses
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect.poll(() => responses).toBeGreaterThan(before)
  await expect(said).toBeVisible()
  isBroken = false
  await again.click()
  await expect(said).toBeHidden()
})

test('a page that fails to render says so, leaves the other pages alone, and can be retried', async ({
  workbench: { page, api },
}) => {
  await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'kept' })
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  const failed = page.getByRole('alert').filter({ hasText: 'This part of the window failed.' })
  // No response can make a component throw, so a built-in method of the page is broken.
  await page.evaluate(`{
    const flatMap = Array.prototype.flatMap
    window.mend = () => { Array.prototype.flatMap = flatMap }
    Array.prototype.flatMap = () => { throw new Error('Broken on purpose.') }
  }`)
  await pagesOf(page).getByRole('link', { name: 'Settings' }).click()
  await expect(failed).toContainText('Broken on purpose. No data is lost')
  await page.evaluate('window.mend()')
  await failed.getByRole('button', { name: 'Go to Payments' }).click()
  await expect(page.getByText('kept').first()).toBeVisible()
  await expect(failed).toBeHidden()
  await pagesOf(page).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})
