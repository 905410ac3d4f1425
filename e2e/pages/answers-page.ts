import type { Locator, Page } from '@playwright/test'
import { workbenchPage } from './workbench-page'

/** The rules that say how the merchant listener answers, by their names for people. */
export function answersPage(page: Page) {
  const rules = page.getByRole('list', { name: /^Response rules/ })
  const editor = page.getByRole('article')
  return {
    async open(): Promise<void> {
      await workbenchPage(page).open('Callbacks')
      await page.getByRole('radiogroup', { name: 'Which messages' }).getByText('Responses').click()
    },
    rules,
    /** A row of the list by any of its words. */
    rule: (text: string | RegExp): Locator => rules.getByRole('listitem').filter({ hasText: text }),
    editor,
    field: (name: string): Locator => editor.getByLabel(name, { exact: true }),
    /** What stands against a field. */
    error: (text: string | RegExp): Locator => editor.locator('.bad').filter({ hasText: text }),
    save: (): Promise<void> => editor.getByRole('button', { name: 'Save rule' }).click(),
    async begin(preset: string): Promise<void> {
      await page.getByRole('button', { name: 'New rule', exact: true }).click()
      await page.getByRole('button', { name: `New rule: ${preset}` }).click()
    },
    /** One of the views of the page. */
    show: (view: 'Sent' | 'Captured' | 'Responses'): Promise<void> =>
      page.getByRole('radiogroup', { name: 'Which messages' }).getByText(view).click(),
  }
}
