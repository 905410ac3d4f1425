import { performance } from 'node:perf_hooks'
import { connect } from 'node:net'
import { median, quantile, sorted } from './statistics.mjs'

/**
 * @typedef {{path: string, body?: Buffer, type?: string}} Request a POST of `type`, by default JSON, or a GET
 *   without a body
 * @typedef {(connection: number, previous: Buffer | undefined) => Request | undefined} Next the next request of a
 *   connection; `previous`: the body of its last response
 * @typedef {{requests: number, perSecond: number, p50: number, p99: number}} Load `p50` and `p99` in milliseconds
 */

export const connections = 16

const warmUpRequests = 600
const rounds = 3

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * Whether a response is complete. Nothing follows before the next request, so a chunked one ends with its last chunk.
 * @param {string} head
 * @param {Buffer} body what has arrived so far
 * @returns {boolean | undefined} undefined if the head does not say where the body ends
 */
const isWhole = (head, body) => {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (length !== undefined) return body.length >= Number(length)
  if (/^transfer-encoding: *chunked/im.test(head)) return body.subarray(-lastChunk.length).equals(lastChunk)
  return undefined
}

/**
 * Sends requests over keep-alive connections, one at a time on each, and measures the time to each 200 response.
 * Uses bare sockets: on a small machine, an HTTP client uses as much CPU as the measured server.
 * @param {{url: string, next: Next, connections?: number, seconds?: number}} options `next` gets the number of the
 *   connection, counted from 0, and ends the load by returning undefined
 */
export const load = async ({ url, next, connections: wanted = connections, seconds = Infinity }) => {
  const { hostname, port, host } = new URL(url)
  /** @type {number[]} */
  const times = []
  const started = performance.now()
  const giveUpAt = started + seconds * 1000

  /** @param {number} connection */
  const oneConnection = (connection) =>
    new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let sentAt = 0
      let waiting = false
      let received = Buffer.alloc(0)
      /** @type {Buffer | undefined} */
      let previous
      const send = () => {
        const request = performance.now() < giveUpAt ? next(connection, previous) : undefined
        if (request === undefined) {
          socket.end()
          resolve()
          return
        }
        const { path, body, type = 'application/json' } = request
        const head =
          body === undefined
            ? `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
            : `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
        received = Buffer.alloc(0)
        waiting = true
        sentAt = performance.now()
        socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]))
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const end = received.indexOf(headEnd)
        if (end < 0) return
        const head = received.toString('latin1', 0, end)
        const body = received.subarray(end + headEnd.length)
        const whole = isWhole(head, body)
        if (whole === false) return
        if (!head.startsWith('HTTP/1.1 200 ') || whole === undefined) {
          socket.destroy()
          reject(new Error(`${url} responded: ${received.toString('utf8').slice(0, 2000)}`))
          return
        }
        waiting = false
        previous = body
        times.push(performance.now() - sentAt)
        send()
      })
      socket.on('error', reject)
      socket.on('close', () => {
        if (waiting) reject(new Error(`${url} closed a connection before it responded`))
      })
    })

  await Promise.all(Array.from({ length: wanted }, (_, connection) => oneConnection(connection)))
  const elapsed = (performance.now() - started) / 1000
  const inOrder = sorted(times)
  if (inOrder.length === 0) throw new Error(`${url} sent no response`)
  return {
    requests: inOrder.length,
    perSecond: inOrder.length / elapsed,
    p50: quantile(inOrder, 0.5),
    p99: quantile(inOrder, 0.99),
  }
}

/**
 * Runs loads in turn, after a warm-up of each, so that a busy moment of the machine affects all of them.
 * @template {{url: string, next: Next}} Each
 * @param {readonly Each[]} loads
 * @param {number} seconds for each load of a round
 * @param {(each: Each, send: () => Promise<Load>) => Promise<Load>} [around] wraps a load
 * @returns {Promise<readonly (Each & Omit<Load, 'requests'>)[]>} the medians of the rounds
 */
export const loadsInTurn = async (loads, seconds, around = (_, send) => send()) => {
  for (const each of loads) {
    let left = warmUpRequests
    /** @type {Next} */
    const next = (...given) => (left-- > 0 ? each.next(...given) : undefined)
    await load({ url: each.url, next })
  }
  const taken = loads.map((each) => ({ each, runs: /** @type {Load[]} */ ([]) }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { each, runs } of taken)
      runs.push(await around(each, () => load({ url: each.url, next: each.next, seconds })))
  }
  return taken.map(({ each, runs }) => ({
    ...each,
    perSecond: median(runs.map((run) => run.perSecond)),
    p50: median(runs.map(({ p50 }) => p50)),
    p99: median(runs.map(({ p99 }) => p99)),
  }))
}

/**
 * Sends `perSecond` requests a second over as many connections as needed, until one fails.
 * @param {string} url
 * @param {number} perSecond
 * @param {() => Request | undefined} next ends the load by returning undefined
 */
export const paced = async (url, perSecond, next) => {
  const started = performance.now()
  let sent = 0
  /** @type {Promise<unknown>[]} */
  const batches = []
  let isOver = false
  while (!isOver) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond) - sent
    const requests = Array.from({ length: due }, next).filter((request) => request !== undefined)
    isOver = requests.length < due
    sent += requests.length
    if (requests.length > 0) {
      const batch = load({ url, connections: 1, next: () => requests.shift() })
      batch.catch(() => (isOver = true))
      batches.push(batch)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.all(batches)
}
