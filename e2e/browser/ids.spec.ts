import { sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

const SERIES = 'an-order-of-the-long-winter-sale-of-tableware-'
const idOf = (n: number): string => `${SERIES}\u202e${String(n)}`
const shownOf = (n: number): string => `${SERIES}⟨U+202E⟩${String(n)}`

test('ids that differ only at the end can be distinguished wherever they appear, and show hidden characters', async ({
  workbench: { page, api },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const n of [1, 2]) await sell(api, idOf(n))
  const { open, row, detail } = workbenchPage(page)

  /** Every cell with an id shows its end, and only the ends of the two payments appear. */
  const expectEnds = async (list: string): Promise<void> => {
    const ids = page.getByRole('grid').locator('.id-text')
    await expect(ids.first(), list).toBeVisible()
    const ends = await ids.evaluateAll((elements) =>
      elements.map((element) => {
        const cell = element.closest('[role=gridcell]') ?? element
        const isWhole = element.getBoundingClientRect().right <= cell.getBoundingClientRect().right + 1
        return isWhole ? (element.getAttribute('data-tail') ?? '') : 'cut'
      }),
    )
    expect([...new Set(ends)].toSorted(), list).toEqual(['202E⟩1', '202E⟩2'])
  }

  await expectEnds('payments')
  await row(/⟩1/).click()
  const heading = detail(`Payment ${shownOf(1)}`)
    .getByRole('heading')
    .first()
  await expect(heading).toHaveText(shownOf(1))
  await heading.click()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(shownOf(1))

  await open('Callbacks')
  await expectEnds('sent')
  await row(/^delivered.*⟩1/)
    .first()
    .click()
  await expect(page.getByRole('button', { name: `Payment ${shownOf(1)}` })).toHaveText(shownOf(1))
  // The list of captured requests names the payment if it is wide enough.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByRole('radiogroup').getByText('Captured').click()
  await expectEnds('captured')

  await open('Traffic')
  await page.getByRole('radiogroup', { name: 'Order by' }).getByText('Payment').click()
  await expectEnds('traffic by payment')
  await row(/⟩1/).first().click()
  await expect(page.locator('article').getByText(shownOf(1))).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('winter-sale')
  await expect(page.getByRole('option', { name: shownOf(1) }).first()).toBeVisible()
})
