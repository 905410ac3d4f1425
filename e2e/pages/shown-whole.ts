import type { Locator } from '@playwright/test'
import { expect } from './test'

/** Expects that a text is cut off neither by its own element nor by any box around it. */
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
