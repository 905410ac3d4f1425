import { loadavg, availableParallelism } from 'node:os'
import { launchChromium } from './browser.mjs'
import { watchPage } from './frames.mjs'
import { freeze, startHost, untilIndexed } from './host.mjs'
import { count, duration } from './report.mjs'
import { untilShown } from './shown.mjs'
import { quantile, sorted, timed } from './statistics.mjs'

const waitMs = 120_000

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
 * Search over everything.
 * @param {{directory: string}} options a data folder that is full
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureSearch = async ({ directory }) => {
  const host = await startHost(directory)
  const browser = await launchChromium()
  try {
    const { api, ready } = host
    await freeze(api)
    await untilIndexed(api)
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
          what: `${name} (${count(queries.length).text} queries), p50`,
          measured: duration(quantile(inOrder, 0.5)),
        },
        { what: `${name}, p95`, measured: duration(quantile(inOrder, 0.95)) },
      )
    }

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

    const load = loadavg()[0] ?? 0
    const busy = load > availableParallelism() ? `; under load ${count(load).text}` : ''
    return {
      name: 'search',
      title: `Search: ${count(messages).text} messages, every list at once, each text asked for the first time${busy}`,
      rows,
    }
  } finally {
    await browser.close()
    await host.stop()
  }
}
