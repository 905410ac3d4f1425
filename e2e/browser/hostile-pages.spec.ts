import type { Frame, Page } from '@playwright/test'
import { hostileJson, hostileText } from '#domain/testing/amplification'
import { seededRandom, type SeededRandom } from '#domain/testing/seeded'
import { FORM_HANDLERS } from '#domain/form/form-handlers'
import { hostilePage } from '#e2e/fixtures/merchant/hostile-page'
import { type PageServer, servePage } from '#e2e/fixtures/merchant/page-server'
import { formIn } from '#e2e/pages/form-page'
import { parametersOf, previewPage } from '#e2e/pages/preview-page'
import { expect, test as base } from '#e2e/pages/test'

/** What pages of other origins can do to the workbench that shows them in a frame or has opened them in a tab. */
const test = base.extend<{ readonly hostile: PageServer }>({
  hostile: async ({}, use) => {
    const server = await servePage(hostilePage)
    await use(server)
    await server.close()
  },
})

// The browser itself logs every attempt that it blocks.
test.use({ expectCleanConsole: false })

const FLOOD = 100_000
/**
 * The workbench listens to no messages, so the only cost is the browser's own work of dispatching them: 3 s on a
 * machine that is busy with five other tasks. A workbench that read them froze for more than a minute.
 */
const MAX_PAUSE_MS = 10_000

/** Measures the longest time for which the page was blocked; returns a function that reads it. */
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

/** The form in its frame, and the shop's page around it. */
function framesOf(page: Page, platform: string): Readonly<Record<'form' | 'shop', Frame>> {
  const form = page.frames().find((frame) => frame.url().startsWith(`${platform}/payment`))
  const shop = form?.parentFrame()
  if (form === undefined || shop === null || shop === undefined)
    throw new Error('No page of the shop contains the form')
  return { form, shop }
}

async function leaveFor(place: Page | Frame, url: string): Promise<void> {
  // Navigates only after this call has returned: it cannot return from a page that is gone.
  await place.evaluate((to) => {
    setTimeout(() => {
      window.location.assign(to)
    })
  }, url)
  await place.waitForURL(url)
}

const MESSAGE_SEED = Number(process.env['PAYBENCH_HOSTILE_SEED'] ?? Date.now() % 1_000_000)
const MESSAGES = 300
const MARKUP =
  '<img data-injected src=x onerror="window.injected=1"><script data-injected>window.injected=1</script>'

/** Messages that navigate the shop's page away, which is always allowed; the test leaves them out. */
const LEAVING = /(?:^epframe\.redirect|redirect_3ds_parent_page|acs_parent_page_redirect_run)$/
const NAMES = FORM_HANDLERS.flatMap(({ message }) => message ?? []).filter((name) => !LEAVING.test(name))
/** Messages that a page may send to its form, except those that submit it. */
const PAGE_MESSAGES = ['link', 'resize', 'check_validation', 'set_css', 'lang', 'resume_submit', 'unknown']

/** A message to the page that claims to come from the form, and one to the form that claims to come from the page. */
function hostileMessage(
  chance: SeededRandom,
  n: number,
  guid: string,
): Readonly<Record<'fromForm' | 'fromPage', string>> {
  const size = chance.spread(200_000)
  const data = n % 3 === 0 ? JSON.stringify(MARKUP) : hostileJson(chance, size)
  const url = n % 2 === 0 ? 'javascript:window.injected=1' : MARKUP
  const whole = (message: string, whose: string): string =>
    `{"message":${JSON.stringify(message)},"guid":${JSON.stringify(whose)},"data":${n % 5 === 0 ? JSON.stringify({ width: MARKUP, height: 'calc(1px)', url, message: MARKUP }) : data}}`
  const name = NAMES[n % NAMES.length] ?? ''
  return {
    fromForm: n % 7 === 0 ? hostileText(chance, size) : whole(name, guid),
    fromPage:
      n % 7 === 0
        ? data
        : whole(PAGE_MESSAGES[n % PAGE_MESSAGES.length] ?? '', n % 2 === 0 ? guid : hostileText(chance, 200)),
  }
}

