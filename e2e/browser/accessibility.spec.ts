import type { Page } from '@playwright/test'
import { fillBench } from '#e2e/pages/filled-bench'
import { DIALOGS, FULL_PAGES, PAGES, PAYMENT_DIALOGS, inDialog } from '#e2e/pages/every-view'
import { graveFindings } from '#e2e/pages/every-look'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

/** Only colours differ by theme, so all other axe rules run once. */
const THEMES = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const

for (const { colorScheme, rules } of THEMES) {
  const look = async (page: Page, name: string): Promise<void> => {
    expect.soft(await graveFindings(page, rules), name).toEqual([])
  }
  const tag = colorScheme === 'dark' ? ['@long'] : []

  test(`an empty bench is accessible, ${colorScheme}`, { tag }, async ({ workbench: { page } }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
    for (const view of PAGES) {
      await view.open(page)
      await look(page, view.name)
    }
    for (const view of DIALOGS) await inDialog(page, view, () => look(page, view.name))
  })

  test(
    `a full bench is accessible, ${colorScheme}`,
    { tag },
    async ({ workbench: { page, api }, receiver }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      receiver.answerWith(500)
      await fillBench(api, receiver.url)
      await expect(workbenchPage(page).row(/Order-7/)).toBeVisible()
      for (const view of [...PAGES, ...FULL_PAGES]) {
        await view.open(page)
        await look(page, view.name)
      }
      for (const view of PAYMENT_DIALOGS) await inDialog(page, view, () => look(page, view.name))
    },
  )
}
