import { performance } from 'node:perf_hooks'
import { launchChromium } from './browser.mjs'
import { startHost } from './host.mjs'
import { load, paced } from './load.mjs'
import { atMost, count, duration, perSecond, ratioAtLeast } from './report.mjs'
import { sales } from './signed-requests.mjs'
import { median } from './statistics.mjs'

/** @typedef {import('playwright-core').Page} Page */

const viewport = { width: 1440, height: 900 }
const salesPerSecond = 500
const scrollSeconds = 5
const clicks = 15
const firstSales = 1000
const waitMs = 120_000

/**
 * Measures scrolling the list of payments, and opening payments from it, while sales arrive.
 * @param {{directory: string}} options
 */
export const measureLive = async ({ directory }) => {
  const host = await startHost(directory)
  const browser = await launchChromium()
  try {
    const { api, ready } = host
    const project = await api('projects.create', { name: 'Live', callbackUrl: null })
    const sale = await sales(api, project)
    let made = 0
    await load({ url: ready.platform, next: () => (made < firstSales ? sale(made++) : undefined) })
    const page = await (await browser.newContext({ viewport })).newPage()
    await page.goto(`${ready.workbench}/?token=${ready.token}`)
    await page.waitForSelector(row(0), { timeout: waitMs })
    const quiet = await framesPerSecond(page)

    let isArriving = true
    const from = made
    const started = performance.now()
    const useWindow = async () => {
      await host.loopDelay()
      const frames = await framesPerSecond(page)
      const opened = await openSeveral(page)
      return { frames, opened, ...(await host.loopDelay()) }
    }
    const [{ frames, opened, p999, longest }] = await Promise.all([
      useWindow().finally(() => (isArriving = false)),
      paced(ready.platform, salesPerSecond, () => (isArriving ? sale(made++) : undefined)),
    ])
    const rate = ((made - from) / (performance.now() - started)) * 1000
    return {
      title: `The window while sales arrive: target ${salesPerSecond} a second; reference: nothing arrives`,
      rows: [
        { what: 'Sales that arrived', measured: perSecond(rate) },
        {
          what: 'Wheel, frames per second',
          measured: count(frames),
          reference: count(quiet),
          ratio: frames / quiet,
          goal: ratioAtLeast(0.97),
        },
        {
          what: `From the click on a payment to its details, median of ${clicks}`,
          measured: duration(median(opened)),
          goal: atMost(duration(100)),
        },
        {
          what: 'Event loop of the bench blocked, p99.9',
          measured: duration(p999),
          note: `(longest ${duration(longest).text})`,
          goal: atMost(duration(50)),
        },
      ],
    }
  } finally {
    await browser.close()
    await host.stop()
  }
}

/** @param {number} index */
const row = (index) => `[role=row][aria-rowindex="${index + 2}"]:not(.waiting-row)`

/**
 * @param {Page} page
 * @returns {Promise<number[]>} milliseconds from each click to the details of its payment
 */
const openSeveral = async (page) => {
  /** @type {number[]} */
  const times = []
  for (let click = 0; click < clicks; click += 1) {
    // Alternates between two rows, so that each click selects another payment even if no rows were added.
    const index = 1 + (click % 2) * 6
    const before = await page.evaluate(`document.querySelector('.pay-head h2')?.textContent ?? ''`)
    const changed = `(document.querySelector('.pay-head h2')?.textContent ?? '') !== ${JSON.stringify(before)}`
    times.push(await fromClick(page, () => page.locator(row(index)).first().click(), changed))
  }
  return times
}

/**
 * Scrolls the list with the wheel as fast as the page can follow, then returns to the top.
 * @param {Page} page
 */
const framesPerSecond = async (page) => {
  const grid = page.getByRole('grid').first()
  await grid.hover()
  await page.evaluate(`(() => {
    const counts = 'drawnFrames' in globalThis
    globalThis.drawnFrames = 0
    if (!counts) requestAnimationFrame(function count() { drawnFrames += 1; requestAnimationFrame(count) })
  })()`)
  const started = performance.now()
  while (performance.now() - started < scrollSeconds * 1000) await page.mouse.wheel(0, 120)
  const seconds = (performance.now() - started) / 1000
  /** @type {[number, number]} */
  const [frames, top] = await page.evaluate(`[drawnFrames, document.querySelector('[role=grid]').scrollTop]`)
  if (top <= 0) throw new Error('The wheel did not scroll the list')
  await grid.evaluate((element) => element.scrollTo({ top: 0 }))
  return frames / seconds
}

/**
 * @param {Page} page
 * @param {() => Promise<unknown>} click
 * @param {string} condition a JavaScript expression that becomes true in the page
 * @returns {Promise<number>} milliseconds from the click to the first frame in which the condition holds
 */
const fromClick = async (page, click, condition) => {
  await page.evaluate(`shown = new Promise((resolve, reject) => {
    const giveUpAt = performance.now() + ${waitMs}
    let at
    document.addEventListener('pointerdown', () => (at = performance.now()), { once: true, capture: true })
    const look = (now) => {
      if (at !== undefined && (${condition})) resolve(performance.now() - at)
      else if (now > giveUpAt) reject(new Error('The payment that was clicked is not shown'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }), undefined`)
  await click()
  return await page.evaluate('shown')
}