const attack = (place: Page | Frame, elsewhere: string): Promise<Readonly<Record<string, string>>> =>
  place.evaluate(`attack(${JSON.stringify(elsewhere)})`)

test('a hostile page in a tab has no opener, finds no window by name, and cannot replace the workbench', async ({
  workbench: { page, info },
  hostile,
}) => {
  const preview = previewPage(page)
  const arriving = page.context().waitForEvent('page')
  await preview.open(parametersOf(info.project.id, { merchant_return_url: hostile.url }), 'tab')
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
  await preview.open(parametersOf(info.project.id, { merchant_return_url: hostile.url }), 'iframe')
  await preview.form.locator('input[name=pan]').waitFor()
  const { form, shop } = framesOf(page, info.platform)
  await leaveFor(form, hostile.url)

  const address = page.url()
  const attempts = await attack(form, `${hostile.url}?taken`)
  expect(attempts['top.location']).toMatch(/^refused/)
  expect(attempts['named']).not.toContain('taken')
  expect(page.url()).toBe(address)

  await shop.evaluate("window.heard = 0, window.addEventListener('message', () => { window.heard += 1 })")
  const longest = await watchPauses(page)
  await form.evaluate(`flood(window.parent, ${FLOOD}), flood(window.top, ${FLOOD / 5})`)
  await expect
    .poll(() => shop.evaluate<number>('window.heard'), { timeout: 90_000 })
    .toBeGreaterThanOrEqual(FLOOD)
  await expect(preview.events.getByText(/^\d+ more not recorded/).last()).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Preview' }).click()
  expect(await longest()).toBeLessThan(MAX_PAUSE_MS)
  const rows = await preview.events.locator('tbody tr').count()
  expect(rows).toBeLessThanOrEqual(1000)
  expect(page.url()).toBe(address)
})

test('malicious window messages leave form, shop and workbench as they were @long', async ({
  workbench: { page, info },
  hostile,
}) => {
  test.slow()
  const chance = seededRandom(MESSAGE_SEED)
  const preview = previewPage(page)
  await preview.open(parametersOf(info.project.id, { merchant_return_url: hostile.url }), 'iframe')
  const form = formIn(preview.form)
  await form.field('pan').waitFor()
  const { form: frame, shop } = framesOf(page, info.platform)
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })

  const guid = await shop.evaluate<string>('Object.keys(window.EPayWidget.activeWidgets)[0]')
  const messages = Array.from({ length: MESSAGES }, (_, n) => hostileMessage(chance, n, guid))
  await frame.evaluate(
    (texts) => {
      for (const text of texts) window.parent.postMessage(text, '*')
    },
    messages.map(({ fromForm }) => fromForm),
  )
  await shop.evaluate(
    (texts) => {
      const inner = document.querySelector('iframe')?.contentWindow
      for (const text of texts) inner?.postMessage(text, '*')
    },
    messages.map(({ fromPage }) => fromPage),
  )
  // Messages arrive in order: after this one, all the others have arrived.
  await shop.evaluate(`new Promise((heard) => {
    window.addEventListener('message', ({ data }) => data === 'last' && heard())
    window.postMessage('last', '*')
  })`)

  expect(failures.map(String)).toEqual([])
  expect(dialogs).toEqual([])
  for (const place of [page.mainFrame(), shop, frame]) {
    expect(await place.evaluate('window.injected')).toBeUndefined()
    expect(await place.evaluate("document.querySelectorAll('[data-injected]').length")).toBe(0)
  }
  await preview.open(parametersOf(info.project.id, { payment_id: 'honest-after-all' }), 'iframe')
  await form.field('pan').waitFor()
  await form.pay('4000000000000077')
  await expect(form.result).toBeVisible()
})
