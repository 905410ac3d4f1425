import { statSync } from 'node:fs'
import { join } from 'node:path'
import { startHost } from './host.mjs'
import { count, duration, megabytes, perSecond } from './report.mjs'
import { medianTime, timed } from './statistics.mjs'

const pageSize = 100
const runs = 5

/** What a tester asks of a long list. */
const queries = [
  ['status', 'status:"awaiting clarification"'],
  ['amount', 'amount>2000'],
  ['two terms', 'status:decline currency:USD'],
  ['failed callbacks', 'callback:failed'],
  ['part of an id', 'id:00421'],
  ['text of a body, rare', '"order-000421"'],
  ['text of a body, frequent', 'tickets'],
]

/**
 * Lists over a data folder that is full.
 * @param {{directory: string, payments: number, filledInMs: number}} options
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureStore = async ({ directory, payments, filledInMs }) => {
  const host = await startHost(directory)
  try {
    const { api } = host
    /** @param {object} params */
    const list = (params) => api('payments.list', { limit: pageSize, ...params })
    const first = await list({})
    if (first.total !== payments) throw new Error(`${first.total} payments instead of ${payments} are there`)

    /** @type {string | undefined} */
    let cursor
    let deepest = cursor
    let walked = 0
    const walk = await timed(async () => {
      do {
        const page = await api('payments.list', { limit: 500, cursor })
        walked += page.items.length
        deepest = cursor
        cursor = page.next
      } while (cursor !== undefined)
    })
    if (walked !== payments) throw new Error(`${walked} payments instead of ${payments} were listed`)

    /** @type {import('./report.mjs').Row[]} */
    const rows = [
      { what: 'First page', measured: duration(await medianTime(runs, () => list({}))) },
      {
        what: 'Last page, by cursor',
        measured: duration(await medianTime(runs, () => list({ cursor: deepest }))),
      },
    ]
    for (const [name, query] of queries) {
      const { ms, result } = await timed(() => list({ query }))
      const again = await medianTime(runs, () => list({ query }))
      rows.push({
        what: `${name}: ${query} (${count(result.total)})`,
        measured: duration(again),
        reference: duration(ms),
      })
    }
    const { key } = first.items[first.items.length >> 1]
    const { ms: info } = await timed(() => api('bench.info'))
    return {
      title: `Store: ${count(payments)} payments, pages of ${pageSize}; reference: the first time that it was asked`,
      rows: [
        {
          what: 'Made',
          measured: `${perSecond((payments / filledInMs) * 1000)} in ${duration(filledInMs)}`,
        },
        { what: 'Database', measured: megabytes(statSync(join(directory, 'paybench.db')).size) },
        { what: 'Start of the host until it is ready', measured: duration(host.startMs) },
        ...rows,
        { what: 'All pages of 500, one after the other', measured: duration(walk.ms) },
        {
          what: 'One payment with its timeline',
          measured: duration(await medianTime(runs, () => api('payments.get', { key }))),
        },
        { what: 'Counters and storage', measured: duration(info) },
      ],
    }
  } finally {
    await host.stop()
  }
}
