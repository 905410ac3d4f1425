import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import WebSocket from 'ws'

/**
 * `node second-client-program WORKBENCH TOKEN`: calls the bench without a pause, one call after the other, and listens to
 * its live events, as an open workbench does. Over the channel to its parent, `begin` starts a measurement and `end` asks
 * for its result, which follows once a call that began after the question has been answered.
 */
const [workbench = '', token = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Calls that a measurement has seen. A call in flight belongs to the measurement that begins, from then on. */
const measurement = { longestMs: 0, calls: 0, failures: 0, begunAt: performance.now(), isAsked: false }

const call = (): Promise<boolean> =>
  new Promise((resolve) => {
    const outgoing = request(
      `${workbench}/api/v1/clock.get`,
      { method: 'POST', agent, headers: { Authorization: `Bearer ${token}`, 'Content-Length': '0' } },
      (incoming) => {
        incoming.resume()
        incoming.once('end', () => {
          resolve(incoming.statusCode === 200)
        })
        incoming.once('error', () => {
          resolve(false)
        })
      },
    )
    outgoing.once('error', () => {
      resolve(false)
    })
    outgoing.end()
  })

process.on('message', (message) => {
  if (message === 'end') measurement.isAsked = true
  else Object.assign(measurement, { longestMs: 0, calls: 0, failures: 0, begunAt: performance.now() })
})
process.once('disconnect', () => process.exit(0))

const events = new WebSocket(`${workbench.replace(/^http/, 'ws')}/api/v1/line`, ['paybench', token])
events.once('open', () => {
  events.send(JSON.stringify({ type: 'subscribe' }))
})
events.on('message', () => undefined)
// The calls say whether the bench is there.
events.on('error', () => undefined)

for (;;) {
  const reports = measurement.isAsked
  measurement.begunAt = performance.now()
  const isAnswered = await call()
  measurement.longestMs = Math.max(measurement.longestMs, performance.now() - measurement.begunAt)
  measurement.calls += 1
  if (!isAnswered) measurement.failures += 1
  if (reports) {
    measurement.isAsked = false
    const { longestMs, calls, failures } = measurement
    process.send?.({ longestMs, calls, failures })
  }
  // The bench is to have its core: a call every few milliseconds notices every wait that matters.
  await new Promise((resolve) => setTimeout(resolve, 4))
}
