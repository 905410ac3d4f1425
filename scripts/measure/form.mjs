import { join } from 'node:path'
import { launchChromium } from './browser.mjs'
import { startHost, startProgram } from './host.mjs'
import { load } from './load.mjs'
import { openings } from './openings.mjs'
import { duration, kilobytes, perSecond, ratioAtLeast, ratioAtMost } from './report.mjs'
import { median, middleMean } from './statistics.mjs'

/** @typedef {import('./report.mjs').Row} Row */

const connections = 16
const warmUpRequests = 400
const rounds = 3

/** The form and the bare page take turns, so that a busy moment of the machine affects both. */
const paints = 60
const unmeasuredPaints = 2

/** A new window needs this long to become ready. Customers use a window that is open already. */
const newWindowMs = 200

/** Runs in the page after it has loaded. The browser reports paints with a delay. */
const firstPaint = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the page has painted nothing')), 30000)
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint')
    if (paint !== undefined) resolve(paint.startTime)
  }).observe({ type: 'paint', buffered: true })
})`

/**
 * Loads a page as somebody who has never seen it: without caches, in a window of its own.
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
    if (response?.status() !== 200) throw new Error(`${url} was answered with ${response?.status()}`)
    return await page.evaluate(firstPaint)
  } finally {
    await context.close()
  }
}

/**
 * @param {() => string} opening address of an opening that nobody has used
 * @param {string} bareUrl
 * @returns {Promise<Row[]>}
 */
const inTheBrowser = async (opening, bareUrl) => {
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
    return [
      {
        // The browser reports paints in steps of 4 ms.
        what: `First contentful paint, mean of the middle half of ${paints} in turn`,
        measured: duration(middleMean(own)),
        reference: duration(middleMean(bare)),
        ratio: middleMean(own) / middleMean(bare),
        goal: ratioAtMost(1.5),
      },
    ]
  } finally {
    await browser.close()
  }
}

/**
 * Openings, each for a payment of its own, beside node:http that answers the same requests with the bare page.
 * @param {{platform: string, opening: () => string, bareUrl: string, seconds: number}} options
 *   `opening`: path and query of an opening that nobody has used
 * @returns {Promise<Row[]>}
 */
const loads = async ({ platform, opening, bareUrl, seconds }) => {
  const next = () => ({ path: opening() })
  /** @param {string} url */
  const warmUp = (url) => {
    let left = warmUpRequests
    return load({ url, connections, next: () => (left-- > 0 ? next() : undefined) })
  }
  await warmUp(bareUrl)
  await warmUp(platform)
  /** @type {import('./load.mjs').Load[]} */
  const own = []
  /** @type {import('./load.mjs').Load[]} */
  const bare = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await load({ url: bareUrl, connections, next, seconds }))
    own.push(await load({ url: platform, connections, next, seconds }))
  }
  /**
   * @param {string} what
   * @param {'perSecond' | 'p50' | 'p99'} value
   * @param {(value: number) => import('./report.mjs').Quantity} quantity
   * @returns {Row}
   */
  const row = (what, value, quantity) => {
    const measured = median(own.map((each) => each[value]))
    const reference = median(bare.map((each) => each[value]))
    return { what, measured: quantity(measured), reference: quantity(reference), ratio: measured / reference }
  }
  return [
    { ...row('Openings', 'perSecond', perSecond), goal: ratioAtLeast(0.2) },
    row('Openings, p50', 'p50', duration),
    { ...row('Openings, p99', 'p99', duration), goal: ratioAtMost(6) },
  ]
}

/**
 * The hosted form: what its customer waits for, what it weighs, and how many openings the platform can answer.
 * @param {{directory: string, seconds: number}} options `seconds` for each load of openings
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureForm = async ({ directory, seconds }) => {
  const host = await startHost(directory)
  try {
    const { api, ready } = host
    const project = await api('projects.create', { name: 'The bare shop', callbackUrl: null })
    const pathOf = await openings(api, { id: project.projectId, secret: project.secret })
    let opened = 0
    const opening = () => pathOf(opened++)
    const answer = await fetch(`${ready.platform}${opening()}`)
    if (answer.status !== 200) throw new Error(`An opening was answered with ${answer.status}`)
    const bytes = Buffer.byteLength(await answer.text())
    const bare = await startProgram([join(import.meta.dirname, 'bare-form-server.mjs'), String(bytes)])
    try {
      return {
        title: `Form: ${connections} connections; reference: node:http with one HMAC and a bare page of ${kilobytes(bytes).text}`,
        rows: [
          ...(await inTheBrowser(() => `${ready.platform}${opening()}`, `${bare.line}${opening()}`)),
          ...(await loads({ platform: ready.platform, opening, bareUrl: bare.line, seconds })),
        ],
      }
    } finally {
      await bare.stop()
    }
  } finally {
    await host.stop()
  }
}
