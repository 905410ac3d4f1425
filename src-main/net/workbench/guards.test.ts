import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestBench, type TestBench } from '#e2e/fixtures/hosts/served-bench'
import { rawClient, rawRequest, talk } from '#net/testing/raw-client'
import { openSocketClient } from './testing/socket-client'
import { openWorkbench, TEST_TOKEN, type TestWorkbench } from './testing/open-workbench'

let bench: TestBench
let workbench: TestWorkbench
let own: string

beforeEach(async () => {
  bench = openTestBench()
  workbench = await openWorkbench(bench.served, {
    limits: { maxBodyBytes: 1000, headersTimeoutMs: 300, requestTimeoutMs: 500, checkIntervalMs: 50 },
  })
  own = `127.0.0.1:${workbench.port}`
})
afterEach(async () => {
  await workbench.close()
  await bench.close()
})

const rawCall = (fields: readonly string[], body = '{}', target = '/api/v1/clock.get'): string =>
  rawRequest(`POST ${target}`, body, fields)

const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1])
/** The status of the response to bytes on a new connection. */
const statusTo = async (bytes: string): Promise<number> => statusOf(await talk(workbench.port, bytes))
const bearer = `Authorization: Bearer ${TEST_TOKEN}`

const wrongTokens = [
  ['no token', null],
  ['an empty token', 'Bearer '],
  ['another token', `Bearer ${'0'.repeat(64)}`],
  ['the beginning of the token', `Bearer ${TEST_TOKEN.slice(0, -1)}`],
  ['the token and one more digit', `Bearer ${TEST_TOKEN}0`],
  ['the token twice', `Bearer ${TEST_TOKEN} ${TEST_TOKEN}`],
  ['the token in capitals', `Bearer ${TEST_TOKEN.toUpperCase()}`],
  ['the token without a scheme', TEST_TOKEN],
  ['the token as a password', `Basic ${Buffer.from(`:${TEST_TOKEN}`).toString('base64')}`],
] as const

const otherOrigins = [
  'http://evil.test',
  'null',
  'file://',
  'http://localhost',
  'http://127.0.0.1',
  'http://127.0.0.1:1',
  'ftp://{own}',
  'http://{own}.evil.test',
  'http://{own}@evil.test',
  'http://evil.test/{own}',
  '',
]

const otherHosts = ['evil.test', 'evil.test:80', '127.0.0.1.evil.test', '10.0.0.1', '127.0.0.1@evil.test', '']

