import { performance } from 'node:perf_hooks'
import { launchChromium } from './browser.mjs'
import { framesDuring, watchPage, wheel } from './frames.mjs'
import { startHost } from './host.mjs'
import { load, paced } from './load.mjs'
import { atMost, count, duration, percent, perSecond, ratioAtLeast } from './report.mjs'
import { untilTrue } from './shown.mjs'
import { sales } from './signed-requests.mjs'
import { median } from './statistics.mjs'

const viewport = { width: 1440, height: 900 }
const salesPerSecond = 500
const scrollSeconds = 5
const clicks = 15
const firstSales = 1000
const waitMs = 120_000

/**
 * The list of payments while sales arrive: scrolled, and payments opened from it.
 * @param {{directory: string}} options
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureLive = async ({ directory }) => {
  const host = await startHost(directory)
  const browser = await launchChromium()
  try {
    const { api, ready } = host
    const project = await api('projects.create', { name: 'Live', callbackUrl: null })
    const sale = await sales(api, { id: project.projectId, secret: project.secret })
    let made = 0
    await load({ url: ready.platform, next: () => (made < firstSales ? sale(made++) : undefined) })
    const page = await (await browser.newContext({ viewport })).newPage()
    await page.addInitScript(watchPage)
    await page.goto(`${ready.workbench}/?token=${ready.token}`)
    await page.waitForSelector(row(0), { timeout: waitMs })
    const quiet = await framesDuring(page, () => wheel(page, scrollSeconds))
    await page
      .getByRole('grid')
      .first()
      .evaluate((grid) => grid.scrollTo({ top: 0 }))

    let isArriving = true
    const from = made
    const started = performance.now()
    const arriving = paced(ready.platform, salesPerSecond, () => (isArriving ? sale(made++) : undefined))
    await host.loopDelay()
    const frames = await framesDuring(page, () => wheel(page, scrollSeconds))
    await page
      .getByRole('grid')
      .first()
      .evaluate((grid) => grid.scrollTo({ top: 0 }))
    const opened = await openSeveral(page)
    const { p999, longest } = await host.loopDelay()
    isArriving = false
    await arriving
    const rate = ((made - from) / (performance.now() - started)) * 1000
    return {
      name: 'live',
      title: `The window while sales arrive: ${salesPerSecond} a second wanted; reference: nothing arrives`,
      rows: [
        { what: 'Sales that arrived', measured: perSecond(rate) },
        {
          what: 'Wheel, frames per second',
          measured: count(frames.framesPerSecond),
          reference: count(quiet.framesPerSecond),
          ratio: frames.framesPerSecond / quiet.framesPerSecond,
          goal: ratioAtLeast(0.97),
        },
        {
          what: 'Wheel, frames over 20 ms',
          measured: percent(frames.slow),
          reference: percent(quiet.slow),
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
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number[]>} milliseconds from each click to the details of its payment
 */
const openSeveral = async (page) => {
  /** @type {number[]} */
  const times = []
  for (let click = 0; click < clicks; click += 1) {
    // Rows move down while payments arrive; every other one is another payment all the same.
    const index = 1 + (click % 2) * 6
    const before = await page.evaluate(`document.querySelector('.pay-head h2')?.textContent ?? ''`)
    const changed = `(document.querySelector('.pay-head h2')?.textContent ?? '') !== ${JSON.stringify(before)}`
    times.push(await untilTrue(page, () => page.locator(row(index)).first().click(), changed))
  }
  return times
}
