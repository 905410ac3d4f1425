import { join } from 'node:path'
import { startHost, startProgram, until } from './host.mjs'
import { load } from './load.mjs'
import { residentBytes } from './resident.mjs'
import { atMost, count, megabytes, ratioAtMost } from './report.mjs'
import { sales } from './signed-requests.mjs'

const samples = 4
const flat = ratioAtMost(1.15)

/**
 * Resident memory: idle, and while sales with callbacks to the capture server add up.
 * @param {{directory: string, sales: number}} options
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureMemory = async ({ directory, sales: wanted }) => {
  const bare = await startProgram([join(import.meta.dirname, 'bare-server.mjs')])
  const host = await startHost(directory)
  try {
    const { api, ready } = host
    const idle = residentBytes(host.pid)
    const bareIdle = residentBytes(bare.pid)
    const project = await api('projects.create', { name: 'Memory', callbackUrl: `${ready.merchant}/orders` })
    const sale = await sales(api, { id: project.projectId, secret: project.secret })
    let made = 0
    /** @type {import('./report.mjs').Row[]} */
    const rows = []
    let before
    for (let sample = 1; sample <= samples; sample += 1) {
      const last = Math.round((wanted * sample) / samples)
      await load({ url: ready.platform, next: () => (made < last ? sale(made++) : undefined) })
      await until('Callbacks are delivered', async () => {
        const { counters } = await api('bench.info')
        return counters.pendingCallbacks === 0
      })
      const now = residentBytes(host.pid)
      rows.push({
        what: `After ${count(last).text} sales with callbacks${before === undefined ? '' : '; reference: the quarter before'}`,
        measured: megabytes(now),
        ...(before === undefined
          ? {}
          : {
              reference: megabytes(before),
              ratio: now / before,
              ...(sample === samples ? { goal: flat } : {}),
            }),
      })
      before = now
    }
    return {
      name: 'memory',
      title: 'Memory of the process (resident); reference: bare node:http',
      rows: [
        {
          what: 'Idle after the start',
          measured: megabytes(idle),
          reference: megabytes(bareIdle),
          ratio: idle / bareIdle,
          goal: atMost(megabytes(bareIdle + 60_000_000)),
        },
        ...rows,
      ],
    }
  } finally {
    await bare.stop()
    await host.stop()
  }
}
