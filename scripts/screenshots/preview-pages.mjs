import { rail } from './workbench-pages.mjs'
import { cards, typeCard } from './open-form.mjs'

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} group @param {string} name */
const choose = (page, group, name) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).check({ force: true })

/** @param {Page} page */
const open = (page) =>
  page
    .getByRole('button', { name: /^Open( again)?/ })
    .first()
    .click()

/** @param {Page} page */
const formOf = (page) =>
  page.frameLocator('iframe[title="Demo shop with the form"]').frameLocator('iframe.ep-iframe')

/**
 * Takes the preview with the form open in each way, and while the customer is asked for details.
 * @param {import('../measure/host.mjs').Host} host
 * @param {import('./camera.mjs').Camera} camera
 * @param {readonly number[]} widths
 */
export const takePreview = async ({ ready }, camera, widths) => {
  for (const width of widths)
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await camera.page({
        colorScheme,
        viewport: { width, height: width === 1920 ? 1080 : 900 },
      })
      /** @param {string} name */
      const take = async (name) => {
        await page.mouse.move(0, 0)
        // The network of a page with a foreign frame never counts as idle: fonts, then two pictures of the browser's own.
        await page.evaluate(
          'document.fonts.ready.then(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))',
        )
        await camera.take(page, `preview${name}-${width}-${colorScheme}`)
      }
      await page.goto(`${ready.workbench}/?token=${ready.token}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await rail('Preview')(page)
      await take('-empty')
      await open(page)
      await formOf(page).locator('input[name=pan]').waitFor()
      await take('')
      for (const [mode, device] of [
        ['Iframe', 'Tablet'],
        ['Embedded', 'Phone'],
        ['Modal', 'Unscaled'],
      ]) {
        await choose(page, 'Mode', mode ?? '')
        await choose(page, 'Device', device ?? '')
        await open(page)
        await formOf(page).locator('input[name=pan]').waitFor()
        await take(`-${mode?.toLowerCase() ?? ''}-${device?.toLowerCase() ?? ''}`)
      }
      const form = formOf(page)
      await typeCard(form, cards.avs)
      await form.locator('button[type=submit]').click()
      await form.locator('[name="avs_data.avs_post_code"]').waitFor()
      await take('-clarification')
      for (const view of ['JSON', 'Snippet']) {
        await choose(page, 'Parameters as', view)
        await take(`-${view.toLowerCase()}`)
      }
      await page.context().close()
    }
}
