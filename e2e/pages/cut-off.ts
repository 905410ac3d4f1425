import type { Page } from '@playwright/test'

/** Columns of ids and free text: they may end in an ellipsis if a title has the full text. */
const MAY_BE_SHORTENED = ['Payment', 'Customer', 'Method', 'Kind', 'Target', 'Path', 'Name', 'Tags']

/** The cut-off texts of lists and tables, each with its list and column. */
export function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate((mayBeShortened) => {
    /** Whether a text as drawn is entirely inside the boxes that clip it, from its parent up to its cell. */
    const isWhole = (text: Text, cell: Element): boolean => {
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const drawn of range.getClientRects()) {
        for (let box = text.parentElement; box !== null; box = box === cell ? null : box.parentElement) {
          if (box !== cell && getComputedStyle(box).overflowX === 'visible') continue
          const { left, right } = box.getBoundingClientRect()
          if (drawn.width > 0 && (drawn.left < left - 0.5 || drawn.right > right + 0.5)) return false
        }
      }
      return true
    }
    const isShortened = (cell: Element): boolean => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        // Text for screen readers is not drawn.
        if (node instanceof Text && node.parentElement?.closest('.sr') === null && !isWhole(node, cell))
          return true
      }
      return false
    }
    const found: string[] = []
    const look = (list: string, head: string, cell: HTMLElement): void => {
      if (!cell.checkVisibility() || !isShortened(cell)) return
      const says = cell.title !== '' || cell.querySelector('[title]:not([title=""])') !== null
      if (mayBeShortened.includes(head) && says) return
      found.push(`${list}, ${head}: ${cell.textContent}`)
    }
    for (const grid of document.querySelectorAll<HTMLElement>('[role="grid"]')) {
      const name = grid.ariaLabel ?? 'a list'
      const heads = [...grid.querySelectorAll<HTMLElement>('[role="columnheader"]')]
      for (const head of heads) look(name, 'the head of a column', head)
      for (const row of grid.querySelectorAll('.body [role="row"]'))
        for (const [n, cell] of [...row.querySelectorAll<HTMLElement>('[role="gridcell"]')].entries())
          look(name, heads[n]?.textContent ?? '', cell)
    }
    for (const table of document.querySelectorAll<HTMLTableElement>('table.plain')) {
      const name = table.caption?.textContent ?? 'a table'
      if (!table.checkVisibility()) continue
      const room = table.closest('.scroll, .pane, [role="dialog"]') ?? document.documentElement
      if (table.getBoundingClientRect().right > room.getBoundingClientRect().left + room.clientWidth + 0.5)
        found.push(`${name} is wider than its pane`)
      const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent)
      for (const row of table.querySelectorAll('tbody tr'))
        for (const [n, cell] of [...row.querySelectorAll<HTMLElement>(':scope > td')].entries())
          if (cell.matches('.num') || /time|status|state|created|changed/i.test(heads[n] ?? ''))
            look(name, heads[n] ?? '', cell)
    }
    return found
  }, MAY_BE_SHORTENED)
}
