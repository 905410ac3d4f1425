import type { Frame, Page } from '@playwright/test'
import { hostilePage } from '../merchant/hostile-page'
import { servePage } from '../merchant/page-server'
import type { PageServer } from '../merchant/page-server'
import { formIn } from '../pages/form-page'
import { previewPage } from '../pages/preview-page'
import { expect, test as base } from '../pages/test'

/** What pages of other origins can do to the workbench that shows them in a frame or has opened them in a tab. */
const test = base.extend<{ readonly hostile: PageServer }>({
  hostile: async ({}, use) => {
    const server = await servePage(hostilePage)
    await use(server)
    await server.close()
  },
})

// The browser itself reports every attempt that it refuses.
test.use({ expectCleanConsole: false })

const FLOOD = 100_000
/**
 * The workbench listens to no message, so what is left is the browser's own work of handing out those that are sent to its window:
 * 3 s on a machine that is busy with five other things. A workbench that read them stood still for more than a minute.
 */
const MAX_PAUSE_MS = 10_000

const parametersOf = (projectId: number, hostile: PageServer) => ({
  project_id: projectId,
  payment_id: 'hostile-1',
  customer_id: 'buyer-5',
  payment_amount: 4650,
  payment_currency: 'EUR',
  customer_phone: '353871234567',
  merchant_return_url: hostile.url,
})

/** Measures the longest time in which the page did nothing of its own; gives the way to read it. */
async function watchPauses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`{
    window.longest = 0
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      window.longest = Math.max(window.longest, now - last)
      last = now
    }, 10)
  }`)
  return () => page.evaluate<number>('window.longest')
}

async function leaveFor(place: Page | Frame, url: string): Promise<void> {
  await place.evaluate((to) => {
    window.location.assign(to)
  }, url)
  await place.waitForURL(url)
}

const attack = (place: Page | Frame, elsewhere: string): Promise<Readonly<Record<string, string>>> =>
  place.evaluate(`attack(${JSON.stringify(elsewhere)})`)

test('a hostile page in a tab has no opener, finds no window by name, and floods nobody', async ({
  workbench: { page, info },
  hostile,
}) => {
  const preview = previewPage(page)
  const arriving = page.context().waitForEvent('page')
  await preview.open(parametersOf(info.project.id, hostile), 'tab')
  const tab = await arriving
  await formIn(tab).field('pan').waitFor()
  await expect.poll(() => preview.names('handler'), 'reports come without an opener').toEqual(['onRun'])

  await leaveFor(tab, hostile.url)
  const address = page.url()
  const attempts = await attack(tab, `${hostile.url}?taken`)
  expect(attempts).toMatchObject({ opener: 'null', 'opener.location': 'refused: TypeError' })
  expect(attempts['named']).not.toContain('taken')
  expect(page.url()).toBe(address)
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await expect(preview.events.getByText('onRun')).toBeVisible()
})

test('a hostile page in the frame can neither replace the workbench nor stop it', async ({
  workbench: { page, info },
  hostile,
}) => {
  test.slow()
  const preview = previewPage(page)
  await preview.open(parametersOf(info.project.id, hostile), 'iframe')
  await preview.form.locator('input[name=pan]').waitFor()
  const form = page.frames().find((frame) => frame.url().startsWith(`${info.platform}/payment`))
  if (form === undefined) throw new Error('The form is in no frame')
  await leaveFor(form, hostile.url)

  const address = page.url()
  const attempts = await attack(form, `${hostile.url}?taken`)
  expect(attempts['top.location']).toMatch(/^refused/)
  expect(attempts['named']).not.toContain('taken')
  expect(page.url()).toBe(address)

  const shop = form.parentFrame()
  if (shop === null) throw new Error('The form is not in a page of the shop')
  await shop.evaluate("window.heard = 0, window.addEventListener('message', () => { window.heard += 1 })")
  const longest = await watchPauses(page)
  await form.evaluate(`flood(window.parent, ${FLOOD}), flood(window.top, ${FLOOD / 5})`)
  await expect
    .poll(() => shop.evaluate<number>('window.heard'), { timeout: 90_000 })
    .toBeGreaterThanOrEqual(FLOOD)
  await expect(preview.events.getByText(/^\d+ more not kept/).last()).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Preview' }).click()
  expect(await longest()).toBeLessThan(MAX_PAUSE_MS)
  const rows = await preview.events.locator('tbody tr').count()
  expect(rows).toBeLessThanOrEqual(1000)
  expect(page.url()).toBe(address)
})
