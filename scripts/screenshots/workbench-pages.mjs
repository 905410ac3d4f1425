import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('../measure/host.mjs').Api} Api
 * @typedef {{name: string, open: (page: Page) => Promise<void>}} Picture
 */

const avsPair = { avs_data: ['avs_post_code', 'avs_street_address'] }
const customers = ['nora.vale', 'tomas-brandt', 'ada-quist', 'j.okafor', 'guest-5512']
const currencies = ['EUR', 'EUR', 'GBP', 'JPY', 'KWD', 'USD']

/** A scenario with a mistaken expectation: the payment is declined when nobody answers. */
export const tooLate = `name: The data comes too late
about: The customer needs longer than the platform waits.
tags: [clarification, timers]
given:
  clock: frozen
steps:
  - sale: { as: order, amount: 46.50 EUR, card: clarification-avs }
  - expect callback: { of: order, kind: clarification, body: { status: awaiting clarification } }
  - advance: 30 min
  - expect callback: { of: order, kind: result, body: { payment: { status: success } } }
  - expect payment: { of: order, status: success }
`

/** A merchant that never manages to answer well. @returns {Promise<{url: string, close: () => void}>} */
export const failingMerchant = async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(500, { 'content-type': 'text/plain' }).end('database is locked')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `http://127.0.0.1:${port}/hooks/payments`, close: () => server.close() }
}

/**
 * An ordinary morning: two dozen payments, some of which wait, failed or ended well.
 * @param {Api} api
 * @param {number} projectId
 * @param {string} failingUrl
 */
export const fill = async (api, projectId, failingUrl) => {
  await api('clock.set', { mode: 'frozen' })
  const capture = (await api('projects.list', {})).items[0].callbackUrl
  for (let n = 1; n <= 24; n += 1) {
    const fails = n === 17 || n === 21
    if (fails) await api('projects.update', { projectId, callbackUrl: failingUrl })
    const { key } = await api('payments.create', {
      amount: 1250 + ((n * 7919) % 40_000),
      currency: currencies[n % currencies.length],
      paymentId: `order-${String(2400 + n * 3)}`,
      customerId: customers[n % customers.length],
      card: n % 3 === 0 ? '5126160000356675' : '4000000000000077',
    })
    if (fails) await api('projects.update', { projectId, callbackUrl: capture })
    if (n % 5 === 0)
      await api('payments.complete', { key, outcome: 'decline', code: n === 10 ? '10105' : '10101' })
    else if (n % 7 === 0 && n < 20) await api('payments.requestClarification', { key, fields: avsPair })
    else if (n < 23) await api('payments.complete', { key, outcome: 'success' })
    await api('clock.advance', { ms: 47_000 + n * 1300 })
  }
  const { key } = await api('payments.create', {
    amount: 4650,
    currency: 'EUR',
    paymentId: 'first-1',
    customerId: 'nora.vale',
    card: '4000000000017006',
    outcome: 'hold',
  })
  await api('payments.requestClarification', {
    key,
    fields: { ...avsPair, customer: ['first_name', 'last_name', 'day_of_birth'] },
  })
  await api('clock.advance', { ms: 74_000 })
  await api('payments.answerClarification', {
    key,
    additionalData: {
      avs_data: { avs_post_code: 'H91 AB12' },
      customer: { first_name: 'Nora', last_name: 'Vale', day_of_birth: 'in spring' },
    },
  })
  await api('clock.advance', { ms: 260_000 })
}

/** @param {string} name @returns {(page: Page) => Promise<void>} */
export const rail = (name) => async (page) => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
}

/** @type {readonly Picture[]} */
export const emptyPages = ['Payments', 'Callbacks', 'Settings'].map((name) => ({
  name: `empty-${name.toLowerCase()}`,
  open: rail(name),
}))

/** @type {readonly Picture[]} */
export const workbenchPages = [
  {
    name: 'payment',
    async open(page) {
      await rail('Payments')(page)
      await page.getByRole('row', { name: /first-1/ }).click()
      await page.getByRole('region', { name: 'What the payment is waiting for' }).waitFor()
    },
  },
  {
    name: 'request-clarification',
    async open(page) {
      await page.getByRole('row', { name: /order-2472/ }).click()
      await page.getByRole('button', { name: 'Request clarification…' }).click()
      await page.getByRole('button', { name: '8 customer fields' }).click()
      await page.getByLabel('Body of the callback').waitFor()
    },
  },
  {
    name: 'callbacks',
    async open(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await rail('Callbacks')(page)
      await page
        .getByRole('row', { name: /order-2451/ })
        .first()
        .click()
      await page.getByRole('table', { name: 'Responses to each attempt' }).waitFor()
    },
  },
  {
    name: 'checks',
    async open(page) {
      const row = page.getByRole('row', { name: /Result.*order-2454/ }).first()
      for (const name of ['Send twice', 'Forge']) {
        await row.click({ button: 'right' })
        await page.getByRole('menuitem', { name }).click()
        await page
          .getByRole('button', { name: `Check: ${name}` })
          .and(page.getByText('Check again'))
          .waitFor()
      }
      await page.getByText('Exact bytes').nth(2).click()
    },
  },
  { name: 'settings', open: rail('Settings') },
]

/** @type {readonly Picture[]} */
export const scenarioPages = [
  {
    name: 'scenarios',
    async open(page) {
      await rail('Scenarios')(page)
      await page.getByRole('row', { name: /failed at 4|not run The data comes too late/ }).click()
      await page.getByRole('button', { name: /^Run all/ }).click()
      await page.getByText(/^\d+ passed, 1 failed$/).waitFor({ timeout: 120_000 })
      await page.getByRole('table', { name: 'Differences' }).waitFor()
    },
  },
]

/**
 * Takes pages of the workbench one after the other, as a tester walks through them.
 * @param {import('../measure/host.mjs').Host} host
 * @param {import('./camera.mjs').Camera} camera
 * @param {readonly Picture[]} pages
 * @param {number} width
 */
export const takeWorkbench = async ({ ready }, camera, pages, width) => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await camera.page({ colorScheme, viewport: { width, height: 900 } })
    await page.goto(`${ready.workbench}/?token=${ready.token}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const { name, open } of pages) {
      await open(page)
      await page.mouse.move(0, 0)
      await page.waitForLoadState('networkidle')
      await camera.take(page, `${name}-${colorScheme}`)
    }
    await page.context().close()
  }
}
