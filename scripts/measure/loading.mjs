/** @typedef {import('playwright-core').Browser} Browser */

const height = 900

/** A new window makes itself ready for so long. Customers come to a page in a window that they have. */
const newWindowMs = 200

/** Runs in the page after it has loaded. Paints are reported a moment after they happen. */
const firstPaint = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the page has painted nothing')), 30000)
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint')
    if (paint !== undefined) resolve(paint.startTime)
  }).observe({ type: 'paint', buffered: true })
})`

/**
 * Runs in the page after it has painted and loaded: what has moved until it is quiet, and then whether a move that we
 * cause is noticed, because a browser that notices none would say 0 of every page.
 */
const shiftSoFar = `new Promise((resolve, reject) => {
  let shift = 0
  let moved = false
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) {
      if (moved) resolve(shift)
      else shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => {
    moved = true
    const block = document.createElement('div')
    block.style.height = '200px'
    document.body.insertBefore(block, document.body.firstChild)
    setTimeout(() => reject(new Error('the browser does not report what moves')), 30000)
  }, 500)
})`

/**
 * Loads a page as somebody who has never seen it: without caches, in a window of its own.
 * @template Result
 * @param {Browser} browser
 * @param {string} url
 * @param {number} width of the window, in CSS pixels
 * @param {(page: import('playwright-core').Page) => Promise<Result>} look
 * @returns {Promise<Result>}
 */
const loaded = async (browser, url, width, look) => {
  const context = await browser.newContext({ viewport: { width, height } })
  try {
    const page = await context.newPage()
    await page.waitForTimeout(newWindowMs)
    const response = await page.goto(url)
    if (response?.status() !== 200) throw new Error(`${url} was answered with ${response?.status()}`)
    return await look(page)
  } finally {
    await context.close()
  }
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @returns {Promise<number>} first contentful paint, in milliseconds since the navigation began
 */
export const firstPaintOf = (browser, url) => loaded(browser, url, 1280, (page) => page.evaluate(firstPaint))

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {number} width of the window, in CSS pixels
 * @returns {Promise<number>} layout shift while the page loads, 0 where nothing moves
 */
export const layoutShiftOf = (browser, url, width) =>
  loaded(browser, url, width, async (page) => {
    await page.evaluate(firstPaint)
    return await page.evaluate(shiftSoFar)
  })
