import { expect, type Page } from '@playwright/test'

/** Opens the palette by its shortcut, once the page listens for keys. The palette gets the focus. */
export async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search everything, run a command' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search, or a command' })).toBeFocused()
}

/** Runs a command of the palette by its name. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}
