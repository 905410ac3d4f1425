import { startHost, until } from './host.mjs'
import { load } from './load.mjs'
import { bareRate } from './bare-rate.mjs'
import { count, perSecond, ratioAtLeast } from './report.mjs'
import { sales } from './signed-requests.mjs'
import { timed } from './statistics.mjs'

/** As long as a sale may ask its callbacks to wait. */
const delaySeconds = 600

/**
 * Callbacks to our own capture server: first as sales cause them, then all due at one instant.
 * @param {{directory: string, payments: number, seconds: number}} options `seconds` for the bare server
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureCallbacks = async ({ directory, payments, seconds }) => {
  const host = await startHost(directory)
  try {
    const { api, ready } = host
    const project = await api('projects.create', {
      name: 'Callbacks',
      callbackUrl: `${ready.merchant}/orders`,
    })
    const merchant = { id: project.projectId, secret: project.secret }
    const sale = await sales(api, merchant)
    const delayedSale = await sales(api, merchant, { delay: delaySeconds })
    let captured = 0
    /** @param {number} more */
    const allCaptured = async (more) => {
      captured += more
      await until('Callbacks are captured', async () => {
        const { counters } = await api('bench.info')
        return counters.captures >= captured
      })
    }
    let made = 0
    /**
     * @param {(n: number) => import('./load.mjs').Request} request
     * @param {number} many
     */
    const make = (request, many) => {
      const last = made + many
      return load({ url: ready.platform, next: () => (made < last ? request(made++) : undefined) })
    }

    await make(sale, 300)
    await allCaptured(300)
    const live = await timed(async () => {
      await make(sale, payments)
      await allCaptured(payments)
    })
    await api('clock.set', { mode: 'frozen' })
    await make(delayedSale, payments)
    const burst = await timed(async () => {
      await api('clock.advance', { ms: delaySeconds * 1000 })
      await allCaptured(payments)
    })
    const bare = await bareRate({ next: () => sale(0), seconds })
    /**
     * @param {string} what
     * @param {number} ms
     * @returns {import('./report.mjs').Row}
     */
    const row = (what, ms) => {
      const rate = (payments / ms) * 1000
      return { what, measured: perSecond(rate), reference: perSecond(bare), ratio: rate / bare }
    }
    return {
      name: 'callbacks',
      title: `Callbacks: ${count(payments).text} sales, each with one callback to the capture server; reference: bare node:http`,
      rows: [
        { ...row('From the first sale to the last capture', live.ms), goal: ratioAtLeast(0.06) },
        row('All due at one instant, until the last capture', burst.ms),
      ],
    }
  } finally {
    await host.stop()
  }
}
