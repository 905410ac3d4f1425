import { join } from 'node:path'
import { startHost, startProgram, until } from './host.mjs'
import { load } from './load.mjs'
import { count, duration, perSecond } from './report.mjs'
import { sales, statusRequests } from './signed-requests.mjs'
import { median } from './statistics.mjs'

const connections = 16
const warmUpRequests = 600

/** Every kind of load in turn, so that a busy moment of the machine hits all of them. */
const rounds = 3

/**
 * The platform API beside a bare node:http server that parses the same requests and computes one HMAC.
 * @param {{directory: string, seconds: number}} options `seconds` for each load of a round
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureApi = async ({ directory, seconds }) => {
  const bare = await startProgram([join(import.meta.dirname, 'bare-server.mjs')])
  const host = await startHost(directory)
  try {
    const { api, ready } = host
    const quiet = await api('projects.create', { name: 'No callbacks', callbackUrl: null })
    const calling = await api('projects.create', {
      name: 'Callbacks',
      callbackUrl: `${ready.merchant}/orders`,
    })
    const quietSale = await sales(api, { id: quiet.projectId, secret: quiet.secret })
    const callingSale = await sales(api, { id: calling.projectId, secret: calling.secret })
    const status = await statusRequests(api, { id: quiet.projectId, secret: quiet.secret })

    let quietSales = 0
    let callingSales = 0
    let statusAsked = 0
    const loads = {
      bare: { url: bare.line, next: () => quietSale(quietSales) },
      sale: { url: ready.platform, next: () => quietSale(quietSales++) },
      withCallbacks: { url: ready.platform, next: () => callingSale(callingSales++) },
      status: { url: ready.platform, next: () => status(statusAsked++ % quietSales) },
    }
    /** @param {{next: () => import('./load.mjs').Request}} load */
    const several = ({ next }) => {
      let left = warmUpRequests
      return () => (left-- > 0 ? next() : undefined)
    }
    const settled = () =>
      until('Callbacks are delivered', async () => {
        const { counters } = await api('bench.info')
        return counters.pendingCallbacks === 0
      })

    for (const each of Object.values(loads)) await load({ url: each.url, next: several(each), connections })
    await settled()
    /** @type {Record<string, import('./load.mjs').Load[]>} */
    const measured = { bare: [], sale: [], withCallbacks: [], status: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, each] of Object.entries(loads)) {
        measured[name]?.push(await load({ ...each, connections, seconds }))
        await settled()
      }
    }

    /** @param {string} name */
    const summary = (name) => {
      const all = measured[name] ?? []
      return {
        perSecond: median(all.map((one) => one.perSecond)),
        p50: median(all.map(({ p50 }) => p50)),
        p99: median(all.map(({ p99 }) => p99)),
      }
    }
    const reference = summary('bare')
    /**
     * @param {string} what
     * @param {string} name
     * @returns {import('./report.mjs').Row[]}
     */
    const rowsOf = (what, name) => {
      const own = summary(name)
      return [
        {
          what: `${what}, requests`,
          measured: perSecond(own.perSecond),
          reference: perSecond(reference.perSecond),
          ratio: own.perSecond / reference.perSecond,
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
        },
      ]
    }
    const size = quietSale(0).body.length
    return {
      title: `API: ${connections} connections, requests of ${count(size)} bytes; reference: node:http with one HMAC`,
      rows: [
        ...rowsOf('Card sale, no callback URL', 'sale'),
        ...rowsOf('Card sale, callbacks to the capture server', 'withCallbacks'),
        ...rowsOf('Status', 'status'),
      ],
    }
  } finally {
    await bare.stop()
    await host.stop()
  }
}
