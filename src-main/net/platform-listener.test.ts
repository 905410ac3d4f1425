import { afterEach, describe, expect, it } from 'vitest'
import { openTestListener, type TestListener, type TestListenerOptions } from '#net/testing/listeners'
import { rawClient, rawRequest, talk } from '#net/testing/raw-client'
import { gate } from '#core/testing/listening'
import { jsonResponse } from '#lib/http-message/response'

let listener: TestListener
const open = async (options: TestListenerOptions = {}): Promise<TestListener> => {
  listener = await openTestListener('platform', options)
  return listener
}
afterEach(() => listener.close())

const post = (target: string, body: string, fields: readonly string[] = []): string =>
  rawRequest(`POST ${target}`, body, ['Host: localhost', ...fields])

describe('the platform listener', () => {
  it.each([
    ['no content type', []],
    ['the content type of JSON', ['Content-Type: application/json']],
    ['the content type of a form', ['Content-Type: application/x-www-form-urlencoded']],
    ['a nonsensical content type', ['Content-Type: ;;;']],
    ['two content types', ['Content-Type: a/b', 'Content-Type: c/d']],
  ])('passes on the unparsed bytes of a request with %s', async (_name, fields) => {
    const { port, requests } = await open()
    expect(await talk(port, post('/v2/payment/status', '{"a":\xff}', fields))).toMatch(/^HTTP\/1\.1 200 /)
    expect(Buffer.from(requests[0]?.body ?? []).toString('latin1')).toBe('{"a":\xff}')
  })

  it('passes every target on as it was written', async () => {
    const targets = `/ // /%zz /% /a/../b * /x?y=%00 http://localhost/abs /${'p'.repeat(40)}`.split(' ')
    const { port, requests } = await open()
    for (const target of targets) await talk(port, post(target, ''))
    expect(requests.map(({ target }) => target)).toEqual(targets)
  })

  it('marks a target of more than 8192 bytes, but not one of exactly 8192', async () => {
    const { port, requests } = await open()
    await talk(port, post('/'.padEnd(8192, 'x'), ''))
    await talk(port, post('/'.padEnd(8193, 'x'), ''))
    expect(requests.map((request) => request.targetTooLong)).toEqual([false, true])
  })

  it('marks a body over the limit, hands its beginning to the application and closes the connection', async () => {
    const { port, requests, sent } = await open({
      respond: () => Promise.resolve(jsonResponse(413, 'too large')),
    })
    const response = await talk(port, post('/v2/x', 'z'.repeat(200 * 1024)))
    expect(response).toMatch(/^HTTP\/1\.1 413 [^]*"too large"$/)
    expect(requests[0]).toMatchObject({ tooLarge: true, truncated: true })
    expect(requests[0]?.body.byteLength).toBe(64 * 1024)
    expect(sent).toHaveLength(1)
  })

  it('responds with 500 and code 501 in the union error shape when the application fails (contract 3.7, 5.1)', async () => {
    const { port, logged } = await open({ respond: () => Promise.reject(new Error('boom')) })
    const response = await talk(port, post('/v2/x', '{}'))
    expect(response).toMatch(/^HTTP\/1\.1 500 /)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      status: 'error',
      code: '501',
      errors: [{ code: 501 }],
    })
    expect(response).not.toContain('boom')
    expect(logged).toHaveLength(1)
  })

  it('names no product or framework in its responses', async () => {
    const { port } = await open()
    expect(await talk(port, post('/', ''))).not.toMatch(/powered|fastify|server:|node/i)
  })

  it('calls afterResponse once even if the client left before the response', async () => {
    const { opened, open: release } = gate()
    const respond = () => opened.then(() => jsonResponse(200, 'unread'))
    const { port, requests, sent } = await open({ respond })
    const client = rawClient(port)
    client.write(post('/', '{}'))
    await expect.poll(() => requests.length).toBe(1)
    client.socket.resetAndDestroy()
    await client.closed
    // Once a later connection is served, the listener has seen the reset.
    const second = talk(port, post('/second', '{}'))
    await expect.poll(() => requests.length).toBe(2)
    release()
    await second
    await expect.poll(() => sent.length).toBe(2)
    expect(sent.filter((one) => !one.delivered)).toHaveLength(1)
  })

  it('responds to HEAD with the length of the body but not the body', async () => {
    const { port } = await open()
    expect(await talk(port, rawRequest('HEAD /'))).toMatch(/Content-Length: 20\r\n[^]*\r\n\r\n$/)
  })

  it('responds to pipelined garbage only after the good request before it', async () => {
    const { opened, open: release } = gate()
    const { port, malformed } = await open({ respond: () => opened.then(() => jsonResponse(200, 'first')) })
    const client = rawClient(port)
    client.write('GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    client.write('\x01\x02garbage\r\n\r\n')
    await expect.poll(() => malformed.length).toBe(1)
    expect(client.received()).toBe('')
    release()
    expect(await client.closed).toMatch(/^HTTP\/1\.1 200 [^]*"first"HTTP\/1\.1 400 [^]*"code":"702"/)
  })
})
