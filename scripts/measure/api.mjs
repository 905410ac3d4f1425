import { join } from 'node:path'
import { startHost, startProgram, until } from './host.mjs'
import { connections, load, loadsInTurn } from './load.mjs'
import { atMost, count, duration, loadRows, ratioAtLeast } from './report.mjs'
import { clarifications, redirects, sales, statusRequests } from './signed-requests.mjs'
import { median } from './statistics.mjs'

/**
 * @typedef {{what: string, goal?: import('./report.mjs').Goal, url: string, next: import('./load.mjs').Next}} MeasuredLoad
 */

/**
 * Sends one request after another on every connection, in turn to Paybench and to a bare node:http server that
 * parses the same requests and computes one HMAC.
 * @param {{directory: string, seconds: number}} options `seconds` for each load of a round
 */
export const measureApi = async ({ directory, seconds }) => {
  const bare = await startProgram([join(import.meta.dirname, 'bare-server.mjs')])
  const host = await startHost(directory)
  try {
    const { api } = host
    const untilSettled = () =>
      until('Callbacks are delivered', async () => {
        const { counters } = await api('bench.info')
        return counters.pendingCallbacks === 0
      })
    const { next, measured, requestBytes, callbackBytes } = await loadsOf(host, untilSettled)
    /** @type {Map<string, import('./host.mjs').LoopDelay[]>} */
    const delays = new Map(measured.map(({ what }) => [what, []]))
    const [reference, ...own] = await loadsInTurn(
      [{ what: 'reference', url: bare.line, next }, ...measured],
      seconds,
      async ({ what }, send) => {
        await untilSettled()
        await host.loopDelay()
        const taken = await send()
        await untilSettled()
        delays.get(what)?.push(await host.loopDelay())
        return taken
      },
    )
    if (reference === undefined) throw new Error('The bare server was not measured')
    return {
      title: `API: ${connections} connections, requests of ${count(requestBytes).text} bytes, captures of ${count(callbackBytes).text}; reference: node:http with one HMAC`,
      rows: own.flatMap(({ what, goal, ...taken }) => [
        ...loadRows(`${what}, requests`, what, { taken, reference, goal }),
        blockedRow(what, delays.get(what) ?? []),
      ]),
    }
  } finally {
    await bare.stop()
    await host.stop()
  }
}

/**
 * @param {import('./host.mjs').Host} host
 * @param {() => Promise<void>} untilSettled
 * @returns {Promise<{next: MeasuredLoad['next'], measured: readonly MeasuredLoad[], requestBytes: number,
 *   callbackBytes: number}>} `next`: the requests to the reference
 */
const loadsOf = async ({ api, ready }, untilSettled) => {
  const quietProject = await api('projects.create', { name: 'No callbacks', callbackUrl: null })
  const callbackUrl = `${ready.merchant}/orders`
  const callbackProject = await api('projects.create', { name: 'Callbacks', callbackUrl })
  const redirectProject = await api('projects.create', {
    name: 'Redirects',
    callbackUrl,
    // The response to a sale names the provider's page, and that to a decision follows the callback.
    switches: { synchronous: 'alone', resultBeforeReturn: true },
  })
  const quietSale = await sales(api, quietProject)
  const callbackSale = await sales(api, callbackProject)
  const status = await statusRequests(api, quietProject)
  const clarification = await clarifications(api, quietProject)
  const redirect = await redirects(api, redirectProject)

  let quietSales = 0
  let callbackSales = 0
  let statusRequested = 0
  let first = 1
  await load({ url: ready.platform, next: () => (first-- > 0 ? callbackSale(callbackSales++) : undefined) })
  await untilSettled()
  const { items } = await api('callbacks.list', { limit: 1 })
  const callback = Buffer.from((await api('callbacks.get', { id: items[0].id })).body)
  return {
    requestBytes: quietSale(0).body.length,
    callbackBytes: callback.length,
    next: () => quietSale(0),
    measured: [
      {
        what: 'Capture',
        url: ready.merchant,
        next: () => ({ path: '/orders', body: callback }),
        goal: ratioAtLeast(0.15),
      },
      {
        what: 'Card sale, no callback URL',
        url: ready.platform,
        next: () => quietSale(quietSales++),
        goal: ratioAtLeast(0.04),
      },
      {
        what: 'Status',
        url: ready.platform,
        // Sales come first, so that there are payments whose status can be requested.
        next: () => status(statusRequested++ % quietSales),
        goal: ratioAtLeast(0.13),
      },
      {
        what: 'Card sale, callbacks to the capture server',
        url: ready.platform,
        next: () => callbackSale(callbackSales++),
      },
      {
        what: 'Clarification: a sale that awaits fields, and the request with them',
        url: ready.platform,
        next: clarification,
      },
      {
        what: 'Redirect: a sale by iDEAL, and the decision until its result is captured',
        url: ready.platform,
        next: redirect,
      },
    ],
  }
}

/**
 * @param {string} what
 * @param {readonly import('./host.mjs').LoopDelay[]} delays
 */
const blockedRow = (what, delays) => ({
  what: `${what}, event loop blocked, p99.9`,
  measured: duration(median(delays.map(({ p999 }) => p999))),
  note: `(longest ${duration(Math.max(...delays.map(({ longest }) => longest))).text})`,
  goal: atMost(duration(50)),
})
