import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestBench } from '#e2e/fixtures/hosts/served-bench'
import { openTestListener, type TestListener } from './testing/listeners'
import { rawClient, talk } from './testing/raw-client'
import { openWorkbench, TEST_TOKEN } from './workbench/testing/open-workbench'

const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'

const statuses = (answers: string): readonly string[] => answers.match(/HTTP\/1\.1 \d{3}/g) ?? []

/** Writes everything, ends its own side, and reads until the end. */
function sayAndEnd(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
    })
    socket.once('close', () => {
      resolve(received)
    })
    socket.end(Buffer.from(bytes, 'latin1'))
  })
}

let listener: TestListener | null = null
afterEach(async () => {
  await listener?.close()
  listener = null
})

describe.each(['merchant', 'platform'] as const)('many requests at once to the %s listener', (name) => {
  it.each([
    ['without bodies', (n: number) => `GET /${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    [
      'with bodies',
      (n: number) => `POST /${n} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n\r\n\r`,
    ],
    [
      'in chunks',
      (n: number) =>
        `POST /${n} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n`,
    ],
    [
      'with line ends before them',
      (n: number) => `\r\n\r\n\r\nGET /${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ],
    ['with offers to upgrade', (n: number) => `GET /${n} HTTP/1.1\r\nHost: localhost\r\n${OFFER}\r\n`],
    [
      'with bodies and offers to upgrade',
      (n: number) => `POST /${n} HTTP/1.1\r\nHost: localhost\r\n${OFFER}Content-Length: 2\r\n\r\n{}`,
    ],
    [
      'in chunks and with offers to upgrade',
      (n: number) =>
        `POST /${n} HTTP/1.1\r\nHost: localhost\r\n${OFFER}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('%s are all answered in order, also where the client has ended its side', async (_, request) => {
    listener = await openTestListener(name)
    const count = 100
    const received = await sayAndEnd(
      listener.port,
      Array.from({ length: count }, (_none, n) => request(n)).join(''),
    )
    expect(statuses(received)).toEqual(Array.from({ length: count }, () => 'HTTP/1.1 200'))
    expect(listener.requests.map(({ target }) => target)).toEqual(
      Array.from({ length: count }, (_none, n) => `/${n}`),
    )
    expect(listener.malformed).toEqual([])
  })

  it('are read whatever the sizes of the pieces in which they come', async () => {
    listener = await openTestListener(name)
    const all = Array.from(
      { length: 12 },
      (_, n) =>
        `POST /${n} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\r\n\r\n` +
        `GET /g${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ).join('')
    for (const size of [1, 3, 7, 50]) {
      listener.requests.length = 0
      const client = rawClient(listener.port)
      client.socket.setNoDelay(true)
      for (let at = 0; at < all.length; at += size) {
        client.write(all.slice(at, at + size))
        await new Promise((next) => setImmediate(next))
      }
      await expect.poll(() => statuses(client.received()).length, { timeout: 10_000 }).toBe(24)
      client.socket.destroy()
      expect(listener.requests.map(({ body }) => Buffer.from(body).toString('latin1'))).toEqual(
        Array.from({ length: 12 }, () => ['\r\n\r\n', '']).flat(),
      )
    }
  })

  it('wait unread where nobody reads the responses, and leave once nothing is read at all', async () => {
    const body = new Uint8Array(4_000_000)
    listener = await openTestListener(name, {
      limits: { unreadTimeoutMs: 200 },
      respond: () => Promise.resolve({ status: 200, headers: [], body }),
    })
    const client = rawClient(listener.port)
    client.socket.pause()
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(10_000))
    // Those that the network took, those that may wait, and one in hand.
    await expect.poll(() => listener?.malformed.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(listener.requests.length + listener.malformed.length).toBeLessThan(100)
    expect(listener.malformed.every(({ note }) => note.includes('It was not handled'))).toBe(true)
    client.socket.destroy()
    expect(
      await talk(listener.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('the workbench', () => {
  it('answers offers to upgrade on one connection without a listener too many, and CONNECT with a sentence', async () => {
    const bench = openTestBench()
    const workbench = await openWorkbench(bench.served)
    const warnings: string[] = []
    const onWarning = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', onWarning)
    const call = `POST /api/v1/clock.get HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n${OFFER}`
    const received = await sayAndEnd(workbench.port, `${call}Content-Length: 2\r\n\r\n{}`.repeat(100))
    expect(statuses(received)).toEqual(Array.from({ length: 100 }, () => 'HTTP/1.1 200'))
    const refused = await talk(workbench.port, 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n')
    expect(refused).toMatch(/^HTTP\/1\.1 501 [^]*Remove the proxy setting/)
    await new Promise((next) => setImmediate(next))
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
    await workbench.close()
    await bench.close()
  })
})
