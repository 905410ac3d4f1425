import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestBench, type TestBench } from '#e2e/fixtures/hosts/served-bench'
import { openSocketClient } from '#net/workbench/testing/socket-client'
import { openWorkbench } from '#net/workbench/testing/open-workbench'
import { createBenchClient, type BenchClient } from './client'
import type { BenchEvent } from './events'
import type { Connection } from './connection'
import { serverMessage, type ServerMessage } from './protocol'
import { serveConnection, type ServedBench } from './server'
import { connectionPair } from './testing/connection-pair'

/** A transport to the bench, on which connections can be opened and dropped repeatedly. */
interface Transport {
  open(): Promise<{ readonly connection: Connection; drop(): Promise<void> }>
  close(): Promise<void>
}

const transports: readonly {
  readonly name: string
  readonly connect: (bench: ServedBench) => Promise<Transport>
}[] = [
  {
    name: 'in memory',
    connect: (bench) =>
      Promise.resolve({
        open() {
          const [ours, theirs] = connectionPair()
          const stop = serveConnection(theirs, bench)
          const drop = (): Promise<void> => {
            stop()
            return Promise.resolve()
          }
          return Promise.resolve({ connection: ours, drop })
        },
        close: () => Promise.resolve(),
      }),
  },
  {
    name: 'over a WebSocket',
    async connect(bench) {
      const workbench = await openWorkbench(bench)
      return {
        async open() {
          const { connection, webSocket, closed } = await openSocketClient(workbench.url, workbench.token)
          const drop = async (): Promise<void> => {
            webSocket.terminate()
            await closed
          }
          return { connection, drop }
        },
        close: () => workbench.close(),
      }
    },
  },
]

/** Messages of a raw connection, with a way to wait for one. */
function messagesOf(connection: Connection) {
  const all: ServerMessage[] = []
  const watchers = new Set<() => void>()
  connection.onMessage((message) => {
    all.push(serverMessage.parse(message))
    for (const watcher of [...watchers]) watcher()
  })
  const until = <Found>(find: (messages: readonly ServerMessage[]) => Found | undefined): Promise<Found> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = find(all)
        if (found === undefined) return
        watchers.delete(look)
        resolve(found)
      }
      watchers.add(look)
      look()
    })
  return {
    all,
    /** The first message from position `from` on that is not an event. */
    response: (from = 0) => until((messages) => messages.slice(from).find(({ type }) => type !== 'event')),
    responseTo: (id: number) => until((messages) => messages.find((one) => 'id' in one && one.id === id)),
    count: (wanted: number) => until((messages) => (messages.length >= wanted ? messages : undefined)),
    events: (wanted: number) =>
      until((messages) => {
        const events = messages.filter((one) => one.type === 'event')
        return events.length >= wanted ? events : undefined
      }),
  }
}

const reset: BenchEvent = { type: 'bench.reset' }
const noticeEvent = (id: string): BenchEvent => ({
  type: 'notices.changed',
  notices: [{ id, level: 'info', message: id }],
})

/** The ids of the notices that a client received, and a way to wait for one. */
function noticesOf(client: BenchClient) {
  const ids: string[] = []
  const watchers = new Map<string, () => void>()
  client.onEvent((event) => {
    if (event.type !== 'notices.changed') return
    for (const { id } of event.notices) {
      ids.push(id)
      watchers.get(id)?.()
    }
  })
  return {
    ids,
    until: (id: string) =>
      new Promise<void>((resolve) => {
        if (ids.includes(id)) resolve()
        else watchers.set(id, resolve)
      }),
  }
}

const aPayment = { amount: 1000, currency: 'EUR' } as const

