import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the element has the focus, as a person would. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted.toString()} cannot be reached by Tab`)
}
