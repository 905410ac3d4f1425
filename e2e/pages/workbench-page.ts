import { expect, type Locator, type Page } from '@playwright/test'

export type PageName =
  | 'Overview'
  | 'Payments'
  | 'Callbacks'
  | 'Preview'
  | 'Scenarios'
  | 'Exam'
  | 'Traffic'
  | 'Signature'
  | 'Settings'

/** The parts that every page of the workbench has, by their accessible names. */
export function workbenchPage(page: Page) {
  const row = (name: string | RegExp): Locator => page.getByRole('row', { name })
  const open = (name: PageName): Promise<void> =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  return {
    /** Follows a link of the rail. */
    open,
    /** Opens a view of the Callbacks page. */
    async openCallbacks(view: 'Sent' | 'Captured' | 'Response rules' | 'Fault rules'): Promise<void> {
      await open('Callbacks')
      await page.getByRole('radiogroup', { name: 'Which messages' }).getByText(view).click()
    },
    dialog: (name: string | RegExp): Locator => page.getByRole('dialog', { name }),
    toast: (text: string | RegExp): Locator =>
      page.getByRole('region', { name: 'Notifications' }).getByText(text),
    clock: page.getByRole('region', { name: 'Virtual clock' }),
    payments: page.getByRole('grid', { name: /^Payments/ }),
    /** A row of the open list. */
    row,
    /** Clicks a row until it is selected: new rows can move it away from the pointer. */
    async choose(name: string | RegExp): Promise<void> {
      await expect(async () => {
        await row(name).click()
        await expect(row(name)).toHaveAttribute('aria-selected', 'true', { timeout: 1000 })
      }).toPass()
    },
    /** The payment or message beside the list. */
    detail: (name: string | RegExp): Locator => page.getByRole('article', { name }),
    /** Chooses an action from the menu of a payment or message. */
    async chooseMore(detail: Locator, name: string): Promise<void> {
      await detail.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    },
  }
}

/** Reads what the page has copied to the clipboard. */
export async function clipboardText(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page.evaluate(() => navigator.clipboard.readText())
}
