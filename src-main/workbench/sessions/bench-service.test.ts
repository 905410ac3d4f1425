import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { connectionPair } from '#protocol/testing/connection-pair'
import { serveConnection } from '#protocol/server'
import type { SessionView } from '#protocol/sessions'
import { openTestBench, type TestBench } from '#e2e/fixtures/hosts/served-bench'

let bench: TestBench
beforeEach(() => {
  bench = openTestBench()
})
afterEach(async () => {
  await bench.close()
  expect(bench.bugs).toEqual([])
})

/** Exports the session of a bench in memory and imports it again. */
async function exportAndImport(): Promise<SessionView> {
  const { handlers } = bench.served
  const exported = await handlers['sessions.export']({})
  const { chunkBase64, next } = await handlers['sessions.download']({ id: exported.id, offset: 0 })
  expect(next).toBeNull()
  const upload = { upload: 'one', name: 'mine.paybench', index: 0, last: true }
  const { session } = await handlers['sessions.upload']({ ...upload, chunkBase64 })
  if (session === undefined) throw new Error('No session was imported')
  return session
}

const paymentIds = async () =>
  (await bench.served.handlers['payments.list']({})).items.map(({ paymentId }) => paymentId)

describe('a bench in memory', () => {
  it('keeps its own session and every imported one as long as it runs', async () => {
    const { handlers } = bench.served
    await handlers['payments.create']({ amount: 100, currency: 'EUR', paymentId: 'first' })
    const session = await exportAndImport()
    await handlers['payments.create']({ amount: 100, currency: 'EUR', paymentId: 'second' })

    await handlers['sessions.open']({ id: session.id, mode: 'live' })
    expect(await paymentIds()).toEqual(['first'])
    await handlers['payments.create']({ amount: 100, currency: 'EUR', paymentId: 'third' })
    await handlers['sessions.close']({})
    expect(await paymentIds()).toEqual(['second', 'first'])
    await handlers['sessions.open']({ id: session.id, mode: 'readOnly' })
    expect(await paymentIds()).toEqual(['third', 'first'])
    await handlers['sessions.close']({})
    await handlers['sessions.remove']({ id: session.id })
    expect((await handlers['sessions.list']({})).items).toEqual([])
  })

  it('shows the results of its scenarios and its exam again after another session was open', async () => {
    const { handlers } = bench.served
    const file = 'minute.yaml'
    const text = 'name: A minute\nsteps:\n  - advance: 1 min\n'
    await handlers['scenarios.save']({ file, text, version: null })
    await handlers['scenarios.run']({ files: [file] })
    // A bench without listeners has no platform for the scenario to call.
    const state = async () => (await handlers['scenarios.get']({ file })).run?.state
    await expect.poll(state).toBe('broken')
    const { defaultProjectId: projectId } = await handlers['bench.info']({})
    const merchant = {
      callbackUrl: 'http://127.0.0.1:9/',
      projectId,
      checkout: null,
      orders: null,
      hosts: [],
    }
    const settings = { clarification: false, statusRequests: false, platformPort: 0 }
    const exam = await handlers['exam.start']({ ...merchant, ...settings })
    await handlers['exam.stop']({})
    const session = await exportAndImport()

    await handlers['sessions.open']({ id: session.id, mode: 'readOnly' })
    expect(await state()).toBeUndefined()
    expect((await handlers['exam.get']({})).exam).toBeNull()
    await handlers['sessions.close']({})
    expect(await state()).toBe('broken')
    expect((await handlers['exam.get']({})).exam?.id).toBe(exam.id)
  })
})

describe('a connected client', () => {
  it('stays connected when the session changes: event numbers continue, and it receives each change', async () => {
    const [here, there] = connectionPair()
    const stop = serveConnection(there, bench.served)
    const client = createBenchClient()
    const heard: BenchEvent[] = []
    let restarts = 0
    client.onEvent((event) => heard.push(event))
    client.onRestart(() => {
      restarts += 1
    })
    const drop = client.attach(here)
    await client.call('payments.create', { amount: 100, currency: 'EUR', paymentId: 'first' })
    const session = await exportAndImport()
    const before = bench.events.seq

    await client.call('sessions.open', { id: session.id, mode: 'readOnly' })
    await expect(client.call('bench.reset', {})).rejects.toMatchObject({ code: 'read_only' })
    await client.call('sessions.close', {})
    await client.call('payments.list', {})
    const changes = heard.filter((event) => event.type === 'session.changed')
    expect(changes.map((event) => event.session.kind)).toEqual(['imported', 'own'])
    expect(heard.some(({ type }) => type === 'sessions.listed')).toBe(true)
    expect(bench.events.seq).toBeGreaterThan(before)

    // A client that was disconnected resumes and receives both changes.
    const missed = bench.events.since(before)?.map(({ event }) => event.type) ?? []
    expect(missed.filter((type) => type === 'session.changed')).toHaveLength(2)
    expect(restarts).toBe(0)
    drop()
    stop()
  })

  it('gets a response to a call that was running when the session changed', async () => {
    const { handlers } = bench.served
    await handlers['clock.set']({ mode: 'frozen' })
    const session = await exportAndImport()
    const advancing = Promise.resolve(handlers['clock.advance']({ ms: 60_000 })).then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    await handlers['sessions.open']({ id: session.id, mode: 'readOnly' })
    expect(await advancing).toMatch(/done|cancel|Another session|read-only/)
    await handlers['sessions.close']({})
  })

  it('cannot change the session twice at once', async () => {
    const { handlers } = bench.served
    const session = await exportAndImport()
    const results = await Promise.allSettled([
      handlers['sessions.open']({ id: session.id, mode: 'readOnly' }),
      handlers['sessions.open']({ id: session.id, mode: 'live' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await handlers['sessions.close']({})
    expect((await handlers['bench.info']({})).session).toEqual({ kind: 'own' })
  })
})
