import { expect, it, describe } from 'vitest'
import { createBenchClient } from './client'
import type { Connection } from './connection'
import { createEventLog } from './event-log'
import type { BenchEvent } from './events'
import { dispatch } from './dispatch'
import { projectsCreateParams } from './projects'
import { z } from 'zod'
import { readShape, shapeIssues } from '#domain/read-shape'

describe('a client', () => {
  /** A connection that records what is sent and never responds. */
  function silentConnection(): { readonly connection: Connection; readonly sent: unknown[] } {
    const sent: unknown[] = []
    return { sent, connection: { send: (message) => sent.push(message), onMessage: () => () => undefined } }
  }

  it('delays reads while the connection is lost, and refuses everything else', async () => {
    const client = createBenchClient()
    client.attach(silentConnection().connection)()
    const refused = { code: 'unavailable', message: 'Not connected to Paybench; nothing is sent.' }
    await expect(client.call('bench.reset', {})).rejects.toMatchObject(refused)
    await expect(client.call('sessions.close', {})).rejects.toMatchObject(refused)
    const { connection, sent } = silentConnection()
    void client.call('bench.info', {})
    client.attach(connection)
    expect(sent).toMatchObject([{ type: 'subscribe' }, { type: 'call', method: 'bench.info' }])
  })

  it('queues every call until the first connection', () => {
    const client = createBenchClient()
    const { connection, sent } = silentConnection()
    void client.call('clock.set', { mode: 'frozen' })
    client.attach(connection)
    expect(sent).toMatchObject([{ type: 'subscribe' }, { type: 'call', method: 'clock.set' }])
  })
})

describe('an event log', () => {
  const notices = (text: string): BenchEvent => ({
    type: 'notices.changed',
    notices: [{ id: 'n', level: 'warning', message: text }],
  })
  const RESET: BenchEvent = { type: 'bench.reset' }

  describe('keeps events for clients that reconnect', () => {
    it('up to a maximum number', () => {
      const log = createEventLog(() => 0, { maxEvents: 3, maxSize: 1e6, maxEventSize: 1e6 })
      for (let count = 0; count < 10; count += 1) log.publish(RESET)
      expect(log.since(10)).toEqual([])
      expect(log.since(7)?.map(({ seq }) => seq)).toEqual([8, 9, 10])
      expect(log.since(6)).toBeNull()
      expect(log.since(11)).toBeNull()
    })

    it('up to a maximum total size', () => {
      const log = createEventLog(() => 0, { maxEvents: 1000, maxSize: 10_000, maxEventSize: 5000 })
      for (let count = 0; count < 100; count += 1) log.publish(notices('x'.repeat(1000)))
      const kept = log.since(log.seq - 5)
      expect(kept?.length).toBe(5)
      expect(log.since(log.seq - 20)).toBeNull()
    })

    it('except one that is too large, which subscribers still receive', () => {
      const log = createEventLog(() => 0, { maxEvents: 1000, maxSize: 10_000, maxEventSize: 5000 })
      const seen: number[] = []
      log.subscribe(({ seq }) => seen.push(seq))
      log.publish(RESET)
      log.publish(notices('x'.repeat(6000)))
      log.publish(RESET)
      expect(seen).toEqual([1, 2, 3])
      expect(log.since(1)).toBeNull()
      expect(log.since(2)?.map(({ seq }) => seq)).toEqual([3])
    })
  })

  it('is watched while anybody is subscribed, and a minute longer for reconnects', () => {
    let now = 0
    const log = createEventLog(() => now)
    expect(log.isWatched).toBe(false)
    const leave = log.subscribe(() => undefined)
    expect(log.isWatched).toBe(true)
    now = 1_000_000
    leave()
    now += 59_999
    expect(log.isWatched).toBe(true)
    now += 1
    expect(log.isWatched).toBe(false)
  })

  it('reports missing events after a skip', () => {
    const log = createEventLog(() => 0)
    log.publish(RESET)
    const before = log.seq
    log.skip()
    log.publish(RESET)
    expect(log.since(before)).toBeNull()
    expect(log.since(before + 1)).toEqual([{ seq: before + 2, event: RESET }])
  })
})

describe('a call', () => {
  describe('with the callback URL', () => {
    it.each(['http://127.0.0.1:4000/callbacks', 'https://[::1]/x?y=1'])('%s is valid', (callbackUrl) => {
      expect(projectsCreateParams.safeParse({ callbackUrl }).success).toBe(true)
    })

    it.each(['http://[', 'http://a:99999', 'http://a b', 'ftp://a/'])(
      '%s is refused with the field, the reason and the remedy',
      async (callbackUrl) => {
        const outcome = await dispatch({}, 'projects.create', { callbackUrl }, () => undefined)
        expect(outcome).toMatchObject({
          error: {
            code: 'invalid_params',
            message:
              'projects.create: callbackUrl: must be an absolute http or https URL such as ' +
              'http://127.0.0.1:4000/callbacks. Correct the parameters and call again.',
          },
        })
      },
    )
  })

  it('of a method that is not available here fails and says where to call it', async () => {
    expect(await dispatch({}, 'projects.list', {}, () => undefined)).toEqual({
      error: {
        code: 'unavailable',
        message:
          'projects.list cannot be called from here. Call it from the window or over the workbench API.',
      },
    })
  })
})

const shape = z.object({ id: z.string().max(5), names: z.array(z.string()).min(1) })

describe('reading a value by its shape', () => {
  it('returns a valid value, and names an invalid member', () => {
    expect(readShape(shape, { id: 'a', names: ['b'] }).data).toEqual({ id: 'a', names: ['b'] })
    expect(readShape(shape, { id: 7, names: ['b'] }).error?.issues[0]?.path).toEqual(['id'])
  })

  it('words the errors of a type and of an option like ours', () => {
    const { error } = readShape(z.object({ id: z.string(), mode: z.enum(['a', 'b']) }), { id: 7, mode: 'c' })
    expect(error && shapeIssues(error)).toEqual([
      { field: 'id', message: 'must be string, not number' },
      { field: 'mode', message: 'must be one of "a"|"b"' },
    ])
  })

  it.each<readonly [object]>([
    [{ toString: 1 }],
    [{ valueOf: [], toString: null }],
    [{ constructor: { prototype: {} }, toString: {} }],
  ])('refuses an object whose length is %j and says where it is', (length) => {
    const { error } = readShape(shape, { id: { length }, names: ['b'] })
    expect(error?.issues).toMatchObject([{ path: ['id'], message: expect.stringContaining('"length"') }])
  })

  it('does not hide a bug in a shape', () => {
    const faulty = z.string().refine(() => {
      throw new TypeError('a bug')
    })
    expect(() => readShape(faulty, 'x')).toThrow('a bug')
  })
})
