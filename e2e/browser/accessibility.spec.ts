import type { Page } from '@playwright/test'
import type { Receiver } from '#e2e/fixtures/merchant/receiver'
import type { Workbench } from '#e2e/fixtures/workbench'
import { fillBench } from '#e2e/pages/filled-bench'
import { DIALOGS, FULL_PAGES, PAGES, PAYMENT_DIALOGS, inDialog } from '#e2e/pages/every-view'
import { severeViolations, strayButtons } from '#e2e/pages/every-look'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

/** Only colours differ by theme, so all other axe rules run once. */
const THEMES = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const

for (const { colorScheme, rules } of THEMES) {
  const look = async (page: Page, name: string): Promise<void> => {
    expect.soft(await severeViolations(page, rules), name).toEqual([])
  }
  const lookAtDialog = async (page: Page, name: string): Promise<void> => {
    await look(page, name)
    if ((await page.locator('.dialog').count()) > 0) expect.soft(await strayButtons(page), name).toEqual([])
  }
  const tag = colorScheme === 'dark' ? ['@long'] : []

  test(`an empty bench is accessible, ${colorScheme} @long`, async ({ workbench: { page } }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
    for (const view of PAGES) {
      await view.open(page)
      await look(page, view.name)
    }
    for (const view of DIALOGS) await inDialog(page, view, () => lookAtDialog(page, view.name))
  })

  /** Split into parts, so that no test takes minutes. */
  for (const [what, views] of [
    ['pages', PAGES],
    ['details', FULL_PAGES],
  ] as const)
    test(
      `${what} of a full bench are accessible, ${colorScheme}`,
      { tag: what === 'details' ? '@long' : tag },
      async ({ workbench, receiver }) => {
        const page = await openFull(workbench, receiver, colorScheme)
        for (const view of views) {
          await view.open(page)
          await look(page, view.name)
        }
      },
    )

  test(`dialogs of a full bench are accessible, ${colorScheme}`, { tag }, async ({ workbench, receiver }) => {
    const page = await openFull(workbench, receiver, colorScheme)
    for (const view of PAYMENT_DIALOGS) await inDialog(page, view, () => lookAtDialog(page, view.name))
  })
}

async function openFull(
  { page, api }: Workbench,
  receiver: Receiver,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  test.slow()
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  receiver.answerWith(500)
  await fillBench(api, receiver.url)
  await expect(workbenchPage(page).row(/Order-7/)).toBeVisible()
  return page
}
