import { performance } from 'node:perf_hooks'
import { startHost, until } from './host.mjs'
import { paced } from './load.mjs'
import { atMost, count, duration, megabytes, perSecond, ratioAtLeast, ratioAtMost } from './report.mjs'
import { residentBytes } from './resident.mjs'
import { sales } from './signed-requests.mjs'
import { median, timed } from './statistics.mjs'

const salesPerSecond = 300
const readEveryMs = 1000
/** Memory is compared between the third and the last fifth: before, pages and code are still being loaded. */
const fifths = 5

/**
 * Sales with callbacks to the capture server at a steady rate: memory, what waits, and whether anything fails.
 * @param {{directory: string, minutes: number}} options
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureSoak = async ({ directory, minutes }) => {
  const host = await startHost(directory)
  try {
    const { api, ready } = host
    const project = await api('projects.create', { name: 'Soak', callbackUrl: `${ready.merchant}/orders` })
    const sale = await sales(api, { id: project.projectId, secret: project.secret })
    const started = performance.now()
    const endAt = started + minutes * 60_000
    let made = 0
    const arriving = paced(ready.platform, salesPerSecond, () =>
      performance.now() < endAt ? sale(made++) : undefined,
    )
    await host.loopDelay()
    /** @type {{at: number, bytes: number, callbacks: number, behind: number}[]} */
    const readings = []
    while (performance.now() < endAt) {
      const { counters, storage } = await api('bench.info')
      readings.push({
        at: performance.now() - started,
        bytes: residentBytes(host.pid),
        callbacks: counters.pendingCallbacks,
        behind: storage.index.behind,
      })
      await new Promise((resolve) => setTimeout(resolve, readEveryMs))
    }
    await arriving
    const rate = (made / (performance.now() - started)) * 1000
    const { p999, longest } = await host.loopDelay()
    const { ms: settleMs } = await timed(() =>
      until('Callbacks are delivered', async () => (await api('bench.info')).counters.pendingCallbacks === 0),
    )
    const { notices } = await api('bench.info')
    /** @param {number} fifth counted from 0 */
    const memoryOf = (fifth) => {
      const length = (minutes * 60_000) / fifths
      return median(readings.filter(({ at }) => Math.floor(at / length) === fifth).map(({ bytes }) => bytes))
    }
    const [middle, last] = [memoryOf(2), memoryOf(fifths - 1)]
    return {
      name: 'soak',
      title: `Soak: ${minutes} minutes of sales, each with a callback to the capture server`,
      rows: [
        {
          what: `Sales that arrived, of ${salesPerSecond} a second wanted`,
          measured: perSecond(rate),
          reference: perSecond(salesPerSecond),
          ratio: rate / salesPerSecond,
          goal: ratioAtLeast(0.99),
        },
        {
          what: 'Memory in the last fifth; reference: in the third',
          measured: megabytes(last),
          reference: megabytes(middle),
          ratio: last / middle,
          goal: ratioAtMost(1.15),
        },
        {
          what: 'Callbacks that waited, at most',
          measured: count(Math.max(...readings.map((r) => r.callbacks))),
        },
        {
          what: 'Commits by which the index was behind, at most',
          measured: count(Math.max(...readings.map((r) => r.behind))),
        },
        { what: 'From the last sale until every callback is delivered', measured: duration(settleMs) },
        {
          what: 'Event loop blocked, p99.9',
          measured: duration(p999),
          note: `(longest ${duration(longest).text})`,
          goal: atMost(duration(50)),
        },
        {
          what: 'Notices of errors',
          measured: count(
            notices.filter((/** @type {{level: string}} */ { level }) => level === 'error').length,
          ),
          goal: atMost(count(0)),
        },
      ],
    }
  } finally {
    await host.stop()
  }
}