describe.each(transports)('the Paybench protocol $name', ({ connect }) => {
  let bench: TestBench
  let transport: Transport

  beforeEach(async () => {
    bench = openTestBench(4)
    transport = await connect(bench.served)
  })
  afterEach(async () => {
    await transport.close()
    await bench.close()
  })

  const attachClient = async (client = createBenchClient()) => {
    const { connection, drop } = await transport.open()
    const detach = client.attach(connection)
    return {
      client,
      async drop() {
        await drop()
        detach()
      },
    }
  }

  it('returns the results of calls', async () => {
    const { client } = await attachClient()
    const info = await client.call('bench.info', {})
    expect(info).toMatchObject({ version: '0.0.0', runtime: { host: 'memory' } })
    const made = await client.call('payments.create', aPayment)
    expect(made).toMatchObject({ status: 'processing', amount: 1000, currency: 'EUR' })
    expect(await client.call('payments.get', { key: made.key })).toMatchObject({ key: made.key })
  })

  /** A connection without a client, and its messages. */
  const openRawConnection = async () => {
    const { connection } = await transport.open()
    return { connection, ...messagesOf(connection) }
  }

  it('sends every event once, in order, with consecutive numbers', async () => {
    const { connection, response, events, all } = await openRawConnection()
    connection.send({ type: 'subscribe' })
    const start = await response()
    expect(start).toEqual({ type: 'subscribed', seq: bench.events.seq, restart: false })
    const first = bench.events.seq
    for (let n = 1; n <= 100; n += 1) bench.events.publish(noticeEvent(String(n)))
    expect((await events(100)).map(({ seq, event }) => [seq, event])).toEqual(
      Array.from({ length: 100 }, (_, index) => [first + index + 1, noticeEvent(String(index + 1))]),
    )
    expect(all).toHaveLength(101)
  })

  it('sends no event before a subscription', async () => {
    const { connection, response, all } = await openRawConnection()
    bench.events.publish(reset)
    connection.send({ type: 'call', id: 1, method: 'clock.get', params: {} })
    await response()
    expect(all.map(({ type }) => type)).toEqual(['result'])
  })

  it('sends a change made by one client to every client', async () => {
    const one = await attachClient()
    const other = await attachClient()
    const change = new Promise<BenchEvent>((resolve) => {
      other.client.onEvent((event) => {
        if (event.type === 'payment.changed') resolve(event)
      })
    })
    // The response proves that the subscription, sent earlier on the same connection, is in effect.
    await other.client.call('clock.get', {})
    const { key } = await one.client.call('payments.create', aPayment)
    expect(await change).toMatchObject({ payment: { key, status: 'processing' }, isNew: true })
  })

  it('resumes where a dropped connection ended, without missing or repeating events', async () => {
    const { client, drop } = await attachClient()
    const { ids, until } = noticesOf(client)
    let restarts = 0
    client.onRestart(() => {
      restarts += 1
    })
    await client.call('clock.get', {})
    bench.events.publish(noticeEvent('before'))
    await until('before')
    await drop()
    expect(client.status).toBe('lost')
    bench.events.publish(noticeEvent('meanwhile 1'))
    bench.events.publish(noticeEvent('meanwhile 2'))
    await attachClient(client)
    expect(client.status).toBe('connected')
    await until('meanwhile 2')
    bench.events.publish(noticeEvent('after'))
    await until('after')
    expect(ids).toEqual(['before', 'meanwhile 1', 'meanwhile 2', 'after'])
    expect(restarts).toBe(0)
  })

  it('requests a full reload if missed events are gone, then continues live', async () => {
    const { client, drop } = await attachClient()
    const { ids, until } = noticesOf(client)
    await client.call('clock.get', {})
    bench.events.publish(noticeEvent('before'))
    await until('before')
    await drop()
    for (let n = 0; n < 50; n += 1) bench.events.publish(noticeEvent('gone'))
    const restarted = new Promise<void>((resolve) => {
      client.onRestart(resolve)
    })
    await attachClient(client)
    await restarted
    bench.events.publish(noticeEvent('after'))
    await until('after')
    expect(ids).toEqual(['before', 'after'])
  })

  it('requests a full reload from a client of an earlier run', async () => {
    const { connection, response } = await openRawConnection()
    connection.send({ type: 'subscribe', from: 1_000_000 })
    expect(await response()).toEqual({ type: 'subscribed', seq: bench.events.seq, restart: true })
  })

  it('rejects calls in flight when the connection drops, and only those', async () => {
    const { client, drop } = await attachClient()
    const release = bench.holdAdvance()
    const advance = client.call('clock.advance', { ms: 1000 })
    await client.call('clock.get', {})
    const refused = expect(advance).rejects.toMatchObject({ code: 'unavailable' })
    await drop()
    await refused
    await attachClient(client)
    release()
    expect(await client.call('clock.get', {})).toMatchObject({ mode: 'live' })
  })

  it('queues calls until there is a connection, then sends them in order', async () => {
    const client = createBenchClient()
    expect(client.status).toBe('connecting')
    const made = [1, 2, 3].map((amount) => client.call('payments.create', { ...aPayment, amount }))
    await attachClient(client)
    const keys = (await Promise.all(made)).map(({ key }) => key)
    const { items } = await client.call('payments.list', {})
    expect(items.map(({ key }) => key)).toEqual([...keys].reverse())
  })

  it('responds to an invalid message with an error, and continues', async () => {
    const { connection, all, count, responseTo } = await openRawConnection()
    const hostile: readonly unknown[] = [
      null,
      5,
      'call',
      [],
      {},
      { type: 'call' },
      { type: 'call', id: 'one', method: 'clock.get', params: {} },
      { type: 'call', id: -1, method: 'clock.get', params: {} },
      { type: 'call', id: 1e300, method: 'clock.get', params: {} },
      { type: 'shutdown' },
      { type: 'subscribe', from: 'the beginning' },
      { type: 'result', id: 1, result: {} },
      { __proto__: null, type: 'call', constructor: 1 },
    ]
    for (const message of hostile) connection.send(message)
    await count(hostile.length)
    for (const message of all)
      expect(message).toMatchObject({ type: 'error', error: { code: 'invalid_params' } })
    connection.send({ type: 'call', id: 7, method: 'clock.get', params: {} })
    expect(await responseTo(7)).toMatchObject({ type: 'result' })
    expect(bench.bugs).toEqual([])
  })

  it('returns the id of a malformed call, so that its caller gets a response', async () => {
    const { connection, responseTo } = await openRawConnection()
    connection.send({ type: 'call', id: 3, method: 'x'.repeat(1_000_000), params: {} })
    connection.send({ type: 'call', id: 4, method: 'clock.get', params: [] })
    expect(await responseTo(3)).toMatchObject({ type: 'error', error: { code: 'invalid_params' } })
    expect(await responseTo(4)).toMatchObject({ type: 'error', error: { code: 'invalid_params' } })
  })

  it('refuses parameters of wrong types and sizes, and continues', async () => {
    const { connection, responseTo } = await openRawConnection()
    const hostile: readonly Record<string, unknown>[] = [
      { amount: '1000', currency: 'EUR' },
      { amount: 1e300, currency: 'EUR' },
      { amount: 1.5, currency: 'EUR' },
      { amount: -1, currency: 'EUR' },
      { amount: 1, currency: ['EUR'] },
      { amount: 1, currency: 'EUR', paymentId: 'x'.repeat(1_000_000) },
      { amount: 1, currency: 'EUR', card: '4' },
      { ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, n])) },
    ]
    for (const [id, params] of hostile.entries()) {
      connection.send({ type: 'call', id, method: 'payments.create', params })
      expect(await responseTo(id)).toMatchObject({ type: 'error', error: { code: 'invalid_params' } })
    }
    connection.send({ type: 'call', id: 100, method: 'payments.list', params: {} })
    expect(await responseTo(100)).toMatchObject({ type: 'result', result: { total: 0 } })
  })
})
