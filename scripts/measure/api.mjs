import { join } from 'node:path'
import { startHost, startProgram, until } from './host.mjs'
import { load } from './load.mjs'
import { atMost, count, duration, perSecond, ratioAtLeast, ratioAtMost } from './report.mjs'
import { clarifications, sales, statusRequests } from './signed-requests.mjs'
import { median } from './statistics.mjs'

const connections = 16
const warmUpRequests = 600

/** All kinds of load take turns, so that a busy moment of the machine affects each of them. */
const rounds = 3

const p99Goal = ratioAtMost(6)

/**
 * @typedef {{url: string, next: (connection: number) => import('./load.mjs').Request}} Served
 *
 * @typedef {{what: string, goal?: import('./report.mjs').Goal} & Served} MeasuredLoad
 */

/**
 * Loads of one request after the other on every connection, in turn with a bare node:http server that parses the same
 * requests and computes one HMAC.
 * @param {{directory: string, seconds: number}} options `seconds` for each load of a round
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureApi = async ({ directory, seconds }) => {
  const bare = await startProgram([join(import.meta.dirname, 'bare-server.mjs')])
  const host = await startHost(directory)
  try {
    const { api } = host
    const settled = () =>
      until('Callbacks are delivered', async () => {
        const { counters } = await api('bench.info')
        return counters.pendingCallbacks === 0
      })
    const { reference, measured, requestBytes, callbackBytes } = await loadsOf(host, bare.line, settled)
    const everyLoad = [reference, ...measured]
    for (const { url, next } of everyLoad) await load({ url, next: times(warmUpRequests, next), connections })
    await settled()
    /** @type {Map<Served, import('./load.mjs').Load[]>} */
    const taken = new Map(everyLoad.map((each) => [each, []]))
    /** @type {Map<Served, import('./host.mjs').LoopDelay[]>} */
    const delays = new Map(everyLoad.map((each) => [each, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const each of everyLoad) {
        const { url, next } = each
        await host.loopDelay()
        taken.get(each)?.push(await load({ url, next, connections, seconds }))
        await settled()
        delays.get(each)?.push(await host.loopDelay())
      }
    }
    const bareSummary = summaryOf(taken.get(reference) ?? [])
    return {
      title: `API: ${connections} connections, requests of ${count(requestBytes).text} bytes, captures of ${count(callbackBytes).text}; reference: node:http with one HMAC`,
      rows: measured.flatMap((each) => [
        ...rowsOf(each, summaryOf(taken.get(each) ?? []), bareSummary),
        blockedRow(each, delays.get(each) ?? []),
      ]),
    }
  } finally {
    await bare.stop()
    await host.stop()
  }
}

/**
 * @param {import('./host.mjs').Host} host
 * @param {string} bareUrl
 * @param {() => Promise<void>} settled
 * @returns {Promise<{reference: Served, measured: readonly MeasuredLoad[], requestBytes: number, callbackBytes: number}>}
 */
const loadsOf = async ({ api, ready }, bareUrl, settled) => {
  const quiet = await api('projects.create', { name: 'No callbacks', callbackUrl: null })
  const calling = await api('projects.create', { name: 'Callbacks', callbackUrl: `${ready.merchant}/orders` })
  const quietSale = await sales(api, { id: quiet.projectId, secret: quiet.secret })
  const callingSale = await sales(api, { id: calling.projectId, secret: calling.secret })
  const status = await statusRequests(api, { id: quiet.projectId, secret: quiet.secret })
  const clarification = await clarifications(api, { id: quiet.projectId, secret: quiet.secret })

  let quietSales = 0
  let callingSales = 0
  let statusAsked = 0
  await load({ url: ready.platform, next: times(1, () => callingSale(callingSales++)) })
  await settled()
  const { items } = await api('callbacks.list', { limit: 1 })
  const callback = Buffer.from((await api('callbacks.get', { id: items[0].id })).body)
  return {
    requestBytes: quietSale(0).body.length,
    callbackBytes: callback.length,
    reference: { url: bareUrl, next: () => quietSale(0) },
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
        next: () => status(statusAsked++ % quietSales),
        goal: ratioAtLeast(0.13),
      },
      {
        what: 'Card sale, callbacks to the capture server',
        url: ready.platform,
        next: () => callingSale(callingSales++),
      },
      {
        what: 'Clarification: sale that asks for fields, and their values',
        url: ready.platform,
        next: clarification,
      },
    ],
  }
}

/**
 * @param {number} many
 * @param {Served['next']} next
 */
const times = (many, next) => {
  let left = many
  /** @param {number} connection */
  return (connection) => (left-- > 0 ? next(connection) : undefined)
}

/**
 * @param {MeasuredLoad} load
 * @param {readonly import('./host.mjs').LoopDelay[]} delays
 * @returns {import('./report.mjs').Row}
 */
const blockedRow = ({ what }, delays) => ({
  what: `${what}, event loop blocked, p99.9`,
  measured: duration(median(delays.map(({ p999 }) => p999))),
  note: `(longest ${duration(Math.max(...delays.map(({ longest }) => longest))).text})`,
  goal: atMost(duration(50)),
})

/** @param {readonly import('./load.mjs').Load[]} loads */
const summaryOf = (loads) => ({
  perSecond: median(loads.map((one) => one.perSecond)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
})

/**
 * @param {MeasuredLoad} load
 * @param {ReturnType<typeof summaryOf>} own
 * @param {ReturnType<typeof summaryOf>} reference
 * @returns {import('./report.mjs').Row[]}
 */
const rowsOf = ({ what, goal }, own, reference) => [
  {
    what: `${what}, requests`,
    measured: perSecond(own.perSecond),
    reference: perSecond(reference.perSecond),
    ratio: own.perSecond / reference.perSecond,
    ...(goal === undefined ? {} : { goal }),
  },
  {
    what: `${what}, p50`,
    measured: duration(own.p50),
    reference: duration(reference.p50),
    ratio: own.p50 / reference.p50,
  },
  {
    what: `${what}, p99`,
    measured: duration(own.p99),
    reference: duration(reference.p99),
    ratio: own.p99 / reference.p99,
    ...(goal === undefined ? {} : { goal: p99Goal }),
  },
]
