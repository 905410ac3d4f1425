import { afterEach, describe, expect, it } from 'vitest'
import { openTestListener, type TestListener, type TestListenerOptions } from '#net/testing/listeners'
import { rawClient, rawRequest, talk } from '#net/testing/raw-client'
import { gate } from '#core/testing/listening'
import { jsonResponse } from '#lib/http-message/response'

let listener: TestListener
const open = async (options: TestListenerOptions = {}): Promise<TestListener> => {
  listener = await openTestListener('merchant', options)
  return listener
}
afterEach(() => listener.close())

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

describe('the capture listener', () => {
  it('keeps the target, the body, and the spelling, order and duplicates of the header fields', async () => {
    const { port, requests } = await open()
    const response = await talk(
      port,
      'POST /callbacks/%7e//x?a=1&a=2#f HTTP/1.1\r\nhOsT: localhost\r\nX-Same: one\r\nx-sAME: two\r\nX-Empty:\r\n' +
        'X-Utf: \xc3\xa9\r\nCookie: a=1\r\nCookie: b=2\r\nContent-Length: 5\r\nConnection: close\r\n\r\nab\x00\xff\n',
    )
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    const request = requests[0]
    expect(request).toMatchObject({
      method: 'POST',
      target: '/callbacks/%7e//x?a=1&a=2#f',
      httpVersion: '1.1',
      tlsVersion: null,
      remoteAddress: '127.0.0.1',
      headers: [
        ['hOsT', 'localhost'],
        ['X-Same', 'one'],
        ['x-sAME', 'two'],
        ['X-Empty', ''],
        ['X-Utf', '\xc3\xa9'],
        ['Cookie', 'a=1'],
        ['Cookie', 'b=2'],
        ['Content-Length', '5'],
        ['Connection', 'close'],
      ],
    })
    expect([...(request?.body ?? [])]).toEqual([0x61, 0x62, 0, 0xff, 0x0a])
    expect(request?.truncated).toBeUndefined()
  })

  it('accepts a body with every method that Node parses', async () => {
    const { port, requests } = await open()
    const methods = 'GET HEAD PUT PATCH DELETE OPTIONS TRACE PROPFIND PURGE M-SEARCH LINK'.split(' ')
    for (const method of methods) await talk(port, rawRequest(`${method} /x`, 'hi'))
    expect(requests.map((request) => request.method)).toEqual(methods)
    expect(requests.every((request) => text(request.body) === 'hi')).toBe(true)
  })

  it('joins chunks and keeps the trailing fields', async () => {
    const { port, requests } = await open()
    await talk(
      port,
      'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Sum: 9\r\n\r\n',
    )
    expect(text(requests[0]?.body)).toBe('abcde')
    expect(requests[0]?.trailers).toEqual([['X-Sum', '9']])
  })

  it('captures before it responds, and responds with exactly the given fields plus the framing', async () => {
    const { opened, open: release } = gate()
    const { port, requests, sent } = await open({
      respond: async () => {
        await opened
        return {
          status: 299,
          headers: [
            ['x-One', '1'],
            ['X-one', '2'],
          ],
          body: new TextEncoder().encode('done'),
        }
      },
    })
    const client = rawClient(port)
    client.write(rawRequest('POST /'))
    await expect.poll(() => requests.length).toBe(1)
    expect(client.received()).toBe('')
    release()
    const [head, body] = (await client.closed).split('\r\n\r\n')
    expect(body).toBe('done')
    const [start, ...fields] = head?.split('\r\n') ?? []
    expect(start).toMatch(/^HTTP\/1\.1 299 /)
    expect(fields.slice(0, 2)).toEqual(['x-One: 1', 'X-one: 2'])
    expect(sent).toMatchObject([{ delivered: true }])
    expect(sent[0]?.response.headers.map(([name, value]) => `${name}: ${value}`)).toEqual(fields)
  })

  it('truncates a body at the limit, responds with 413 and closes the connection', async () => {
    const { port, requests, malformed } = await open()
    const response = await talk(
      port,
      `POST /big HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${300 * 1024}\r\n\r\n${'x'.repeat(300 * 1024)}`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('Connection: close')
    expect(requests).toHaveLength(0)
    expect(malformed[0]).toMatchObject({
      kind: 'tooLarge',
      request: { truncated: true, target: '/big', body: { byteLength: 64 * 1024 } },
      response: { status: 413 },
    })
  })

  it('accepts a body of exactly the limit', async () => {
    const { port, requests } = await open()
    await talk(port, rawRequest('POST /', 'y'.repeat(64 * 1024)))
    expect(requests[0]?.body.byteLength).toBe(64 * 1024)
  })

  it('records the received part of a request that is cut off in the middle of its body', async () => {
    const { port, malformed } = await open()
    const client = rawClient(port)
    client.write('POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf of it')
    client.socket.end()
    expect(await client.closed).toMatch(/^HTTP\/1\.1 400 /)
    const note: unknown = expect.stringContaining('ended in the middle')
    expect(malformed).toMatchObject([{ kind: 'cutOff', note, request: { target: '/half', truncated: true } }])
    expect(text(malformed[0]?.request.body)).toBe('half of it')
  })

  it('records a request whose connection is reset in the middle of the body', async () => {
    const { port, malformed } = await open()
    const client = rawClient(port)
    client.write(
      'POST /reset HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\nabc',
    )
    await client.until('100 Continue')
    client.socket.resetAndDestroy()
    await expect.poll(() => malformed.length).toBe(1)
    expect(malformed[0]).toMatchObject({ kind: 'cutOff', response: null, request: { target: '/reset' } })
  })

  it('records an incomplete head byte for byte', async () => {
    const { port, malformed } = await open()
    const client = rawClient(port)
    client.write('POST /never HTTP/1.1\r\nHost: loc')
    client.socket.end()
    await client.closed
    expect(malformed[0]).toMatchObject({
      kind: 'unreadable',
      note: 'The connection ended in the middle of the request. Send it again in full.',
      request: { truncated: false },
    })
    expect(text(malformed[0]?.request.body)).toBe('POST /never HTTP/1.1\r\nHost: loc')
  })

  it('records CONNECT with its first bytes and responds with 501', async () => {
    const { port, malformed } = await open()
    const response = await talk(port, 'CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test:443\r\n\r\nhello')
    expect(response).toMatch(/^HTTP\/1\.1 501 /)
    expect(malformed[0]).toMatchObject({
      kind: 'connect',
      request: { method: 'CONNECT', target: 'shop.test:443' },
    })
  })

  it('treats a request that offers an upgrade as an ordinary one', async () => {
    const { port, requests } = await open()
    const response = await talk(
      port,
      'POST /cb HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}',
    )
    expect(response).toMatch(/^HTTP\/1\.1 200 /)
    expect(requests[0]?.headers).toContainEqual(['Upgrade', 'h2c'])
  })

  it('records a request with an external Host and responds with 421 itself', async () => {
    const { port, requests, malformed } = await open()
    const response = await talk(port, 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    expect(response).toMatch(/^HTTP\/1\.1 421 /)
    expect(response).toContain('--allow-host evil.example')
    expect(requests).toHaveLength(0)
    expect(malformed[0]).toMatchObject({ kind: 'hostRefused', response: { status: 421 } })
  })

  it('responds to HTTP/1.0 without Host, and closes the connection', async () => {
    const { port, requests } = await open()
    expect(await talk(port, 'GET /old HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    expect(requests[0]).toMatchObject({ httpVersion: '1.0', headers: [] })
  })

  it('responds with 500 if capturing fails, logs the error, and continues', async () => {
    let broken = true
    const { port, logged } = await open({
      respond: () =>
        broken ? Promise.reject(new Error('disk full')) : Promise.resolve(jsonResponse(200, {})),
    })
    expect(await talk(port, rawRequest('POST /'))).toMatch(/^HTTP\/1\.1 500 /)
    expect(logged).toHaveLength(1)
    broken = false
    expect(await talk(port, rawRequest('POST /'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('responds with 500 if the response itself cannot be written', async () => {
    const { port, logged } = await open({
      respond: () => Promise.resolve({ status: 200, headers: [['X-Bad', 'a\r\nb']], body: new Uint8Array() }),
    })
    expect(await talk(port, rawRequest('GET /'))).toMatch(/^HTTP\/1\.1 500 /)
    expect(logged[0]).toContain('cannot be written')
  })

  it('handles pipelined requests of one connection one at a time, in order', async () => {
    const waiting: (() => void)[] = []
    const { port, requests } = await open({
      respond: async (request) => {
        if (request.target === '/1') await new Promise<void>((resolve) => waiting.push(resolve))
        return jsonResponse(200, request.target)
      },
    })
    const client = rawClient(port)
    client.write(`GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\n${rawRequest('GET /2')}`)
    await expect.poll(() => requests.length).toBe(1)
    // A request on another connection does not wait for /1.
    await talk(port, rawRequest('GET /3'))
    expect(requests.map(({ target }) => target)).toEqual(['/1', '/3'])
    expect(client.received()).toBe('')
    waiting[0]?.()
    expect(await client.closed).toMatch(/"\/1"[^]*"\/2"$/)
  })

  it('lets a request in flight finish when it closes, and drops idle connections at once', async () => {
    const { opened, open: release } = gate()
    const respond = () => opened.then(() => jsonResponse(200, 'late'))
    const { port, requests, close } = await open({ respond })
    const [idle, busy] = [rawClient(port), rawClient(port)]
    busy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => requests.length).toBe(1)
    const closed = close()
    await idle.closed
    release()
    const response = await busy.closed
    expect(response).toContain('"late"')
    expect(response).toContain('Connection: close')
    await closed
  })
})
