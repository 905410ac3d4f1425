import type { Locator, Page } from '@playwright/test'

/** The pane in which a message is edited and sent, by its accessible names. */
export function replayPage(page: Page) {
  const form = page.getByRole('form', { name: 'How to send' })
  const part = page.getByRole('radiogroup', { name: 'Part of the message' })
  return {
    form,
    editor: page.getByRole('textbox', { name: 'Body' }),
    changes: page.getByRole('region', { name: 'What changes' }),
    response: page.getByRole('region', { name: 'Merchant’s response' }),
    history: page.getByRole('region', { name: 'History of replays' }),
    verdict: form.getByRole('status'),
    send: form.getByRole('button', { name: /^Send/ }),
    signing: (name: 'Re-sign' | 'Keep' | 'Omit' | 'Corrupt' | 'Custom value'): Locator =>
      form.getByRole('radio', { name: new RegExp(`^${name}`) }),
    show: async (name: 'Body' | 'Headers' | 'Side by side'): Promise<void> => {
      await part.getByText(name).click()
    },
    /** Uses the editor's own search to replace the next occurrence of a text. */
    replace: async (text: string, by: string): Promise<void> => {
      await page.keyboard.press('Control+f')
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await page.keyboard.type(by)
    },
  }
}
