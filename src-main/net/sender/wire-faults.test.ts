import fc from 'fast-check'
import type { Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { callbackHeaders } from '#domain/callback/body'
import type { WireFaults } from '#domain/fault/kind'
import { certified } from '#net/testing/certified'
import { isWhole, openRawReceiver, type RawReceiver } from '#net/testing/raw-receiver'
import type { SendOutcome } from '#core/sending'
import { sendMessage } from './send-message'
import { messageOnWire } from './wire-faults'

let receiver: RawReceiver

/** Responds to each complete message, however it is framed. */
const respond = (socket: Socket, got: Buffer): void => {
  if (isWhole(got)) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
}

function send(
  body: Uint8Array,
  wireFaults: WireFaults,
  more: { readonly timeoutMs?: number } = {},
): Promise<SendOutcome> {
  const headers = callbackHeaders(body.byteLength)
  const { url } = receiver
  return sendMessage({ url, method: 'POST', headers, body, verifyCertificate: false, wireFaults, ...more })
}

/** The bytes of the connection with this number, once it has ended. */
const arrived = async (number = 1): Promise<Buffer> =>
  (await receiver.ended(number))[number - 1] ?? Buffer.alloc(0)

const recordedBytes = ({ wire, requestHead }: SendOutcome, body: Uint8Array): Buffer =>
  Buffer.from(wire ?? Buffer.concat([requestHead, body]))

/** Decodes the body of a chunked message without any code of the product. */
function dechunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = bytes.indexOf('\r\n\r\n') + 4
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

describe('a message in chunks', () => {
  it('is divided into one-byte chunks quickly, even if its body is large', () => {
    const body = new Uint8Array(2_000_000).fill(65)
    const head = Buffer.from('POST / HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n')
    /** Milliseconds of the fastest of three runs. */
    const fastest = (run: () => void): number =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const startedAt = performance.now()
          run()
          return performance.now() - startedAt
        }),
      )
    const divided = fastest(() => {
      expect(messageOnWire(head, body, { chunkBytes: 1 }).body.byteLength).toBe(2_000_000 * 6 + 5)
    })
    const inThrees = messageOnWire(head, body, { chunkBytes: 3 })
    expect(dechunk(Buffer.concat([inThrees.head, inThrees.body])).length).toBe(2_000_000)
    // A tenth of the chunks with three allocations for each, the obvious way, which on its own takes seconds.
    const withAllocations = fastest(() => {
      const parts = Array.from({ length: 200_000 }, (_, at) => [
        Buffer.from('1\r\n'),
        body.subarray(at, at + 1),
        Buffer.from('\r\n'),
      ])
      Buffer.concat(parts.flat())
    })
    expect(divided).toBeLessThan(5 * withAllocations)
  })
})

describe('a wire fault', () => {
  afterEach(() => receiver.close())

  it(
    'is recorded with exactly the bytes that the receiver got, even if combined with other faults',
    { timeout: 60_000 },
    async () => {
      receiver = await openRawReceiver(respond)
      let count = 0
      const faults = fc.record(
        {
          chunkBytes: fc.integer({ min: 1, max: 700 }),
          bytesPerSecond: fc.integer({ min: 20_000, max: 1_000_000 }),
          cutAfterBytes: fc.integer({ min: 0, max: 1500 }),
          closeBeforeAnswer: fc.constant(true),
          http10: fc.constant(true),
        } satisfies Record<keyof WireFaults, fc.Arbitrary<unknown>>,
        { requiredKeys: [] },
      )
      await fc.assert(
        fc.asyncProperty(faults, fc.uint8Array({ maxLength: 2000 }), async (wireFaults, body) => {
          const outcome = await send(body, wireFaults)
          const received = await arrived((count += 1))
          expect(received.equals(recordedBytes(outcome, body))).toBe(true)
          const { chunkBytes, cutAfterBytes, closeBeforeAnswer, http10 } = wireFaults
          if (cutAfterBytes !== undefined) {
            expect(received.length).toBeLessThanOrEqual(cutAfterBytes)
            expect(outcome.response).toBeNull()
            expect(outcome.failure?.code).toMatch(/^(cut|left)$/)
            return
          }
          expect(outcome).toMatchObject(
            closeBeforeAnswer === true
              ? { response: null, failure: { code: 'left' } }
              : { response: { status: 200 }, failure: null },
          )
          expect(received.toString('latin1').split('\r\n')[0]).toBe(
            `POST /cb HTTP/1.${http10 === true ? '0' : '1'}`,
          )
          const sent =
            chunkBytes === undefined ? received.subarray(-body.length || received.length) : dechunk(received)
          expect(sent.equals(Buffer.from(body))).toBe(true)
        }),
        { numRuns: 300 },
      )
    },
  )

  it('changes only the version and the framing in the head', async () => {
    receiver = await openRawReceiver(respond)
    const outcome = await send(Buffer.from('{"ä":1}'), { chunkBytes: 3, http10: true })
    const host = new URL(receiver.url).host
    expect((await arrived()).toString('utf8')).toBe(
      `POST /cb HTTP/1.0\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n` +
        'User-Agent: platform-simulator\r\nAccept: */*\r\n\r\n' +
        '3\r\n{"\xc3\r\n3\r\n\xa4":\r\n2\r\n1}\r\n0\r\n\r\n'.replace(
          '\xc3\r\n3\r\n\xa4',
          '\uFFFD\r\n3\r\n\uFFFD',
        ),
    )
    expect(Buffer.from(outcome.requestHead).toString()).toContain('HTTP/1.0')
  })

  it('works the same over TLS', async () => {
    const { cert, key } = await certified(['127.0.0.1'])
    receiver = await openRawReceiver(respond, createTlsServer({ cert, key }), 'secureConnection')
    let count = 0
    for (const wireFaults of [{ cutAfterBytes: 90 }, { chunkBytes: 16 }, { closeBeforeAnswer: true }]) {
      const body = new Uint8Array(500).fill(0x61)
      const outcome = await send(body, wireFaults)
      expect((await arrived((count += 1))).equals(recordedBytes(outcome, body))).toBe(true)
    }
  })

  it('extends the timeout by the time that a slow body takes', async () => {
    receiver = await openRawReceiver(respond)
    const body = new Uint8Array(600).fill(0x61)
    const outcome = await send(body, { bytesPerSecond: 1000 }, { timeoutMs: 300 })
    expect((await arrived()).subarray(-600).equals(body)).toBe(true)
    expect(outcome).toMatchObject({ failure: null, wire: null, response: { status: 200 } })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(595)
  })

  it('is recorded with only the bytes written if the receiver hangs up early', async () => {
    receiver = await openRawReceiver((socket) => socket.resetAndDestroy())
    const outcome = await send(new Uint8Array(5000), { bytesPerSecond: 100 })
    expect(outcome.failure?.code).toBe('reset')
    expect(outcome.wire?.byteLength).toBeLessThan(5000)
  })

  it('is recorded without bytes if nobody listens', async () => {
    receiver = await openRawReceiver(respond)
    await receiver.close()
    expect(await send(new Uint8Array(5), { cutAfterBytes: 3 })).toMatchObject({
      wire: null,
      failure: { code: 'refused' },
    })
  })
})
