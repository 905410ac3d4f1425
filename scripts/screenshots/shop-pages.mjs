import { cards, typeCard } from './open-form.mjs'

/**
 * Takes the demo shop with the form over it, and its other pages.
 * @param {import('../measure/host.mjs').Host} host
 * @param {import('./camera.mjs').Camera} camera
 */
export const takeShop = async ({ ready }, camera) => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark']))
    for (const width of [320, 480, 1280]) {
      const viewport = { width, height: width === 1280 ? 900 : 720 }
      const page = await camera.page({ colorScheme, viewport })
      /** @param {string} name */
      const take = (name) => camera.take(page, `shop-${name}-${width}-${colorScheme}`, name !== 'modal')
      const shop = `${ready.merchant}/shop`
      for (const mode of ['modal', 'iframe', 'embedded']) {
        await page.goto(shop)
        if (mode === 'modal') await take('product')
        await page
          .getByRole('button', { name: /basket/i })
          .first()
          .click()
        await page.goto(`${shop}/cart`)
        if (mode === 'modal') await take('cart')
        await page.getByRole('link', { name: 'Go to checkout' }).click()
        if (mode === 'modal') await take('checkout')
        else await page.locator(`input[value=${mode}]`).check({ force: true })
        await page.getByRole('button', { name: /^Pay/ }).click()
        const form = page.locator('iframe.ep-iframe').contentFrame()
        await form.locator('input[name=pan]').waitFor()
        await page.waitForLoadState('networkidle')
        await take(mode)
        if (mode === 'iframe') {
          await typeCard(form, cards.challenge)
          await form.locator('button[type=submit]').click()
          await form.frameLocator('iframe[data-issuer]').locator('input[name=code]').waitFor()
          await take('bank')
        }
        if (mode !== 'modal') continue
        await typeCard(form, cards.success)
        await form.locator('button[type=submit]').click()
        await form.locator('.pf-result.success').waitFor()
        await take('paid')
      }
      await page.goto(`${shop}/orders`)
      await take('orders')
      await page
        .getByRole('link')
        .filter({ hasText: /^Q-|[0-9]{3,}/ })
        .first()
        .click()
      await take('order')
      await page.context().close()
    }
}
