import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../project.mjs'
import { withPalette } from './palette-png.mjs'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {object} Camera
 * @property {(options: import('playwright-core').BrowserContextOptions) => Promise<Page>} page a page of its own
 * @property {(page: Page, name: string, whole?: boolean) => Promise<void>} take `whole`: what would have to be scrolled too
 */

/**
 * Writes pictures into a folder. `wanted` says by name which; the others are passed over.
 * @param {import('playwright-core').Browser} browser
 * @param {string} folder
 * @param {(name: string) => boolean} wanted
 * @param {boolean} small whether the files matter more than the time
 * @returns {Camera}
 */
export const openCamera = (browser, folder, wanted, small) => ({
  async page(options) {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    return context.newPage()
  },
  async take(page, name, whole = false) {
    if (!wanted(name)) return
    const picture = await page.screenshot({ animations: 'disabled', fullPage: whole })
    writeFileSync(join(folder, `${name}.png`), small ? withPalette(picture) : picture)
    say(`${name}.png`)
  },
})
