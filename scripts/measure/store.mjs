import { statSync } from 'node:fs'
import { join } from 'node:path'
import { startHost, untilIndexed } from './host.mjs'
import { atMost, count, duration, megabytes, perSecond, ratioAtMost } from './report.mjs'
import { median, medianTime, timed } from './statistics.mjs'

const pageSize = 100
const runs = 5
const starts = 5
const listGoal = atMost(duration(20))

const inEverything = 'search in everything, frequent text'
const queries = [
  ['status', 'status:"awaiting clarification"'],
  ['amount', 'amount>2000'],
  ['two terms', 'status:decline currency:USD'],
  ['failed callbacks', 'callback:failed'],
  ['part of an id', 'id:00421'],
  ['text of a body, rare', '"order-000421"'],
  ['text of a body, frequent', 'tickets'],
  [inEverything, 'order'],
]

/**
 * Measures starts, lists and searches of a filled data folder.
 * @param {{directory: string, payments: number, filledInMs: number}} options
 */
export const measureStore = async ({ directory, payments, filledInMs }) => {
  const started = await startTimes(directory)
  const host = await startHost(directory)
  try {
    const { api } = host
    await untilIndexed(api)
    /** @param {object} params */
    const list = (params) => api('payments.list', { limit: pageSize, ...params })
    const first = await list({})
    if (first.total !== payments) throw new Error(`there are ${first.total} payments instead of ${payments}`)

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
      { what: 'First page', measured: duration(await medianTime(runs, () => list({}))), goal: listGoal },
      {
        what: 'Last page, by cursor',
        measured: duration(await medianTime(runs, () => list({ cursor: deepest }))),
      },
    ]
    for (const [name, query] of queries) {
      const ask = async () =>
        name === inEverything ? (await api('search.all', { query })).payments : list({ query })
      const { ms, result } = await timed(ask)
      const again = await medianTime(runs, ask)
      rows.push({
        what: `${name}: ${query} (${count(result.total).text})`,
        measured: duration(again),
        reference: duration(ms),
        goal: listGoal,
      })
    }
    const { key } = first.items[first.items.length >> 1]
    const { ms: info } = await timed(() => api('bench.info'))
    return {
      title: `Store: ${count(payments).text} payments, pages of ${pageSize}; reference: the first request`,
      rows: [
        {
          what: 'Made',
          measured: perSecond((payments / filledInMs) * 1000),
          note: `in ${duration(filledInMs).text}`,
        },
        { what: 'Database', measured: megabytes(statSync(join(directory, 'paybench.db')).size) },
        {
          what: `Start until it is ready, median of ${starts}; reference: on an empty folder`,
          measured: duration(started.full),
          reference: duration(started.empty),
          ratio: started.full / started.empty,
          goal: ratioAtMost(1.5),
        },
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

/**
 * @param {string} directory
 * @returns {Promise<{full: number, empty: number}>} how long a start takes, in milliseconds: on this folder,
 *   and on one without payments, whose certificates and databases already exist
 */
const startTimes = async (directory) => {
  const emptyDirectory = `${directory}-empty`
  await (await startHost(emptyDirectory)).stop()
  /** @type {number[]} */
  const full = []
  /** @type {number[]} */
  const empty = []
  for (let turn = 0; turn < starts; turn += 1) {
    for (const [folder, times] of /** @type {const} */ ([
      [emptyDirectory, empty],
      [directory, full],
    ])) {
      const host = await startHost(folder)
      times.push(host.startMs)
      await host.stop()
    }
  }
  return { full: median(full), empty: median(empty) }
}
