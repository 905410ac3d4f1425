import { loadavg, availableParallelism } from 'node:os'
import { launchChromium } from './browser.mjs'
import { framesDuring, watchPage } from './frames.mjs'
import { startHost, until } from './host.mjs'
import { count, duration, megabytes, percent } from './report.mjs'
import { quantile, sorted, timed } from './statistics.mjs'

const scrollSeconds = 4
const waitMs = 120_000
const largeBodyBytes = 2_000_000

/** @param {number} n */
const spread = (n) => Math.imul(n + 1, 2654435761) >>> 8

/**
 * Texts that were not asked before: the answer to one that was is kept.
 * @param {number} payments
 * @returns {readonly (readonly [name: string, queries: readonly string[]])[]}
 */
const questions = (payments) => {
  const some = (/** @type {number} */ many, /** @type {(n: number) => string} */ text) =>
    Array.from({ length: many }, (_, n) => text(spread(n) % payments))
  return [
    ['selective: an id', some(40, (n) => `order-${String(n).padStart(6, '0')}`)],
    ['selective: words of a body', some(40, (n) => `"anna.martin.${n}@shop.example"`)],
    ['absent words', some(40, (n) => `nothing-like-${n}`)],
    [
      'common words',
      ['order', 'json', 'application', 'content', 'shop', 'anna', 'type', 'success', 'payment', 'id'],
    ],
    ['single letters and digits', ['o', 'a', 's', 'c', 'p', '1', '2', '7', 'e', 'm']],
    [
      'conditions',
      [
        ...[
          'status:decline',
          'status:5xx',
          'state:failed',
          'signature:valid',
          'mark:yes',
          'replay:no',
          'created:1d',
        ],
        ...['amount>2000', 'kind:clarification', 'path:/callbacks', 'callback:failed', 'payment:order-00042'],
      ],
    ],
    ['conditions and words', some(20, (n) => `status:200 ${n % 2 === 0 ? 'tickets' : `"basket ${n}"`}`)],
  ]
}

/**
 * A JSON body of about 2 MB with many short lines, as an export of orders would be.
 * @returns {string}
 */
const largeBody = () => {
  const orders = []
  for (let n = 0, size = 0; size < largeBodyBytes; n += 1) {
    const order = {
      id: `large-${n}`,
      amount: spread(n) % 100_000,
      currency: 'EUR',
      note: 'left-handed teapot',
    }
    orders.push(order)
    size += JSON.stringify(order).length + 1
  }
  return JSON.stringify({ orders })
}

/**
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<void>} work
 * @param {string} shown selector of what is waited for
 * @returns {Promise<number>} milliseconds from the input to the first frame with it
 */
const untilShown = async (page, work, shown) => {
  await page.evaluate(`bench.shown = new Promise((resolve, reject) => {
    const giveUpAt = performance.now() + ${waitMs}
    let at
    const note = () => (at ??= performance.now())
    for (const type of ['pointerdown', 'input']) document.addEventListener(type, note, { once: true, capture: true })
    const look = (now) => {
      if (at !== undefined && document.querySelector(${JSON.stringify(shown)}) !== null) resolve(performance.now() - at)
      else if (now > giveUpAt) reject(new Error('nothing was shown'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }), undefined`)
  await work()
  return await page.evaluate('bench.shown')
}

/**
 * Search over everything, and messages of 2 MB.
 * @param {{directory: string}} options a data folder that is full
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureSearch = async ({ directory }) => {
  const host = await startHost(directory)
  const browser = await launchChromium()
  try {
    const { api, ready } = host
    await api('clock.set', { mode: 'frozen' })
    await api('clock.advance', { ms: 0 })
    const { counters } = await api('bench.info')
    const callbacks = (await api('callbacks.list', { limit: 1 })).total
    const messages = callbacks + counters.captures + counters.exchanges
    /** @type {import('./report.mjs').Row[]} */
    const rows = []
    for (const [name, queries] of questions(counters.payments)) {
      const times = []
      for (const query of queries) times.push((await timed(() => api('search.all', { query }))).ms)
      const inOrder = sorted(times)
      rows.push(
        {
          what: `${name} (${count(queries.length)} queries), p50`,
          measured: duration(quantile(inOrder, 0.5)),
        },
        { what: `${name}, p95`, measured: duration(quantile(inOrder, 0.95)) },
      )
    }

    const body = largeBody()
    const headers = { 'content-type': 'application/json' }
    await fetch(`${ready.merchant}/large`, { method: 'POST', headers, body })
    await fetch(`${ready.merchant}/small`, { method: 'POST', headers, body: '{}' })
    await until(
      'The large body is kept',
      async () => (await api('captures.list', { query: 'path:/large' })).total === 1,
    )

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(watchPage)
    await page.goto(`${ready.workbench}/?token=${ready.token}`)
    await page.waitForSelector('[role=row][aria-rowindex="2"]:not(.waiting-row)', { timeout: waitMs })
    const typed = async (/** @type {string} */ text, /** @type {string} */ list) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search, or a command' }).waitFor()
      const shown = `[role=dialog] [role=group][aria-label="${list}"] [role=option]`
      const ms = await untilShown(page, () => page.keyboard.insertText(text), shown)
      await page.keyboard.press('Escape')
      return ms
    }
    rows.push(
      {
        what: 'Typed an id until its callbacks are drawn',
        measured: duration(await typed('order-000421', 'Callbacks')),
      },
      {
        what: 'Typed a common word until rows are drawn',
        measured: duration(await typed('tickets', 'Callbacks')),
      },
    )

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Callbacks' }).click()
    await page.getByRole('radiogroup').getByText('Captured').click()
    await page.getByRole('row', { name: /\/small/ }).click()
    await page.locator('article .msg-json').waitFor()
    const large = page.getByRole('row', { name: /\/large/ })
    rows.push({
      what: `A body of ${megabytes(body.length)}, from the click to its first lines`,
      measured: duration(await untilShown(page, () => large.click(), 'article .msg-json li:nth-child(200)')),
    })
    const lines = page.locator('article .msg-json')
    const box = await lines.boundingBox()
    if (box === null) throw new Error('The body is not on the screen')
    const frames = await framesDuring(page, async () => {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      const endAt = performance.now() + scrollSeconds * 1000
      while (performance.now() < endAt) await page.mouse.wheel(0, 120)
    })
    if ((await lines.evaluate((element) => element.scrollTop)) <= 0)
      throw new Error('The wheel did not scroll the body')
    rows.push(
      { what: 'Wheel over it, frames per second', measured: count(frames.framesPerSecond) },
      { what: 'Wheel over it, frame time p95', measured: duration(frames.p95) },
      { what: 'Wheel over it, frames over 20 ms', measured: percent(frames.slow) },
      { what: 'Wheel over it, processor time of a frame', measured: duration(frames.work) },
    )
    const load = loadavg()[0] ?? 0
    const busy = load > availableParallelism() ? `; under load ${count(load)}` : ''
    return {
      title: `Search: ${count(messages)} messages, every list at once, each text asked for the first time${busy}`,
      rows,
    }
  } finally {
    await browser.close()
    await host.stop()
  }
}
