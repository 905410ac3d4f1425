import { beforeEach, describe, expect, it } from 'vitest'
import type { Params, Result } from '#protocol/methods'
import { sell } from '#e2e/pages/sales'
import { DAY, HOUR, replayOnce } from './testing/requests'
import { exportSession, importSession } from './testing/session-client'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, restart } = useMerchantBench({ per: 'test' })

const PAYMENTS = 4

/** Result callbacks, oldest first, one hour apart. */
let ids: readonly string[]

beforeEach(async () => {
  for (let at = 0; at < PAYMENTS; at += 1) {
    const paymentId = `steered-${String(at)}`
    await sell(bench.call, paymentId, 100 + at)
    await bench.advance(HOUR)
  }
  const { items } = await bench.call('callbacks.list', { limit: 100 })
  ids = items.map(({ id }) => id).toReversed()
})

type Job = Result<'replay.start'>

const start = (change: Partial<Params<'replay.start'>> = {}): Promise<Job> =>
  bench.call('replay.start', {
    ids: [...ids],
    pacing: 'flat',
    order: 'original',
    concurrency: 1,
    signing: 'keep',
    ...change,
  })

async function itemAt(id: string, at: number) {
  const item = (await bench.call('replay.get', { id })).items[at]
  if (item?.callbackId === undefined) throw new Error(`No message ${String(at)}`)
  return { ...item, callbackId: item.callbackId }
}
const get = (id: string) => bench.call('callbacks.get', { id })

describe('a message of a bulk replay', () => {
  it.each(['cancel', 'hold'] as const)(
    'makes room for the next message if the tester uses %s on it before its turn',
    async (action) => {
      const { id } = await start({ pacing: 'original' })
      await replayOnce(bench, id, ({ accepted, inFlight }) => accepted === 1 && inFlight === 1)
      const { callbackId } = await itemAt(id, 1)
      await bench.call(`callbacks.${action}`, { id: callbackId })
      await bench.advance(DAY)
      expect(await replayOnce(bench, id)).toMatchObject({ accepted: PAYMENTS - 1, left: 1, inFlight: 0 })
      expect((await get(callbackId)).attempts).toEqual([])
    },
  )

  it('is counted by its response if sent before its turn, and makes room if held', async () => {
    const { id } = await start({ pacing: 'original', concurrency: 3 })
    await replayOnce(bench, id, ({ accepted, inFlight }) => accepted === 1 && inFlight === 3)
    await bench.call('callbacks.sendNow', { id: (await itemAt(id, 2)).callbackId })
    await bench.call('callbacks.hold', { id: (await itemAt(id, 3)).callbackId })
    await bench.settle()
    expect(await replayOnce(bench, id, ({ accepted }) => accepted === 2)).toMatchObject({
      inFlight: 1,
      left: 1,
    })
    await bench.advance(DAY)
    expect(await replayOnce(bench, id)).toMatchObject({ accepted: PAYMENTS - 1, left: 1 })
    expect(merchant.received).toHaveLength(2 * PAYMENTS - 1)
  })

  it('keeps waiting for its turn when it gets another target', async () => {
    const { id } = await start({ pacing: 'original' })
    await replayOnce(bench, id, ({ accepted, inFlight }) => accepted === 1 && inFlight === 1)
    const { callbackId } = await itemAt(id, 1)
    await bench.call('callbacks.retarget', { id: callbackId, target: `${merchant.url}/elsewhere` })
    expect((await bench.call('replay.get', { id })).job).toMatchObject({ inFlight: 1, left: 0 })
    await bench.advance(DAY)
    await replayOnce(bench, id)
    expect(merchant.received.filter(({ path }) => path === '/elsewhere')).toHaveLength(1)
  })
})

