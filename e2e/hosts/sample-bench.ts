import type { OpenBench } from '../../src-main/workbench/bench'
import { createBench } from '../../src-main/workbench/create-bench'
import type { ReceivedRequest, HttpResponse } from '../../src-main/lib/http-message/message'
import type { Send } from '../../src-main/bench/sending'
import type { Store } from '../../src-main/store/store'
import { createBenchPorts } from '../../src-main/hosts/wiring/bench-ports'
import { answersClarification, merchantFails, sampleClarification, sampleSale } from './sample-sales'
import type { SampleRequest } from './sample-sales'
import { NO_CUSTOMER_FILES } from './no-customer-files'

/** The payments lie this far apart on the clock of the bench, so that a list spans days. */
export const APART_MS = 5_000

/** Requests that are handled in one turn, and so written in one transaction. */
const AT_ONCE = 100
const OUR_ADDRESS = 'http://127.0.0.1:8620'
const FAILED: HttpResponse = {
  status: 500,
  headers: [['Content-Type', 'text/plain']],
  body: new Uint8Array(),
}

export interface SampleBench {
  /** Makes the payments from number `first` to before number `end`, as a merchant would. */
  makePayments(first: number, end: number): Promise<void>
  advance(ms: number): Promise<void>
  close(): Promise<void>
}

/**
 * The real bench without sockets: requests, timers, callbacks and captures take their whole way. Its wall clock goes
 * on with every payment made.
 */
export function openSampleBench(store: Store, startAt: number): SampleBench {
  let wall = startAt
  const wallNow = (): number => wall
  const faults: unknown[] = []
  const real = createBenchPorts((level, message, error) => {
    if (level === 'error') faults.push(error ?? message)
  }, '')
  const bench: OpenBench = createBench({
    store,
    storeNotices: [],
    ports: { ...real, wallNow, send: merchantOf(() => bench, wallNow) },
    version: '0.0.0',
    host: 'memory',
    customerFiles: NO_CUSTOMER_FILES,
    project: null,
  })
  bench.start({
    addresses: {
      platform: OUR_ADDRESS,
      platformTls: OUR_ADDRESS,
      merchant: OUR_ADDRESS,
      merchantTls: OUR_ADDRESS,
      workbench: null,
    },
    listeners: [],
    caPem: null,
    workbenchOrigin: null,
    notices: [],
  })
  const merchant = { ...bench.defaultProject, crypto: real.crypto }
  const year = new Date(startAt).getUTCFullYear()

  const send = async ({ target, body }: SampleRequest): Promise<void> => {
    const request = asReceived(target, body, wall)
    const { response, afterResponse } = await bench.platform.handle({
      ...request,
      tooLarge: false,
      targetTooLong: false,
    })
    afterResponse({ response, delivered: true })
    if (response.status !== 200) throw new Error(Buffer.from(response.body).toString('utf8'))
  }
  const advance = async (ms: number): Promise<void> => {
    await bench.handlers['clock.advance']({ ms })
    if (faults.length > 0) throw faults[0]
  }

  return {
    advance,
    async makePayments(first, end) {
      for (let at = first; at < end; at += AT_ONCE) {
        const numbers = Array.from({ length: Math.min(AT_ONCE, end - at) }, (_, offset) => at + offset)
        await Promise.all(numbers.map((n) => send(sampleSale(n, year, merchant))))
        await advance(0)
        const answering = numbers.filter(answersClarification)
        await Promise.all(answering.map((n) => send(sampleClarification(n, merchant))))
        await advance(0)
        wall += numbers.length * APART_MS
      }
    },
    close: () => bench.close(),
  }
}

const asReceived = (target: string, body: Uint8Array, receivedAtWallMs: number): ReceivedRequest => ({
  method: 'POST',
  target,
  httpVersion: '1.1',
  tlsVersion: null,
  headers: [
    ['Host', '127.0.0.1:8610'],
    ['User-Agent', 'shop-backend/4.2'],
    ['Accept', '*/*'],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.byteLength)],
  ],
  body,
  remoteAddress: '127.0.0.1',
  remotePort: 0,
  receivedAtWallMs,
})

/** The merchant of the project: most callbacks are captured, some fail. */
function merchantOf(bench: () => OpenBench, wallNow: () => number): Send {
  return async ({ method, url, headers, body }) => {
    const target = new URL(url).pathname
    const request = { ...asReceived(target, body, wallNow()), method, headers }
    const fails = merchantFails(Buffer.from(body).toString('utf8'))
    const reaction = fails ? null : await bench().capture.handle(request)
    const response = reaction?.kind === 'response' ? reaction.response : FAILED
    if (!fails) bench().capture.replied(request, { response, delivered: true })
    return {
      requestHead: Buffer.from(`${method} ${target} HTTP/1.1\r\n\r\n`, 'latin1'),
      response: { ...response, httpVersion: '1.1', truncated: false },
      failure: null,
      durationMs: 1,
      tlsVersion: null,
      wire: null,
      certificateError: null,
    }
  }
}
