import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestBench, type TestBench } from '#e2e/fixtures/hosts/served-bench'
import type { WorkbenchLimits } from './access'
import { openSocketClient, type SocketClient } from './testing/socket-client'
import { openWorkbench, TEST_TOKEN, type TestWorkbench } from './testing/open-workbench'

let bench: TestBench
let workbench: TestWorkbench | null = null

beforeEach(() => {
  bench = openTestBench()
})
afterEach(async () => {
  await workbench?.close()
  workbench = null
  await bench.close()
})

/** RFC 6455 7.4.1: the connection ended without a close frame. */
const ABNORMAL = 1006
/** The listener closed the connection, because its client left too much unread. */
const UNREAD = 4008

/** Waits until the listener has logged `words`; calls `meanwhile` in every turn of the event loop. */
async function untilLogged(words: string, meanwhile: () => void = () => undefined): Promise<void> {
  while (workbench?.logged.some((line) => line.includes(words)) === false) {
    meanwhile()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function connect(limits: Partial<WorkbenchLimits> = {}): Promise<SocketClient> {
  workbench = await openWorkbench(bench.served, { limits })
  return openSocketClient(workbench.url, TEST_TOKEN)
}

const next = ({ connection }: SocketClient): Promise<unknown> =>
  new Promise((resolve) => {
    const stop = connection.onMessage((message) => {
      stop()
      resolve(message)
    })
  })

const stillResponds = async (client: SocketClient): Promise<void> => {
  const response = next(client)
  client.connection.send({ type: 'call', id: 99, method: 'clock.get', params: {} })
  expect(await response).toMatchObject({ type: 'result', id: 99 })
}

describe('a connection over a WebSocket', () => {
  it.each([
    ['invalid JSON', 'hello'],
    ['half a message', '{"type":"call"'],
    ['an empty message', ''],
    ['too many levels of nesting', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['half a surrogate pair', '"\\ud800"'],
    ['a __proto__ key', '{"__proto__":{"type":"call"}}'],
    ['a binary message', Buffer.from('{"type":"subscribe"}')],
    ['bytes that are not text', Buffer.from([0xff, 0xfe])],
  ])('responds to %s with an error and continues', async (_name, hostile) => {
    const client = await connect()
    const response = next(client)
    client.webSocket.send(hostile)
    expect(await response).toMatchObject({ type: 'error', id: null, error: { code: 'invalid_params' } })
    await stillResponds(client)
    client.webSocket.close()
  })

  it('reads a call of many megabytes', async () => {
    const client = await connect()
    const response = next(client)
    const body = JSON.stringify({ filler: 'x'.repeat(8_000_000) })
    client.connection.send({ type: 'call', id: 1, method: 'signature.sign', params: { body } })
    expect(await response).toMatchObject({ type: 'result', id: 1 })
    client.webSocket.close()
  })

  it('closes with 1009 for a message beyond the limit, and the listener continues', async () => {
    const client = await connect({ maxMessageBytes: 10_000 })
    client.webSocket.send('x'.repeat(10_001))
    expect(await client.closed).toBe(1009)
    const again = await openSocketClient(workbench?.url ?? '', TEST_TOKEN)
    await stillResponds(again)
    again.webSocket.close()
  })

  it('closes with 1007 for text that is not UTF-8', async () => {
    const client = await connect()
    client.webSocket.send(Buffer.from([0xff]), { binary: false })
    expect(await client.closed).toBe(1007)
  })

  it('is refused while the maximum number of clients is connected', async () => {
    const first = await connect({ maxClients: 1 })
    await expect(openSocketClient(workbench?.url ?? '', TEST_TOKEN)).rejects.toThrow('503')
    first.webSocket.close()
    await first.closed
    // The listener may notice the close a moment later.
    const again = await vi.waitFor(() => openSocketClient(workbench?.url ?? '', TEST_TOKEN))
    await stillResponds(again)
    again.webSocket.close()
  })

  it('handles only a few calls at a time, but responds to all of them', async () => {
    const client = await connect({ maxCallsInFlight: 2 })
    const respondedTo = new Set<unknown>()
    const done = new Promise<void>((resolve) => {
      client.connection.onMessage((message) => {
        if (typeof message === 'object' && message !== null && 'id' in message) respondedTo.add(message.id)
        if (respondedTo.size === 500) resolve()
      })
    })
    for (let id = 0; id < 500; id += 1)
      client.connection.send({ type: 'call', id, method: 'clock.get', params: {} })
    await done
    client.webSocket.close()
  })

  it('drops a client that reads nothing, gives it a reason, and lets it resume', async () => {
    const client = await connect({ maxUnreadBytes: 100_000, closeTimeoutMs: 10_000 })
    const subscribed = next(client)
    client.connection.send({ type: 'subscribe' })
    await subscribed
    let lastSeq = 0
    let count = 0
    client.connection.onMessage((message) => {
      if (typeof message !== 'object' || message === null || !('seq' in message)) return
      lastSeq = Number(message.seq)
      count += 1
    })
    client.webSocket.pause()
    // More than the buffers of the system hold; one event per turn, so that the network can run in between.
    const filler = 'x'.repeat(50_000)
    await untilLogged('does not read', () => {
      bench.events.publish({ type: 'notices.changed', notices: [{ id: filler, level: 'info', message: '' }] })
      expect(bench.events.seq).toBeLessThan(2000)
    })
    bench.events.publish({ type: 'bench.reset' })
    client.webSocket.resume()
    expect(await client.closed).toBe(UNREAD)
    expect(count).toBe(lastSeq)
    expect(lastSeq).toBeLessThan(bench.events.seq)

    const again = await openSocketClient(workbench?.url ?? '', TEST_TOKEN)
    const seqs: number[] = []
    const done = new Promise<void>((resolve) => {
      again.connection.onMessage((message) => {
        if (typeof message !== 'object' || message === null || !('event' in message)) return
        if ('seq' in message) seqs.push(Number(message.seq))
        if (seqs.at(-1) === bench.events.seq) resolve()
      })
    })
    again.connection.send({ type: 'subscribe', from: lastSeq })
    await done
    expect(seqs[0]).toBe(lastSeq + 1)
    again.webSocket.close()
  })

  it('is terminated if its client does not respond to pings, and kept if it does', async () => {
    const client = await connect({ heartbeatMs: 100 })
    const beats = new Promise<void>((resolve) => {
      let left = 4
      client.webSocket.on('ping', () => {
        left -= 1
        if (left === 0) resolve()
      })
    })
    await beats
    await stillResponds(client)
    client.webSocket.pause()
    await untilLogged('did not respond to a ping')
    // A paused socket does not notice that it was closed until it reads again.
    client.webSocket.resume()
    expect(await client.closed).toBe(ABNORMAL)
  })

  it('is closed with 1001 when the listener closes', async () => {
    const client = await connect()
    const closing = workbench?.close()
    expect(await client.closed).toBe(1001)
    await closing
  })

  it('is terminated even if its client never confirms the close', async () => {
    const client = await connect()
    client.webSocket.pause()
    await workbench?.close()
    client.webSocket.terminate()
  })
})
