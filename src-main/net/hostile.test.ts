import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_CASES } from './testing/hostile-requests'
import { openTestListener, type TestListener } from './testing/listeners'
import { rawClient, talk } from './testing/raw-client'

const HONEST = 'POST /ok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'

describe.each(['merchant', 'platform'] as const)('the %s listener, given hostile bytes,', (name) => {
  let listener: TestListener
  beforeAll(async () => {
    // The platform's app itself refuses bodies that are too large, so the app of this test does too, with 413.
    listener = await openTestListener(name, {
      respond: (request) =>
        Promise.resolve({
          status: request.truncated === true ? 413 : 200,
          headers: [],
          body: new Uint8Array(),
        }),
    })
  })
  afterAll(() => listener.close())

  it.each(HOSTILE_CASES)(
    'responds with a clear error, records the bytes, and continues ($name)',
    async ({ bytes, status, then }) => {
      const before = listener.malformed.length + listener.requests.length
      const client = rawClient(listener.port)
      client.write(bytes)
      if (then === 'end') client.socket.end()
      const response = await client.closed
      expect(status.map((one) => `HTTP/1.1 ${one}`)).toContain(response.slice(0, 12))
      expect(response).toContain('Connection: close')
      expect(listener.malformed.length + listener.requests.length).toBe(before + 1)
      expect(await talk(listener.port, HONEST)).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  it('explains what was wrong', async () => {
    const wrong = {
      TLS: '\x16\x03\x01\x02\x00',
      'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'chunk size': 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    }
    for (const [word, bytes] of Object.entries(wrong)) {
      const body: unknown = JSON.parse((await talk(listener.port, bytes)).split('\r\n\r\n')[1] ?? '')
      expect(body).toMatchObject({ status: 'error', code: '702', message: expect.stringContaining(word) })
    }
  })

  it('survives random bytes and random damage to a good request', async () => {
    const damaged = fc
      .tuple(fc.nat(HONEST.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, bytes]) => {
        const whole = Buffer.from(HONEST, 'latin1')
        return new Uint8Array(Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + 1)]))
      })
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ minLength: 1, maxLength: 300 })), async (bytes) => {
        const client = rawClient(listener.port)
        client.write(bytes)
        client.socket.end()
        const response = await client.closed
        // A damaged request may still be valid; but every response must be HTTP and have a final status.
        if (response !== '')
          expect(response).toMatch(/^HTTP\/1\.1 (100 Continue\r\n\r\nHTTP\/1\.1 )?[245]\d\d /)
      }),
      { numRuns: 150 },
    )
    expect(await talk(listener.port, HONEST)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('closes silent connections without a record', async () => {
    const before = listener.malformed.length
    await rawClient(listener.port).closed
    expect(listener.malformed).toHaveLength(before)
  })

  it('keeps serving others while many slow clients stay connected', async () => {
    const slow = Array.from({ length: 50 }, () => {
      const client = rawClient(listener.port)
      client.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nX')
      return client
    })
    expect(await talk(listener.port, HONEST)).toMatch(/^HTTP\/1\.1 200 /)
    const responses = await Promise.all(slow.map((client) => client.closed))
    expect(responses.every((response) => response.startsWith('HTTP/1.1 408 '))).toBe(true)
  })
})
