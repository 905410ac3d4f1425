import { createServer } from 'node:http'
import { bareRate } from './bare-rate.mjs'
import { startHost } from './host.mjs'
import { load } from './load.mjs'
import { count, duration, perSecond, ratioAtLeast } from './report.mjs'
import { sales } from './signed-requests.mjs'
import { timed } from './statistics.mjs'

const days = 11
const dayMs = 86_400_000

/** @returns {Promise<{url: string, received: () => number, close: () => void}>} a receiver that always answers 500 */
const startFailingReceiver = () =>
  new Promise((resolve, reject) => {
    let received = 0
    const server = createServer((request, response) => {
      request.resume()
      request.on('end', () => {
        received += 1
        response.writeHead(500, { 'Content-Length': 0 })
        response.end()
      })
    })
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('The receiver has no port')
      resolve({
        url: `http://127.0.0.1:${address.port}`,
        received: () => received,
        close: () => {
          server.close()
          server.closeAllConnections()
        },
      })
    })
  })

/**
 * The whole schedule of repeats, really sent, while the clock is advanced.
 * @param {{directory: string, payments: number, seconds: number}} options `seconds` for the bare server
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureClock = async ({ directory, payments, seconds }) => {
  const receiver = await startFailingReceiver()
  const host = await startHost(directory)
  try {
    const { api, ready } = host
    const project = await api('projects.create', { name: 'Failing', callbackUrl: `${receiver.url}/orders` })
    const sale = await sales(api, { id: project.projectId, secret: project.secret })
    let made = 0
    const bare = await bareRate({ next: () => sale(0), seconds })
    /**
     * @param {number} many
     * @returns {Promise<import('./report.mjs').Row>}
     */
    const run = async (many) => {
      await api('clock.set', { mode: 'frozen' })
      const before = receiver.received()
      const last = made + many
      await load({ url: ready.platform, next: () => (made < last ? sale(made++) : undefined) })
      const { ms } = await timed(() => api('clock.advance', { ms: days * dayMs }))
      const attempts = receiver.received() - before
      if (attempts < many * 100) throw new Error(`${attempts} attempts for ${many} callbacks are too few`)
      return {
        what: `${count(many).text} ${many === 1 ? 'callback' : 'callbacks'}, ${count(attempts).text} attempts`,
        measured: perSecond((attempts / ms) * 1000),
        note: `in ${duration(ms).text}`,
        reference: perSecond(bare),
        ratio: ((attempts / ms) * 1000) / bare,
      }
    }
    return {
      name: 'clock',
      title: `Clock: ${days} days of repeats to a receiver that answers 500, in one advance; reference: bare node:http`,
      rows: [await run(1), { ...(await run(payments)), goal: ratioAtLeast(0.15) }],
    }
  } finally {
    await host.stop()
    receiver.close()
  }
}
