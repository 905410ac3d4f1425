import type { Locator, Page } from '@playwright/test'

/** The response rules of the merchant listener, by their accessible names. */
export function answersPage(page: Page) {
  const rules = page.getByRole('list', { name: /^Response rules/ })
  const editor = page.getByRole('article')
  return {
    rules,
    /** A row of the list that contains this text. */
    rule: (text: string | RegExp): Locator => rules.getByRole('listitem').filter({ hasText: text }),
    editor,
    field: (name: string): Locator => editor.getByLabel(name, { exact: true }),
    /** The error shown at a field. */
    error: (text: string | RegExp): Locator => editor.locator('.bad').filter({ hasText: text }),
    save: (): Promise<void> => editor.getByRole('button', { name: 'Save rule' }).click(),
    async begin(preset: string): Promise<void> {
      await page.getByRole('button', { name: 'New rule', exact: true }).click()
      await page.getByRole('button', { name: `Add rule: ${preset}` }).click()
    },
  }
}
