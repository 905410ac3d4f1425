import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

/** The largest distance between two neighbours of an empty page, in pixels. */
const gapOf = (children: readonly { readonly top: number; readonly bottom: number }[]): number =>
  Math.max(...children.slice(1).map(({ top }, at) => top - (children[at]?.bottom ?? top)))

test('the lines of an empty page stand together', async ({ workbench: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const gap = async (): Promise<number> =>
    gapOf(
      await page.locator('main .empty:visible').evaluate((empty) =>
        [...empty.children].map((child) => {
          const { top, bottom } = child.getBoundingClientRect()
          return { top, bottom }
        }),
      ),
    )
  await page.evaluate(() => {
    location.hash = 'nonsense/page'
  })
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
  expect(await gap()).toBeLessThan(24)
  await workbenchPage(page).open('Exam')
  await expect(page.getByRole('heading', { name: 'No exam yet' })).toBeVisible()
  expect(await gap()).toBeLessThan(24)
})

test('the palette is as wide as its hints need', async ({ workbench: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: /^Search everything/ })
  await expect.poll(async () => Math.round((await palette.boundingBox())?.width ?? 0)).toBe(560)
  expect(await palette.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
