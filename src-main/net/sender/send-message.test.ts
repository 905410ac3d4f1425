import fc from 'fast-check'
import type { Socket } from 'node:net'
import { createServer as createTlsServer, type Server, type TlsOptions } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { callbackHeaders } from '#domain/callback/body'
import { LIMITS } from '#lib/limits/limit-table'
import { isWhole, openRawReceiver, type RawReceiver } from '#net/testing/raw-receiver'
import { certified } from '#net/testing/certified'
import { makeSelfSigned } from '#net/testing/self-signed'
import { sendMessage } from './send-message'
import type { OutgoingRequest } from '#core/sending'

let receiver: RawReceiver
afterEach(() => receiver.close())

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
/** Opens a receiver that sends or calls `response` once the request is complete. */
const receive = async (response: string | ((socket: Socket) => void)): Promise<RawReceiver> => {
  receiver = await openRawReceiver((socket, received) => {
    if (!isWhole(received)) return
    if (typeof response === 'string') socket.write(Buffer.from(response, 'latin1'))
    else response(socket)
  })
  return receiver
}
const message = (
  url: string,
  body: Uint8Array | string = '{}',
  more: Partial<OutgoingRequest> = {},
): OutgoingRequest => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headers = callbackHeaders(bytes.byteLength)
  return { url, method: 'POST', headers, body: bytes, verifyCertificate: true, ...more }
}
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
/** What is expected of a failure: its code and part of its message. */
const failure = (code: string, words: string) => ({
  code,
  message: expect.stringContaining(words) as unknown,
})

describe('onConnected', () => {
  it('reports both ports before the first byte is written', async () => {
    const { url, port, received } = await receive(OK)
    const ports: (readonly number[])[] = []
    await sendMessage(
      message(url, '{}', {
        onConnected: (local, remote) => {
          ports.push([local, remote, received().byteLength])
        },
      }),
    )
    expect(ports).toEqual([[expect.any(Number), port, 0]])
    expect(ports[0]?.[0]).toBeGreaterThan(0)
  })
})

describe('sending', () => {
  it('times out if no final response begins, however many 1xx responses arrive', async () => {
    const flood = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(4000))
    const { url } = await receive((socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(flood));
      }
      socket.on('drain', more)
      more()
    })
    const outcome = await sendMessage(message(url, '{}', { timeoutMs: 500 }))
    expect(outcome).toMatchObject({ response: null, failure: { code: 'timeout' } })
  })
})

