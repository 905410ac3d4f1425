import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { launchChromium } from './browser.mjs'
import { drag, framesDuring, watchPage, wheel } from './frames.mjs'
import { freeze, startHost, untilIndexed } from './host.mjs'
import { count, duration, megabytes, percent } from './report.mjs'
import { median } from './statistics.mjs'

/** @typedef {import('playwright-core').Page} Page */

const viewport = { width: 1440, height: 900 }
const scrollSeconds = 5
const loads = 3
const waitMs = 120_000

/** What a tester types into the filter. */
const filters = ['status:decline', 'amount>2000', 'callback:failed', 'order-000421', 'tickets']

/** @returns {Promise<{url: string, close: () => void}>} a page with the same scroller and nothing else */
const serveBareList = () =>
  new Promise((resolve, reject) => {
    const html = readFileSync(join(import.meta.dirname, 'bare-list.html'))
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end(html)
    })
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('The bare page has no port')
      resolve({ url: `http://127.0.0.1:${address.port}`, close: () => server.close() })
    })
  })

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<{page: Page, shownMs: number}>} `shownMs`: from the navigation to the first rows
 */
const open = async (browser, url) => {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(url)
  await rowShown(page, 0)
  return { page, shownMs: await page.evaluate('bench.firstRowsAt') }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
const openSeveral = async (browser, url) => {
  const times = []
  for (let n = 1; n < loads; n += 1) {
    const { page, shownMs } = await open(browser, url)
    times.push(shownMs)
    await page.context().close()
  }
  const { page, shownMs } = await open(browser, url)
  return { page, shownMs: median([...times, shownMs]) }
}

/**
 * @param {Page} page
 * @returns {Promise<number>} bytes that the scripts of the page hold after a collection
 */
const heapOf = async (page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value
  if (used === undefined) throw new Error('Chromium does not report the size of the heap')
  return used
}

/**
 * @param {Page} page
 * @param {number} row counted from 0
 */
const rowShown = (page, row) =>
  page.waitForSelector(`[role=row][aria-rowindex="${row + 2}"]:not(.waiting-row)`, { timeout: waitMs })

/**
 * @param {Page} page
 * @param {number} payments
 */
const endToEnd = async (page, payments) => {
  await drag(page, 'down', scrollSeconds)
  await rowShown(page, payments - 1)
  await drag(page, 'up', scrollSeconds)
  await rowShown(page, 0)
}

/**
 * @param {Page} page
 * @param {string} query
 * @param {number} all rows of the list
 * @returns {Promise<{ms: number, rows: number}>} from the input to the filtered rows on the screen
 */
const filter = async (page, query, all) => {
  await page.getByLabel('Filter payments').focus()
  await page.evaluate(`bench.filtered = new Promise((resolve, reject) => {
    const giveUpAt = performance.now() + ${waitMs}
    let typedAt
    document.addEventListener('input', () => (typedAt = performance.now()), { once: true, capture: true })
    const look = (now) => {
      const grid = document.querySelector('[role=grid]')
      const drawn = grid?.querySelector('[role=row][aria-rowindex="2"]:not(.waiting-row)') ?? null
      const rows = Number(grid?.getAttribute('aria-rowcount') ?? 0) - 1
      if (typedAt !== undefined && drawn !== null && rows !== ${all}) resolve({ ms: performance.now() - typedAt, rows })
      else if (now > giveUpAt) reject(new Error('the filter changed nothing in ' + rows + ' rows'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }), undefined`)
  await page.keyboard.insertText(query)
  return await page.evaluate('bench.filtered')
}

/**
 * The workbench with a full data folder in Chromium, beside a bare page with the same scroller.
 * @param {{directory: string, payments: number}} options
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measurePage = async ({ directory, payments }) => {
  const host = await startHost(directory)
  const bareList = await serveBareList()
  const browser = await launchChromium()
  try {
    const { workbench, token } = host.ready
    await freeze(host.api)
    await untilIndexed(host.api)
    const url = `${workbench}/?token=${token}`
    const bare = await openSeveral(browser, `${bareList.url}/?rows=${payments}`)
    const bareWheel = await framesDuring(bare.page, () => wheel(bare.page, scrollSeconds))
    const bareDrag = await framesDuring(bare.page, () => drag(bare.page, 'down', scrollSeconds))
    await bare.page.context().close()

    const own = await openSeveral(browser, url)
    const { page } = own
    /** @type {import('./report.mjs').Row[]} */
    const rows = [
      {
        what: 'From navigation to the first rows',
        measured: duration(own.shownMs),
        reference: duration(bare.shownMs),
        ratio: own.shownMs / bare.shownMs,
      },
    ]
    /**
     * @param {string} what
     * @param {import('./frames.mjs').Frames} measured
     * @param {import('./frames.mjs').Frames} reference
     */
    const addFrames = (what, measured, reference) => {
      rows.push(
        {
          what: `${what}, frames per second`,
          measured: count(measured.framesPerSecond),
          reference: count(reference.framesPerSecond),
          ratio: measured.framesPerSecond / reference.framesPerSecond,
        },
        {
          what: `${what}, frame time p95`,
          measured: duration(measured.p95),
          reference: duration(reference.p95),
          ratio: measured.p95 / reference.p95,
        },
        {
          what: `${what}, frames over 20 ms`,
          measured: percent(measured.slow),
          reference: percent(reference.slow),
        },
        {
          what: `${what}, processor time of a frame`,
          measured: duration(measured.work),
          reference: duration(reference.work),
          ratio: measured.work / reference.work,
        },
      )
    }
    const heapBefore = await heapOf(page)
    addFrames('Wheel', await framesDuring(page, () => wheel(page, scrollSeconds)), bareWheel)
    addFrames('Dragging the bar', await framesDuring(page, () => drag(page, 'down', scrollSeconds)), bareDrag)
    await rowShown(page, payments - 1)
    await drag(page, 'up', scrollSeconds)
    await rowShown(page, 0)
    const heapOnce = await heapOf(page)
    await endToEnd(page, payments)
    const heapTwice = await heapOf(page)
    rows.push(
      {
        what: 'Heap after scrolling end to end and back; reference: before',
        measured: megabytes(heapOnce),
        reference: megabytes(heapBefore),
        ratio: heapOnce / heapBefore,
      },
      {
        what: 'Heap after doing so again; reference: after the first time',
        measured: megabytes(heapTwice),
        reference: megabytes(heapOnce),
        ratio: heapTwice / heapOnce,
      },
    )
    await page.context().close()

    for (const query of filters) {
      const filtered = await open(browser, url)
      const { ms, rows: found } = await filter(filtered.page, query, payments)
      rows.push({ what: `Filter ${query} until its ${count(found).text} rows`, measured: duration(ms) })
      await filtered.page.context().close()
    }
    return {
      name: 'page',
      title: `Workbench: ${count(payments).text} payments in Chromium ${browser.version()}; reference: a bare page with the same scroller`,
      rows,
    }
  } finally {
    await browser.close()
    bareList.close()
    await host.stop()
  }
}
