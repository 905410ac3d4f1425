import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../project.mjs'
import { launchChromium } from './browser.mjs'
import { startHost, startProgram } from './host.mjs'
import { load } from './load.mjs'
import { firstPaintOf, layoutShiftOf } from './loading.mjs'
import { openings } from './openings.mjs'
import { atMost, duration, kilobytes, perSecond, ratioAtLeast, ratioAtMost, shift } from './report.mjs'
import { median, middleMean } from './statistics.mjs'

/** @typedef {import('./report.mjs').Row} Row */

const connections = 16
const warmUpRequests = 400
const rounds = 3

/** The form and the bare page take turns, so that a busy moment of the machine hits both. */
const paints = 60
const unmeasuredPaints = 2

const widths = [320, 480, 1280]

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
    /** @type {Row[]} */
    const rows = [
      {
        // The browser reports paints in steps of 4 ms.
        what: `First contentful paint, mean of the middle half of ${paints} in turn`,
        measured: duration(middleMean(own)),
        reference: duration(middleMean(bare)),
        ratio: middleMean(own) / middleMean(bare),
        goal: ratioAtMost(1.5),
      },
    ]
    for (const width of widths) {
      const score = await layoutShiftOf(browser, opening(), width)
      rows.push({
        what: `Layout shift while loading, ${width} px wide`,
        measured: shift(score),
        goal: atMost(shift(0)),
      })
    }
    return rows
  } finally {
    await browser.close()
  }
}

/**
 * @param {string} page as the platform answers an opening, with its styles
 * @returns {Row[]}
 */
const sizes = (page) => {
  /** @param {string | Buffer} content */
  const compressed = (content) => gzipSync(content).length
  /** @param {string} name */
  const built = (name) => compressed(readFileSync(join(projectRoot, 'out/customer', name)))
  const form = [compressed(page), built('form.js')]
  const library = [built('merchant.js'), built('merchant.css')]
  /**
   * @param {string} what
   * @param {readonly number[]} parts
   * @param {number} most
   * @returns {Row}
   */
  const row = (what, parts, most) => ({
    what,
    measured: kilobytes(parts.reduce((total, size) => total + size, 0)),
    note: `= ${parts.map((size) => kilobytes(size).text).join(' + ')}`,
    goal: atMost(kilobytes(most)),
  })
  return [
    row('Form compressed: page with styles + form.js', form, 30_000),
    row('Library compressed: merchant.js + merchant.css', library, 12_000),
  ]
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
    const page = await answer.text()
    const bytes = Buffer.byteLength(page)
    const bare = await startProgram([join(import.meta.dirname, 'bare-form-server.mjs'), String(bytes)])
    try {
      return {
        name: 'form',
        title: `Form: ${connections} connections; reference: node:http with one HMAC and a bare page of ${kilobytes(bytes).text}`,
        rows: [
          ...(await inTheBrowser(() => `${ready.platform}${opening()}`, `${bare.line}${opening()}`)),
          ...sizes(page),
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
