import { cards, formAddress, ordinary, submit, typeCard } from './open-form.mjs'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('../measure/host.mjs').Host} Host
 * @typedef {import('./open-form.mjs').Parameters} Parameters
 * @typedef {{name: string, change?: Parameters, reach: (page: Page, host: Host, also: Parameters) => Promise<void>}} FormPicture
 */

/** @param {string} card @param {string} shows selector of the page that it leads to @returns {(page: Page) => Promise<void>} */
const pay = (card, shows) => async (page) => {
  await typeCard(page, card)
  await submit(page)
  await page.locator(shows).first().waitFor()
}

/** @param {Host} host @param {object} switches */
const withSwitches = ({ api, ready }, switches) =>
  api('projects.update', { projectId: ready.project.id, switches })

/** @type {readonly FormPicture[]} */
const everyPage = [
  { name: 'card', reach: (page) => page.locator('input[name=pan]').waitFor() },
  {
    name: 'card-mistakes',
    async reach(page) {
      await page.locator('input[name=pan]').fill('4000000000000078')
      await page.locator('input[name=expiry]').fill('01/20')
      await submit(page)
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'saved-cards',
    async reach(page, host, also) {
      // Each language has a customer of its own, with two cards.
      const customer = `regular-${String(also['language_code'] ?? 'en')}`
      const token = {
        ...also,
        mode: 'card_tokenize',
        project_id: host.ready.project.id,
        customer_id: customer,
      }
      for (const card of [cards.success, '5126160000356675']) {
        await page.goto(await formAddress(host, token))
        await pay(card, '.pf-result.success')(page)
      }
      await page.goto(await formAddress(host, ordinary(host.ready, { ...also, customer_id: customer })))
      await page.locator('input[name=saved_card]').first().waitFor()
    },
  },
  {
    name: 'waiting',
    async reach(page, host) {
      await withSwitches(host, { outcome: { mode: 'hold' } })
      await pay(cards.success, '.pf-result.waiting')(page)
      await withSwitches(host, { outcome: { mode: 'card' } })
    },
  },
  { name: 'clarification', reach: pay(cards.avs, '[name="avs_data.avs_post_code"]') },
  { name: 'clarification-eight', reach: pay(cards.eightNames, '[name="customer.first_name"]') },
  {
    name: 'clarification-refused',
    async reach(page) {
      await pay(cards.eightNames, '[name="customer.first_name"]')(page)
      await page.locator('[name="customer.day_of_birth"]').fill('31-02-1990')
      await submit(page)
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'success', reach: pay(cards.success, '.pf-result.success') },
  {
    name: 'decline-another-attempt',
    async reach(page, host) {
      await withSwitches(host, { retries: true })
      await pay(cards.decline, '.pf-result.decline')(page)
      await withSwitches(host, { retries: false })
    },
  },
  {
    name: 'bank',
    async reach(page) {
      await pay(cards.challenge, 'iframe[data-issuer], a[href*=issuer], input[name=code]')(page)
      const frame = page.locator('iframe[data-issuer]')
      if ((await frame.count()) > 0) await frame.contentFrame().locator('input[name=code]').waitFor()
      else await page.locator('input[name=code]').waitFor()
    },
  },
  {
    name: 'error',
    async reach(page, host, also) {
      const wrong = {
        ...ordinary(host.ready, also),
        project_id: host.ready.project.id,
        payment_amount: '46.50',
      }
      await page.goto(await formAddress(host, wrong))
    },
  },
  {
    name: 'error-signature',
    async reach(page, host, also) {
      const address = new URL(await formAddress(host, ordinary(host.ready, also)))
      address.searchParams.set('payment_amount', '4651')
      await page.goto(address.href)
    },
  },
]

/** The same pages in a language that reads from the right, and in one with long words. */
const inOtherLanguages = ['ar', 'de'].flatMap((language_code) =>
  everyPage.map(({ name, change, reach }) => ({
    name: `${name}-${language_code}`,
    change: { ...change, language_code },
    reach,
  })),
)

/**
 * Takes every page of the form in all widths and schemes; `all` or only what the guides show.
 * @param {Host} host
 * @param {import('./camera.mjs').Camera} camera
 * @param {boolean} all
 */
export const takeFormPages = async (host, camera, all) => {
  const pages = all
    ? [...everyPage, ...inOtherLanguages]
    : everyPage.filter(({ name }) => name === 'clarification')
  for (const { name, change = {}, reach } of pages) {
    const page = await camera.page({ viewport: { width: 480, height: 720 } })
    await page.goto(await formAddress(host, ordinary(host.ready, change)))
    await reach(page, host, change)
    for (const width of [320, 360, 480, 768, 1280]) {
      await page.setViewportSize({ width, height: width > 480 ? 900 : 720 })
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.emulateMedia({ colorScheme })
        await camera.take(page, `form-${name}-${width}-${colorScheme}`, true)
      }
    }
    await page.context().close()
  }
}
