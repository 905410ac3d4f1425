import type { Locator } from '@playwright/test'
import { expect } from './test'

/** Expects text that neither its own element nor any box around it cuts off. */
export async function expectShownWhole(text: Locator): Promise<void> {
  await expect(text).toBeVisible()
  await expect
    .poll(() =>
      text.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const words = range.getBoundingClientRect()
        const isCutBy = (box: Element): boolean => {
          if (getComputedStyle(box).overflowX === 'visible') return false
          const { left, right } = box.getBoundingClientRect()
          return words.left < left - 1 || words.right > right + 1
        }
        for (let box: Element | null = element; box !== null; box = box.parentElement) {
          if (isCutBy(box)) return box.className
        }
        return 'whole'
      }),
    )
    .toBe('whole')
}
