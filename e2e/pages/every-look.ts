import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The narrowest window that is tested, and a common one. */
const SIZES = [
  { width: 1000, height: 700 },
  { width: 1280, height: 800 },
] as const

/** The serious or critical violations that axe finds in a page, with their places. By default, it checks all rules. */
export async function severeViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // axe's default mode opens another page for each analysis, which only pages with cross-origin frames need.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`))
}

/**
 * Replaces each piece of text in the open dialog, except in controls, subheadings and table heads, with 10,000
 * characters. Returns the buttons then outside it, and `the dialog` if outside the window. Close the dialog afterwards.
 */
export const strayButtons = (page: Page): Promise<readonly string[]> =>
  page.locator('.dialog').evaluate((dialog) => {
    const fixed = 'button, label, option, summary, kbd, h3, thead, .cm-editor, textarea'
    const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() !== '' && text.parentElement?.closest(fixed) === null)
        text.data = 'long/'.repeat(2000)
    }
    const box = dialog.getBoundingClientRect()
    const stray: string[] = []
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth)
      stray.push('the dialog')
    for (const button of dialog.querySelectorAll('button')) {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      // The body scrolls vertically, so a button in it may be above or below the visible part.
      const isFixed = button.closest('header, footer') !== null
      if (left < box.left || right > box.right || (isFixed && (top < box.top || bottom > box.bottom)))
        stray.push(button.textContent || (button.getAttribute('aria-label') ?? ''))
    }
    return stray
  })

/** Expects that axe finds nothing in a page, light and dark, narrow and wide; afterwards the page looks as before. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
      expect(found, `${colorScheme}, ${String(size.width)} px wide`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before !== null) await page.setViewportSize(before)
}
