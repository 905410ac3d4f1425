/** @typedef {import('playwright-core').Page} Page */

const waitMs = 60_000

/**
 * @param {Page} page watched by `watchPage`
 * @param {() => Promise<unknown>} work types or clicks
 * @param {string} condition in JavaScript, true in the page once what is waited for is there
 * @returns {Promise<number>} milliseconds from the first input to the first frame in which the condition holds
 */
export const untilTrue = async (page, work, condition) => {
  await page.evaluate(`bench.shown = new Promise((resolve, reject) => {
    const giveUpAt = performance.now() + ${waitMs}
    let at
    const note = () => (at ??= performance.now())
    for (const type of ['pointerdown', 'keydown', 'input'])
      document.addEventListener(type, note, { once: true, capture: true })
    const look = (now) => {
      if (at !== undefined && (${condition})) resolve(performance.now() - at)
      else if (now > giveUpAt) reject(new Error(${JSON.stringify(`This did not come true within ${waitMs / 1000} s: ${condition}`)}))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }), undefined`)
  await work()
  return await page.evaluate('bench.shown')
}

/**
 * @param {Page} page watched by `watchPage`
 * @param {() => Promise<unknown>} work types or clicks
 * @param {string} selector of what is waited for
 * @returns {Promise<number>} milliseconds from the first input to the first frame with it
 */
export const untilShown = (page, work, selector) =>
  untilTrue(page, work, `document.querySelector(${JSON.stringify(selector)}) !== null`)
