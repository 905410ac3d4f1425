import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestBench } from '#e2e/fixtures/hosts/served-bench'
import { openTestListener, type TestListener } from './testing/listeners'
import { rawClient, rawRequest, talk } from './testing/raw-client'
import { openWorkbench, TEST_TOKEN } from './workbench/testing/open-workbench'

const statuses = (responses: string): readonly string[] => responses.match(/HTTP\/1\.1 \d{3}/g) ?? []

/** Writes everything, ends the client's side, and reads until the end. */
function writeAndEnd(port: number, bytes: string): Promise<string> {
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
    ['preceded by empty lines', (n: number) => `\r\n\r\n\r\nGET /${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ])('%s all get responses in order, even if the client has ended its side', async (_, request) => {
    listener = await openTestListener(name)
    const count = 30
    const received = await writeAndEnd(
      listener.port,
      Array.from({ length: count }, (_none, n) => request(n)).join(''),
    )
    expect(statuses(received)).toEqual(Array.from({ length: count }, () => 'HTTP/1.1 200'))
    expect(listener.requests.map(({ target }) => target)).toEqual(
      Array.from({ length: count }, (_none, n) => `/${n}`),
    )
    expect(listener.malformed).toEqual([])
  })

  it('are read, whatever the size of the pieces in which they arrive', async () => {
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

  it('are limited: a connection with too many is closed, which is recorded once', async () => {
    listener = await openTestListener(name)
    const client = rawClient(listener.port)
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(10_000))
    await client.closed
    await expect
      .poll(() => listener?.malformed.map(({ note }) => note))
      .toEqual([expect.stringContaining('more than 32 requests')])
    expect(listener.requests.length).toBeLessThan(3)
    client.socket.destroy()
    expect(await talk(listener.port, rawRequest('GET /'))).toMatch(/^HTTP\/1\.1 200 /)
  })
})

it('a client that does not read its response is disconnected', async () => {
  listener = await openTestListener('merchant', {
    limits: { unreadTimeoutMs: 200 },
    respond: () => Promise.resolve({ status: 200, headers: [], body: new Uint8Array(40_000_000) }),
  })
  const client = rawClient(listener.port)
  client.socket.pause()
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect
    .poll(() => listener?.sent.map(({ delivered }) => delivered), { timeout: 10_000 })
    .toEqual([false])
  client.socket.destroy()
})

describe('the workbench', () => {
  it('responds to pipelined calls, and refuses CONNECT with an explanation', async () => {
    const bench = openTestBench()
    const workbench = await openWorkbench(bench.served)
    const call = `POST /api/v1/clock.get HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n`
    const received = await writeAndEnd(workbench.port, `${call}Content-Length: 2\r\n\r\n{}`.repeat(30))
    expect(statuses(received)).toEqual(Array.from({ length: 30 }, () => 'HTTP/1.1 200'))
    const refused = await talk(workbench.port, 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n')
    expect(refused).toMatch(/^HTTP\/1\.1 501 [^]*Remove the proxy setting/)
    await workbench.close()
    await bench.close()
  })
})
