import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { openRawReceiver, type RawReceiver } from '#net/testing/raw-receiver'
import { sendExact } from './send-message'

let receiver: RawReceiver
afterEach(() => receiver.close())

const sendBytes = (bytes: Uint8Array, more: { readonly timeoutMs?: number } = {}) => {
  const ports: number[] = []
  const outcome = sendExact({
    url: receiver.url,
    method: 'POST',
    bytes,
    timeoutMs: 5000,
    onConnected: (port) => ports.push(port),
    ...more,
  })
  return outcome.then((ended) => ({ ...ended, ports }))
}

describe('sending exact bytes', () => {
  it('writes those bytes and nothing else, and reports the local port first', async () => {
    let size = 0
    const seen: (number | undefined)[] = []
    receiver = await openRawReceiver((socket, received) => {
      if (received.length < size) return
      seen.push(socket.remotePort)
      socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 3000 }), async (bytes) => {
        size = bytes.length
        const { response, failure, ports } = await sendBytes(bytes)
        expect(failure).toBeNull()
        expect(response?.status).toBe(204)
        expect(receiver.received().equals(bytes)).toBe(true)
        expect(ports).toEqual([seen.at(-1)])
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['closed', (socket: { end: () => void }) => socket.end()],
    ['timeout', () => undefined],
  ])('reports that the response is missing: %s', async (code, react) => {
    receiver = await openRawReceiver(react)
    const { response, failure } = await sendBytes(new Uint8Array([1]), { timeoutMs: 200 })
    expect(response).toBeNull()
    expect(failure?.code).toBe(code)
  })

  it('reports that nobody listens', async () => {
    receiver = await openRawReceiver(() => undefined)
    await receiver.close()
    expect((await sendBytes(new Uint8Array([1]))).failure?.code).toBe('refused')
  })
})
