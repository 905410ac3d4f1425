import type { Page } from '@playwright/test'
import { fillBench } from '#e2e/pages/filled-bench'
import { FULL_PAGES, PAGES } from '#e2e/pages/every-view'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

/** What overflows its visible area, and buttons that have the browser's own look. */
function overflows(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`)
    for (const grid of document.querySelectorAll('[role="grid"]')) {
      const right = grid.getBoundingClientRect().left + grid.clientWidth
      if (grid.scrollWidth > grid.clientWidth)
        found.push(`${grid.ariaLabel ?? 'a list'}: its rows are wider than the list`)
      for (const cell of grid.querySelectorAll<HTMLElement>('[role="columnheader"], [role="gridcell"]')) {
        const box = cell.getBoundingClientRect()
        if (box.width > 0 && box.right > right + 0.5) found.push(`cut off at the edge: ${cell.textContent}`)
        // Ids and texts may end in an ellipsis, with the full text in the title; figures must be shown in full.
        const isFigure = cell.matches('.num, .counts, [role="columnheader"]')
        const whole = cell.querySelector('.amount .i')
        if (whole !== null && whole.scrollWidth > whole.clientWidth)
          found.push(`figures cut short: ${cell.textContent}`)
        if (isFigure && cell.scrollWidth > cell.clientWidth + 1) found.push(`cut short: ${cell.textContent}`)
      }
    }
    for (const button of document.querySelectorAll('button'))
      if (getComputedStyle(button).borderStyle === 'outset')
        found.push(`has the browser's own look: ${button.textContent}`)
    for (const bar of document.querySelectorAll<HTMLElement>(
      '.topbar, .footbar, .d-head, .detail-head, .pane-bar, .chosen-bar, .rp-side, .rp-ans',
    ))
      if (bar.scrollWidth > bar.clientWidth + 1)
        found.push(`${bar.className}: ${bar.scrollWidth} in ${bar.clientWidth}`)
    return found
  })
}

/** Sentences that are on the screen more than once, apart from the rows of lists and what messages contain. */
function repeatedSentences(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const sentences: string[] = []
    for (const part of document.querySelectorAll('body *')) {
      if (part.closest('[role="grid"], .rule-list, pre, code, textarea, .sr, option, script, style') !== null)
        continue
      if (!part.checkVisibility({ visibilityProperty: true })) continue
      const own = [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const text = own.map(({ textContent }) => textContent).join(' ')
      const found = text.match(/\p{Lu}(?:[^.!?]|[.!?](?=\S))+[.!?](?=\s|$)/gu) ?? []
      sentences.push(...found.filter((sentence) => sentence.split(' ').length > 2))
    }
    return sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)
  })
}

const WIDTHS = [1000, 1280, 1440, 1920] as const

test('nothing is cut off at usual widths, and no sentence appears twice', async ({
  workbench: { page, api },
  receiver,
}) => {
  test.slow() // two dozen views at four widths
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
  const look = async (name: string): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await expect.soft.poll(() => overflows(page), `${name} at ${width}`).toEqual([])
    }
    expect.soft(await repeatedSentences(page), name).toEqual([])
  }
  for (const view of PAGES) {
    await view.open(page)
    await look(`${view.name}, empty`)
  }
  receiver.answerWith(500)
  await fillBench(api, receiver.url)
  await workbenchPage(page).open('Payments')
  await expect(workbenchPage(page).row(/Order-7/)).toBeVisible()
  for (const view of [...PAGES, ...FULL_PAGES]) {
    await view.open(page)
    await look(`${view.name}, full`)
  }
})

test('long names and selected rows stay within their pane', async ({ workbench: { page, api } }) => {
  const { open, row, detail } = workbenchPage(page)
  const long = 'x'.repeat(180)
  const make = async (paymentId: string): Promise<string> =>
    (await api('payments.create', { amount: 9_999_999, currency: 'EUR', paymentId, customerId: long })).key
  for (const id of ['first', 'second', long])
    await api('payments.complete', { key: await make(id), outcome: 'success' })
  await open('Payments')
  await row(/xxxx/).click()
  await expect(detail(/^Payment xxxx/).getByText('99\u00a0999.99\u00a0EUR', { exact: true })).toBeVisible()
  for (const width of [1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.soft.poll(() => overflows(page), `a payment at ${width}`).toEqual([])
    const right = detail(/^Payment xxxx/).getByText('99\u00a0999.99\u00a0EUR', { exact: true })
    await expect(right).toBeInViewport({ ratio: 1 })
  }
  await open('Callbacks')
  await row(/ first /).click()
  await row(/ second /).click({ modifiers: ['Control'] })
  await expect(page.getByRole('group', { name: 'Selected callbacks' })).toContainText('2 selected')
  for (const width of [1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.soft.poll(() => overflows(page), `chosen callbacks at ${width}`).toEqual([])
  }
  await page.keyboard.press('Escape')
  await row(/ first /).click()
  await detail('Result callback').getByRole('tab', { name: 'Edit' }).click()
  await page.getByRole('radiogroup', { name: 'Part of the message' }).getByText('Headers').click()
  for (const width of [1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // Wide enough for a header field of usual length.
    const widthOf = async (): Promise<number> =>
      (await page.getByLabel('Header fields').boundingBox())?.width ?? 0
    await expect.poll(widthOf, `header fields at ${width}`).toBeGreaterThan(220)
  }
})