describe('a message that a bulk replay sends once', () => {
  it('is sent only once even if the program ends during the attempt', async () => {
    merchant.answerWith(() => 'silent')
    const { id } = await start({ ids: ids.slice(0, 1) })
    await merchant.count(PAYMENTS + 1)
    const { callbackId } = await itemAt(id, 0)
    merchant.answerWith(() => 500)
    await restart()
    await bench.settle()
    await bench.advance(DAY)
    const callback = await get(callbackId)
    expect(callback).toMatchObject({ state: 'failed', attemptCount: 1, planned: [] })
    expect(callback.note).toContain('Sent once')
    // The attempt that was interrupted, and the one that replaced it.
    expect(callback.attempts).toHaveLength(2)
  })

  it('is sent only once even if it was held or dropped, and then released', async () => {
    const { id } = await start({ pacing: 'original', concurrency: 3 })
    await replayOnce(bench, id, ({ accepted, inFlight }) => accepted === 1 && inFlight === 3)
    const held = (await itemAt(id, 1)).callbackId
    const dropped = (await itemAt(id, 2)).callbackId
    await bench.call('callbacks.cancel', { id: dropped })
    await bench.call('callbacks.hold', { id: held })
    await bench.call('replay.cancel', { id })
    merchant.answerWith(() => 500)
    for (const one of [held, dropped]) {
      await bench.call('callbacks.release', { id: one })
      await bench.settle()
      await bench.advance(DAY)
      expect(await get(one)).toMatchObject({ state: 'failed', attemptCount: 1, planned: [] })
    }
  })

  it('starts a complete schedule if the tester resends it', async () => {
    merchant.answerWith(() => 500)
    const { id } = await start({ ids: ids.slice(0, 1) })
    await replayOnce(bench, id)
    const { callbackId } = await itemAt(id, 0)
    await bench.call('callbacks.resend', { id: callbackId })
    await bench.settle()
    await bench.advance(10_000)
    expect(await get(callbackId)).toMatchObject({ state: 'failed', attemptCount: 3 })
    expect((await get(callbackId)).planned.length).toBeGreaterThan(100)
  })
})

describe('a bulk replay that repeats', () => {
  it('sends nothing more once it is cancelled, except what is in flight', async () => {
    merchant.answerWith(() => 500)
    const { id } = await start({ pacing: 'original', repeat: true })
    await replayOnce(bench, id, ({ refused, inFlight }) => refused === 1 && inFlight === 1)
    expect((await bench.call('replay.get', { id })).job.repeating).toBe(1)
    const release = merchant.hold()
    // Now the retry of the first message is in flight.
    const advancing = bench.advance(10_000)
    await merchant.count(PAYMENTS + 2)
    const job = await bench.call('replay.cancel', { id })
    expect(job).toMatchObject({ state: 'cancelled', refused: 1, left: PAYMENTS - 1, repeating: 0 })
    release()
    await advancing
    await bench.advance(DAY)
    expect(merchant.received).toHaveLength(PAYMENTS + 2)
    expect(await get((await itemAt(id, 0)).callbackId)).toMatchObject({
      state: 'failed',
      attemptCount: 2,
      planned: [],
      note: 'Not retried: the bulk replay was cancelled.',
    })
  })

  it('can cancel its retries even after it is done, but not what the tester resent', async () => {
    merchant.answerWith(() => 500)
    const { id } = await start({ repeat: true })
    expect(await replayOnce(bench, id)).toMatchObject({ refused: PAYMENTS, repeating: PAYMENTS })
    const resent = (await itemAt(id, 0)).callbackId
    await bench.call('callbacks.resend', { id: resent })
    await bench.settle()
    expect(await bench.call('replay.cancel', { id })).toMatchObject({ state: 'done', repeating: 0 })
    const before = merchant.received.length
    await bench.advance(10_000)
    expect(merchant.received.length).toBe(before + 1)
    expect(await get(resent)).toMatchObject({ state: 'failed', attemptCount: 3 })
  })
})

describe('another session', () => {
  it('is opened only when no bulk replay is running', async () => {
    const { id } = await start({ pacing: 'original' })
    const exported = await exportSession(bench)
    const session = await importSession(bench, exported.bytes)
    const opening = { id: session.id, mode: 'live' } as const
    expect(await bench.refusal('sessions.open', opening)).toMatchObject({ code: 'conflict' })
    await bench.call('replay.cancel', { id })
    await bench.call('sessions.open', opening)
    expect((await bench.call('replay.list', {})).items).toEqual([])
    await bench.call('sessions.close', {})
  })
})