describe('a call of the API', () => {
  it.each(wrongTokens)('with %s is refused before its body is read', async (_name, field) => {
    const lines = [`Host: ${own}`, ...(field === null ? [] : [`Authorization: ${field}`])]
    const response = await talk(workbench.port, rawCall(lines, '{"broken'))
    expect(statusOf(response)).toBe(401)
    expect(response).toContain('WWW-Authenticate: Bearer')
    expect(response).toContain('"code":"unauthorized"')
  })

  it('cannot carry the token in its address', async () => {
    const call = rawCall([`Host: ${own}`], '{}', `/api/v1/clock.get?token=${TEST_TOKEN}`)
    expect(await statusTo(call)).toBe(401)
  })

  it.each(otherOrigins)('from the origin "%s" is refused even with the token', async (origin) => {
    const field = `Origin: ${origin.replaceAll('{own}', own)}`
    const response = await talk(workbench.port, rawCall([`Host: ${own}`, bearer, field]))
    expect(statusOf(response)).toBe(403)
    expect(response).not.toMatch(/access-control/i)
  })

  it('with two origins is refused', async () => {
    const fields = [`Host: ${own}`, bearer, `Origin: http://${own}`, 'Origin: http://evil.test']
    expect(await statusTo(rawCall(fields))).toBe(403)
  })

  it.each([
    ['a client without an origin', '127.0.0.1:{port}', null],
    ['our own page', '127.0.0.1:{port}', 'http://127.0.0.1:{port}'],
    ['our own page by name', 'localhost:{port}', 'http://localhost:{port}'],
    ['a page through a forwarded port', 'localhost:9999', 'http://localhost:9999'],
    ['a page through the tester’s proxy', 'bench.test', 'https://bench.test'],
  ])('from %s succeeds', async (_name, host, origin) => {
    const fill = (text: string): string => text.replace('{port}', String(workbench.port))
    const fields = [`Host: ${fill(host)}`, bearer, ...(origin === null ? [] : [`Origin: ${fill(origin)}`])]
    expect(await statusTo(rawCall(fields))).toBe(200)
  })

  it.each(otherHosts)('for the host "%s" is refused even with the token', async (host) => {
    const response = await talk(workbench.port, rawCall([`Host: ${host}`, bearer]))
    expect([400, 421]).toContain(statusOf(response))
    expect(response).not.toContain('"result"')
  })

  it('with two hosts is refused', async () => {
    expect(await statusTo(rawCall([`Host: ${own}`, 'Host: evil.test', bearer]))).toBe(400)
  })

  it('gets no permission for another origin, not even in a preflight', async () => {
    const preflight = await fetch(`${workbench.url}/api/v1/clock.get`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://evil.test',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      },
    })
    expect(preflight.status).toBe(405)
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('whose body is too large is refused, whether or not its length is announced', async () => {
    const large = 'x'.repeat(1001)
    expect(await statusTo(rawCall([`Host: ${own}`, bearer], large))).toBe(413)
    const chunked =
      `POST /api/v1/clock.get HTTP/1.1\r\nHost: ${own}\r\n${bearer}\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `3e9\r\n${large}\r\n0\r\n\r\n`
    expect(await statusTo(chunked)).toBe(413)
    expect((await workbench.call('clock.get')).status).toBe(200)
  })

  it('that is unreadable or too slow, or whose head is too large, is refused', async () => {
    expect(await statusTo(rawCall([`Host: ${own}`, bearer, `X-Fat: ${'x'.repeat(70_000)}`]))).toBe(431)
    expect(await statusTo(`POST /api/v1/clock.get HTTP/1.1\r\nHost: ${own}\r\n`)).toBe(408)
    expect(await statusTo('hello\r\n\r\n')).toBe(400)
    expect((await workbench.call('clock.get')).status).toBe(200)
  })

  it('whose body never ends does not block the listener', async () => {
    await talk(
      workbench.port,
      `POST /api/v1/clock.get HTTP/1.1\r\nHost: ${own}\r\n${bearer}\r\nContent-Length: 100\r\n\r\n{"a"`,
    )
    expect((await workbench.call('clock.get')).status).toBe(200)
  })

  it('never puts the token into the log', async () => {
    await talk(workbench.port, rawCall([`Host: ${own}`, bearer, 'Origin: null']))
    await talk(workbench.port, `GET /?token=${TEST_TOKEN} HTTP/9\r\n\r\n`)
    await openSocketClient(workbench.url, TEST_TOKEN, { Origin: 'http://evil.test' }).catch(() => undefined)
    expect(workbench.logged.join('\n')).not.toContain(TEST_TOKEN)
  })
})

describe('a connection', () => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const handshake = (fields: readonly string[], path = '/api/v1/line'): string =>
    [`GET ${path} HTTP/1.1`, ...fields, ...upgrade, `Sec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`].join(
      '\r\n',
    )
  const protocols = `Sec-WebSocket-Protocol: paybench, ${TEST_TOKEN}`

  it('opens with the right host, origin and token', async () => {
    const { connection, webSocket, closed } = await openSocketClient(workbench.url, TEST_TOKEN, {
      Origin: workbench.url,
    })
    expect(webSocket.protocol).toBe('paybench')
    const received = new Promise((resolve) => connection.onMessage(resolve))
    connection.send({ type: 'call', id: 1, method: 'clock.get', params: {} })
    expect(await received).toMatchObject({ type: 'result', id: 1 })
    webSocket.close()
    await closed
  })

  it.each([
    ['no subprotocol', null],
    ['no token', 'paybench'],
    ['a wrong token', `paybench, ${'0'.repeat(64)}`],
    ['the token alone', TEST_TOKEN],
    ['a token cut short', `paybench, ${TEST_TOKEN.slice(1)}`],
  ])('with %s is refused before the upgrade', async (_name, offered) => {
    const fields = [`Host: ${own}`, ...(offered === null ? [] : [`Sec-WebSocket-Protocol: ${offered}`])]
    expect(await statusTo(handshake(fields))).toBe(401)
  })

  it('cannot carry the token in its address or in Authorization', async () => {
    const target = `/api/v1/line?token=${TEST_TOKEN}`
    expect(await statusTo(handshake([`Host: ${own}`, bearer], target))).toBe(401)
  })

  it.each(otherOrigins)('from the origin "%s" is refused', async (origin) => {
    const field = `Origin: ${origin.replaceAll('{own}', own)}`
    expect(await statusTo(handshake([`Host: ${own}`, protocols, field]))).toBe(403)
  })

  it.each(otherHosts)('for the host "%s" is refused', async (host) => {
    expect([400, 421]).toContain(await statusTo(handshake([`Host: ${host}`, protocols])))
  })

  it('opens only at its own path', async () => {
    for (const path of ['/', '/api/v1/', '/api/v1/line/', '/api/v1/clock.get', '/../api/v1/line'])
      expect(await statusTo(handshake([`Host: ${own}`, protocols], path))).toBe(404)
  })

  it('requires an upgrade, so a plain request gets 426', async () => {
    const response = await fetch(`${workbench.url}/api/v1/line`)
    expect(response.status).toBe(426)
    expect(response.headers.get('upgrade')).toBe('websocket')
  })
})

describe('an offer to upgrade to another protocol', () => {
  const offering = (more: string): string =>
    `POST /api/v1/payments.create HTTP/1.1\r\nHost: ${own}\r\n${bearer}\r\n` +
    `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAA\r\n${more}`
  const body = '{"amount":5,"currency":"EUR"}'

  it.each([
    ['at once', body.length],
    ['later', 5],
  ])('is ignored, as HTTP allows, if the body arrives %s: the connection continues', async (_when, first) => {
    const client = rawClient(workbench.port)
    client.write(offering(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, first)}`))
    await new Promise((resolve) => setImmediate(resolve))
    client.write(body.slice(first))
    expect(statusOf(await client.until('"result"'))).toBe(200)
    client.write(rawCall([`Host: ${own}`, bearer]))
    await client.until(/HTTP\/1\.1 200[\s\S]*HTTP\/1\.1 200[\s\S]*"mode"/)
    client.socket.destroy()
  })

  it('does not bypass the token', async () => {
    const client = rawClient(workbench.port)
    client.write(offering('Content-Length: 2\r\n\r\n{}').replace(`${bearer}\r\n`, ''))
    expect(statusOf(await client.until('unauthorized'))).toBe(401)
    client.socket.destroy()
  })
})
