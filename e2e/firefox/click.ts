import type { ElementHandle, Frame } from 'puppeteer-core'

interface Point {
  readonly x: number
  readonly y: number
}

/** The element of the parent's page that shows a frame. */
async function elementOf(frame: Frame, parent: Frame): Promise<ElementHandle> {
  for (const element of await parent.$$('iframe')) {
    if ((await element.contentFrame()) === frame) return element
  }
  throw new Error(`No iframe shows ${frame.url()}: its page has removed it`)
}

/** Where the content of a frame begins in the window. */
async function originOf(frame: Frame): Promise<Point> {
  const parent = frame.parentFrame()
  if (parent === null) return { x: 0, y: 0 }
  const element = await elementOf(frame, parent)
  const outer = await originOf(parent)
  const inner = await element.evaluate((iframe) => {
    const box = iframe.getBoundingClientRect()
    const style = getComputedStyle(iframe)
    return {
      x: box.x + iframe.clientLeft + parseFloat(style.paddingLeft),
      y: box.y + iframe.clientTop + parseFloat(style.paddingTop),
    }
  })
  return { x: outer.x + inner.x, y: outer.y + inner.y }
}

/**
 * Clicks with the mouse in the middle of an element, in any frame. The driver's own click asks the browser for the
 * element of a frame by a locator that Firefox ESR 140 does not know; this way every Firefox does.
 */
export async function clickIn(frame: Frame, selector: string, count = 1): Promise<void> {
  const element = await frame.waitForSelector(selector, { visible: true })
  if (element === null) throw new Error(`${selector} went away before it could be clicked`)
  await element.scrollIntoView()
  const origin = await originOf(frame)
  const middle = await element.evaluate((one) => {
    const box = one.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })
  await frame.page().mouse.click(origin.x + middle.x, origin.y + middle.y, { count })
}
