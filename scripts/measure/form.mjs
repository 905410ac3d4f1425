import { join } from 'node:path'
import { launchChromium } from './browser.mjs'
import { startHost, startProgram } from './host.mjs'
import { connections, loadsInTurn } from './load.mjs'
import { duration, kilobytes, loadRows, ratioAtLeast, ratioAtMost } from './report.mjs'
import { openings } from './signed-requests.mjs'
import { middleMean } from './statistics.mjs'

/** Paints of each page. The form and the bare page take turns, so that a busy moment of the machine affects both. */
const paints = 60
const unmeasuredPaints = 2

/** A new window needs this long to become ready. This time is not measured: customers' windows are already open. */
const newWindowMs = 200

/** Runs in the page after it has loaded, and waits: the browser reports paints with a delay. */
const firstPaint = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the page has painted nothing')), 30000)
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint')
    if (paint !== undefined) resolve(paint.startTime)
  }).observe({ type: 'paint', buffered: true })
})`

/**
 * Loads a page as on a first visit: without caches, in a separate window.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<number>} first contentful paint, in milliseconds since the navigation began
 */
const firstPaintOf = async (browser, url) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.waitForTimeout(newWindowMs)
    const response = await page.goto(url)
    if (response?.status() !== 200) throw new Error(`${url}: unexpected response ${response?.status()}`)
    return await page.evaluate(firstPaint)
  } finally {
    await context.close()
  }
}

/**
 * @param {() => string} opening returns the address of an unused opening
 * @param {string} bareUrl
 */
const measurePaints = async (opening, bareUrl) => {
  const browser = await launchChromium()
  try {
    /** @type {number[]} */
    const own = []
    /** @type {number[]} */
    const bare = []
    for (let n = -unmeasuredPaints; n < paints; n += 1) {
      const reference = await firstPaintOf(browser, bareUrl)
      const measured = await firstPaintOf(browser, opening())
      if (n < 0) continue
      bare.push(reference)
      own.push(measured)
    }
    return {
      // A mean, because the browser reports paints in steps of 4 ms.
      what: `First contentful paint, mean of the middle half of ${paints} in turn`,
      measured: duration(middleMean(own)),
      reference: duration(middleMean(bare)),
      ratio: middleMean(own) / middleMean(bare),
      goal: ratioAtMost(1.5),
    }
  } finally {
    await browser.close()
  }
}

/**
 * Measures the hosted form: how long a customer waits, and how many openings a second the platform can serve.
 * @param {{directory: string, seconds: number}} options `seconds` for each load of openings
 */
export const measureForm = async ({ directory, seconds }) => {
  const host = await startHost(directory)
  try {
    const { api, ready } = host
    const pathOf = await openings(
      api,
      await api('projects.create', { name: 'The bare shop', callbackUrl: null }),
    )
    let opened = 0
    const opening = () => pathOf(opened++)
    const response = await fetch(`${ready.platform}${opening()}`)
    if (response.status !== 200) throw new Error(`An opening got the response ${response.status}`)
    const bytes = Buffer.byteLength(await response.text())
    const bare = await startProgram([join(import.meta.dirname, 'bare-server.mjs'), String(bytes)])
    try {
      const painted = await measurePaints(() => `${ready.platform}${opening()}`, `${bare.line}${opening()}`)
      const next = () => ({ path: opening() })
      const [reference, taken] = await loadsInTurn(
        [bare.line, ready.platform].map((url) => ({ url, next })),
        seconds,
      )
      if (reference === undefined || taken === undefined) throw new Error('Openings were not measured')
      return {
        title: `Form: ${connections} connections; reference: node:http with one HMAC and a bare page of ${kilobytes(bytes).text}`,
        rows: [painted, ...loadRows('Openings', 'Openings', { taken, reference, goal: ratioAtLeast(0.2) })],
      }
    } finally {
      await bare.stop()
    }
  } finally {
    await host.stop()
  }
}