describe('an outgoing message', () => {
  it('is the request of contract 9.2, with no extra fields', async () => {
    const { url, received, port } = await receive(OK)
    const outcome = await sendMessage(message(`${url}/ok?a=%C3%A9&b`, '{"a":"é"}'))
    expect(received().toString('utf8')).toBe(
      `POST /cb/ok?a=%C3%A9&b HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
        'Content-Length: 10\r\nUser-Agent: platform-simulator\r\nAccept: */*\r\n\r\n{"a":"é"}',
    )
    expect(outcome).toMatchObject({ failure: null, response: { status: 200 }, tlsVersion: null })
  })

  it('equals the record byte for byte, whatever the body', async () => {
    const { url, received } = await receive(OK)
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 5000 }),
      fc.string({ unit: 'binary', maxLength: 2000 }).map((one) => new TextEncoder().encode(one)),
      fc.constant(new Uint8Array(0)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const outcome = await sendMessage(message(url, body))
        expect(outcome.failure).toBeNull()
        expect(received().equals(Buffer.concat([outcome.requestHead, body]))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps case, order, duplicates and odd values of its fields, and adds only a missing Host', async () => {
    const { url, received, port } = await receive(OK)
    const headers = [
      ['x-B', '\xc3\xa9'],
      ['X-a', ''],
      ['x-b', '2'],
      ['Content-Length', '2'],
    ] as const
    await sendMessage(message(url, '{}', { headers, method: 'PUT' }))
    expect(received().toString('latin1')).toBe(
      `PUT /cb HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx-B: \xc3\xa9\r\nX-a: \r\nx-b: 2\r\nContent-Length: 2\r\n\r\n{}`,
    )
  })

  it('is not sent if a field would break the head', async () => {
    const { url, received } = await receive(OK)
    for (const field of [
      ['X', 'a\r\nY: b'],
      ['X Y', 'a'],
      ['', 'a'],
      ['X', 'a\0'],
      ['X', '\u0142'],
    ] as const) {
      const outcome = await sendMessage(message(url, '{}', { headers: [field] }))
      expect(outcome).toMatchObject({ failure: { code: 'invalid_header' } })
    }
    expect(received()).toHaveLength(0)
  })
})

describe('reading a response', () => {
  it('keeps the status, version, raw header fields and body', async () => {
    const { url } = await receive(
      'HTTP/1.0 418 Short and stout\r\nX-a: 1\r\nx-A: 2\r\nContent-Length: 4\r\n\r\nbody',
    )
    const outcome = await sendMessage(message(url))
    const headers = [
      ['X-a', '1'],
      ['x-A', '2'],
      ['Content-Length', '4'],
    ]
    const response = { status: 418, httpVersion: '1.0', truncated: false, headers }
    expect(outcome).toMatchObject({ failure: null, response })
    expect(text(outcome.response?.body)).toBe('body')
  })

  it('does not follow redirects', async () => {
    const { url } = await receive('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n')
    expect(await sendMessage(message(url))).toMatchObject({ failure: null, response: { status: 302 } })
  })

  it('joins chunks, skips interim responses, and reads a body up to the end of the connection', async () => {
    const chunked = await receive(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n' +
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n',
    )
    const first = await sendMessage(message(chunked.url))
    expect(first.failure).toBeNull()
    expect(text(first.response?.body)).toBe('abc')
    await chunked.close()
    const open = await receive((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end'))
    const second = await sendMessage(message(open.url))
    expect(second.failure).toBeNull()
    expect(text(second.response?.body)).toBe('until the end')
  })

  it.each([
    ['truncates a huge body', LIMITS.responseBodyBytes * 2, true],
    ['does not truncate a body of exactly the limit', LIMITS.responseBodyBytes, false],
  ])('%s, and accepts the response', async (_what, size, truncated) => {
    const { url } = await receive(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`)
    const body = { byteLength: LIMITS.responseBodyBytes }
    const outcome = await sendMessage(message(url))
    expect(outcome).toMatchObject({ failure: null, response: { status: 200, truncated, body } })
  })

  it('accepts a response that arrives before the receiver has read the complete message', async () => {
    receiver = await openRawReceiver((socket) => {
      socket.pause()
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
    })
    const outcome = await sendMessage(message(receiver.url, new Uint8Array(20_000_000)))
    expect(outcome).toMatchObject({ failure: null, response: { status: 413 } })
  })

  it('accepts 101 as a response without a body', async () => {
    const { url } = await receive('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nnoise')
    expect(await sendMessage(message(url))).toMatchObject({ failure: null, response: { status: 101 } })
  })
})

