import type { Page } from '@playwright/test'
import { fillBench } from '#e2e/pages/filled-bench'
import { DIALOGS, FULL_PAGES, PAGES, PAYMENT_DIALOGS, inDialog } from '#e2e/pages/every-view'
import { expect, test } from '#e2e/pages/test'

/** Content wider than the window, which has to be scrolled sideways to read each line. */
function wideContent(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const parts = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (part) => part.getBoundingClientRect().right > root.clientWidth + 0.5 && part.checkVisibility(),
    )
    return [`${String(root.scrollWidth)} wide`, ...parts.slice(0, 5).map((part) => part.className)]
  })
}

/** Controls that cannot be scrolled to a place where they are visible and can be clicked. */
function lostControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('[role="dialog"]') ?? document.body
    const found: string[] = []
    const controls = root.querySelectorAll('button, a[href], input, select, textarea, [tabindex="0"]')
    for (const control of controls) {
      // A switch is operated by its label.
      const target = control instanceof HTMLInputElement ? (control.closest('label') ?? control) : control
      if (!target.checkVisibility({ visibilityProperty: true }) || target.closest('.sr') !== null) continue
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = target.getBoundingClientRect()
      if (width < 2 || height < 2) continue
      // For a control larger than the window or its scrolling pane, a visible part is enough.
      const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1)
      const y = Math.min(Math.max(top + height / 2, 1), innerHeight - 1)
      const hit = document.elementFromPoint(x, y)
      if (hit === null || !target.contains(hit))
        found.push(`${target.tagName} ${target.ariaLabel ?? target.textContent.slice(0, 40)} at ${x}, ${y}`)
    }
    return found
  })
}

test('a window of 1280 by 800, magnified to 200 %, keeps everything reachable @long', async ({
  workbench: { page, api },
  receiver,
}) => {
  test.slow()
  receiver.answerWith(500)
  await fillBench(api, receiver.url)
  const magnified = { width: 640, height: 400 }
  for (const view of [...PAGES, ...FULL_PAGES]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await view.open(page)
    await page.setViewportSize(magnified)
    await expect.soft.poll(() => lostControls(page), { message: view.name, timeout: 3000 }).toEqual([])
    await expect.soft.poll(() => wideContent(page), { message: view.name, timeout: 3000 }).toEqual([])
    // The smallest window of the desktop, magnified in the same way.
    await page.setViewportSize({ width: 500, height: 400 })
    await expect.soft.poll(() => wideContent(page), { message: view.name, timeout: 3000 }).toEqual([])
  }
  for (const view of [...DIALOGS, ...PAYMENT_DIALOGS]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await inDialog(page, view, async () => {
      await page.setViewportSize(magnified)
      await expect.soft.poll(() => lostControls(page), { message: view.name, timeout: 3000 }).toEqual([])
    })
  }
})