describe('sending returns a failure if', () => {
  it('nobody listens', async () => {
    const { url, close } = await receive(OK)
    await close()
    const outcome = await sendMessage(message(url))
    expect(outcome).toMatchObject({ response: null, failure: failure('refused', 'Start the receiver') })
    expect(outcome.requestHead.byteLength).toBeGreaterThan(0)
  })

  it.each([
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', (socket: Socket) => socket.end()],
  ])('the connection is %s without a response', async (code, end) => {
    const { url } = await receive(end)
    expect(await sendMessage(message(url))).toMatchObject({ response: null, failure: { code } })
  })

  it('the connection breaks in the body; the outcome has the part received', async () => {
    const { url } = await receive((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
    const outcome = await sendMessage(message(url))
    expect(outcome).toMatchObject({ failure: { code: 'reset' }, response: { status: 200 } })
    expect(text(outcome.response?.body)).toBe('half')
  })

  it.each([
    ['another protocol', '220 mail.example ESMTP\r\n'],
    ['bad chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a broken field', 'HTTP/1.1 200 OK\r\nX Y: 1\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a huge head', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['noise', '\x00\x01\x02\x03'],
  ])('the response is malformed: %s', async (_name, response) => {
    const { url } = await receive(response)
    expect(await sendMessage(message(url))).toMatchObject({ failure: failure('malformed', 'not HTTP') })
  })

  it.each([
    ['no response at all', '', null],
    ['a head that stops', 'HTTP/1.1 200 OK\r\nX', null],
    ['a body that stops', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', { status: 200 }],
  ])('the timeout elapses: %s', async (_name, response, kept) => {
    const { url } = await receive(response)
    const outcome = await sendMessage(message(url, '{}', { timeoutMs: 150 }))
    expect(outcome).toMatchObject({ failure: { code: 'timeout' }, response: kept })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(145)
  })

  it('a steady trickle outlasts the timeout', async () => {
    let timer: NodeJS.Timeout | undefined
    const { url } = await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      timer = setInterval(() => socket.write('.'), 20)
    })
    const outcome = await sendMessage(message(url, '{}', { timeoutMs: 200 }))
    clearInterval(timer)
    expect(outcome).toMatchObject({ failure: { code: 'timeout' }, response: { status: 200 } })
  })

  it('the name has no address', async () => {
    // A label of 64 letters cannot be looked up, so no query leaves this computer.
    await receive(OK)
    expect(await sendMessage(message(`http://${'x'.repeat(64)}.localhost/cb`))).toMatchObject({
      failure: { code: 'dns' },
    })
  })

  it.each(['', 'not a url', 'ftp://localhost/x', 'javascript:alert(1)'])('%j is the address', async (url) => {
    await receive(OK)
    const outcome = await sendMessage({ ...message(receiver.url), url })
    expect(outcome).toMatchObject({ failure: { code: 'invalid_url' } })
  })

  it('it is cancelled while it runs, or before it starts', async () => {
    const { url } = await receive(() => abort.abort())
    const abort = new AbortController()
    expect((await sendMessage(message(url, '{}', { signal: abort.signal }))).failure?.code).toBe('aborted')
    const again = await sendMessage(message(url, '{}', { signal: abort.signal }))
    expect(again).toMatchObject({ response: null, failure: { code: 'aborted' } })
  })
})

describe('sending over TLS', () => {
  const receiveTls = async (names: readonly string[], versions: TlsOptions = {}) => {
    const { cert, key, caPem } = await certified(names)
    await respondOver(createTlsServer({ cert, key, ciphers: 'DEFAULT:@SECLEVEL=0', ...versions }))
    return { caPem }
  }
  const respondOver = async (server: Server): Promise<void> => {
    server.on('tlsClientError', () => undefined)
    const respond = (socket: Socket, got: Buffer): void => {
      if (isWhole(got)) socket.write(OK)
    }
    receiver = await openRawReceiver(respond, server, 'secureConnection')
  }

  it('trusts the given authority, reports the TLS version, and sends the recorded bytes', async () => {
    const { caPem } = await receiveTls(['localhost', '127.0.0.1'])
    const outcome = await sendMessage(message(receiver.url, '{"ü":1}'), [caPem])
    expect(outcome).toMatchObject({
      failure: null,
      response: { status: 200 },
      tlsVersion: 'TLSv1.3',
      certificateError: null,
    })
    expect(receiver.received().equals(Buffer.concat([outcome.requestHead, Buffer.from('{"ü":1}')]))).toBe(
      true,
    )
    const byName = message(`https://localhost:${receiver.port}/cb`)
    expect((await sendMessage(byName, [caPem])).failure).toBeNull()
  })

  it('fails if the receiver supports only TLS 1.1', async () => {
    await receiveTls(['127.0.0.1'], { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })
    const outcome = await sendMessage(message(receiver.url, '{}', { verifyCertificate: false }))
    expect(outcome).toMatchObject({ failure: failure('tls', 'TLS 1.2') })
  })

  it('refuses an unknown authority unless verification is off', async () => {
    await receiveTls(['127.0.0.1'])
    const strict = await sendMessage(message(receiver.url))
    expect(strict).toMatchObject({ response: null, failure: failure('tls', 'not trusted') })
    const { caPem: other } = await certified(['127.0.0.1'])
    const wrong = await sendMessage(message(receiver.url), [other])
    expect(wrong.failure?.code).toBe('tls')
    const lax = await sendMessage(message(receiver.url, '{}', { verifyCertificate: false }))
    expect(lax).toMatchObject({ failure: null, response: { status: 200 } })
    expect(lax.certificateError).toMatch(
      /^The certificate of 127\.0\.0\.1:\d+ is signed by an unknown authority \(UNABLE_\w+\)\.$/,
    )
  })

  it('reports what is wrong with a certificate even if it need not be verified', async () => {
    const { certPem: cert, keyPem: key } = await makeSelfSigned(new Date())
    await respondOver(createTlsServer({ cert, key }))
    const selfSigned = await sendMessage(message(receiver.url, '{}', { verifyCertificate: false }))
    expect(selfSigned).toMatchObject({ failure: null, response: { status: 200 } })
    expect(selfSigned.certificateError).toBe(
      `The certificate of 127.0.0.1:${receiver.port} is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    )
    await receiver.close()
    const { caPem } = await receiveTls(['shop.test'])
    const otherName = await sendMessage(message(receiver.url, '{}', { verifyCertificate: false }), [caPem])
    expect(otherName).toMatchObject({ failure: null })
    expect(otherName.certificateError).toContain('was issued for another name')
  })

  it('refuses a certificate for another name', async () => {
    const { caPem } = await receiveTls(['shop.test'])
    const outcome = await sendMessage(message(receiver.url), [caPem])
    expect(outcome).toMatchObject({ failure: failure('tls', 'another name') })
  })

  it('reports that a plain receiver does not speak TLS', async () => {
    receiver = await openRawReceiver((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const outcome = await sendMessage(message(receiver.url.replace('http:', 'https:')))
    expect(outcome).toMatchObject({ failure: failure('tls', 'does not speak TLS') })
  })
})
