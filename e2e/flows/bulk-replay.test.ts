import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Params, Result } from '#protocol/methods'
import { LIMITS } from '#lib/limits/limit-table'
import { openVerifyingMerchant, type VerifyingMerchant } from './testing/verifying-merchant'
import { openFlowBench, PROJECT, type FlowBench } from './testing/flow-bench'
import { exportSession, importSession } from './testing/session-client'

const PAYMENTS = 12
const GAP = 60_000

let merchant: VerifyingMerchant
let bench: FlowBench
/** Result callbacks, oldest first. */
let ids: readonly string[]

beforeAll(async () => {
  merchant = await openVerifyingMerchant(PROJECT.secret)
  bench = await openFlowBench({ callbackUrl: merchant.url })
  for (let at = 0; at < PAYMENTS; at += 1) {
    const paymentId = `many-${String(at)}`
    const { key } = await bench.call('payments.create', { amount: 100 + at, currency: 'EUR', paymentId })
    await bench.call('payments.complete', { key, outcome: 'success' })
    await bench.advance(GAP)
  }
  const { items } = await bench.call('callbacks.list', { limit: 100 })
  ids = items.map(({ id }) => id).toReversed()
})
afterEach(async () => {
  for (const { id, state } of (await bench.call('replay.list', {})).items) {
    if (state === 'running') await bench.call('replay.cancel', { id })
  }
})
afterAll(async () => {
  await bench.close()
  await merchant.close()
})

const FLAT: Params<'replay.start'> = { pacing: 'flat', order: 'original', concurrency: 4, signing: 'keep' }

/** The job once it has come to that state. Each look is a call, so that the bench gets to work between them. */
async function until(id: string, fits: (job: Result<'replay.start'>) => boolean) {
  for (;;) {
    const { job } = await bench.call('replay.get', { id })
    if (fits(job)) return job
    await bench.settle()
  }
}

const isDone = ({ state }: Result<'replay.start'>): boolean => state === 'done'
const paymentsFrom = (from: number): readonly string[] =>
  merchant.judged.slice(from).map(({ text }) => /"id":"(many-\d+)"/.exec(text)?.[1] ?? '')

describe('a bulk replay', () => {
  it('sends the same bytes again, oldest first, one at a time if requested', async () => {
    const before = merchant.judged.length
    const started = await bench.call('replay.start', { ...FLAT, ids: [...ids].toReversed(), concurrency: 1 })
    expect(started).toMatchObject({ total: PAYMENTS, copies: 1, state: 'preparing' })
    const job = await until(started.id, isDone)
    expect(paymentsFrom(before)).toEqual(ids.map((_, at) => `many-${String(at)}`))
    expect(merchant.judged.slice(before).every(({ verdict }) => verdict === 'duplicate')).toBe(true)
    expect(job).toMatchObject({ accepted: PAYMENTS, waiting: 0, inFlight: 0, mostAtOnce: 1 })
    expect(job.outcomes).toEqual([{ before: 200, after: 200, count: PAYMENTS, otherBody: PAYMENTS }])
  })

  it('compares the bodies of the answers too, not only their statuses', async () => {
    const [one = ''] = ids
    const again = await bench.call('replay.start', { ...FLAT, ids: [one] })
    const { callbackId = '' } = (await bench.call('replay.get', { id: (await until(again.id, isDone)).id }))
      .items[0] ?? { callbackId: '' }
    // "accepted" became "duplicate" with the same status; sent once more it stays "duplicate".
    expect((await bench.call('replay.get', { id: again.id, only: 'different' })).items).toMatchObject([
      { kind: 'result', createdAt: expect.stringMatching(/Z$/), before: 200, after: 200, otherBody: true },
    ])
    const third = await bench.call('replay.start', { ...FLAT, ids: [callbackId] })
    expect((await until(third.id, isDone)).outcomes).toMatchObject([{ count: 1, otherBody: 0 }])
    expect((await bench.call('replay.get', { id: third.id, only: 'different' })).matching).toBe(0)
  })

  it('has as many in flight as requested, and never more', async () => {
    const release = merchant.hold()
    const before = merchant.judged.length
    const { id } = await bench.call('replay.start', { ...FLAT, query: '', concurrency: 5 })
    await merchant.count(before + 5)
    const { job } = await bench.call('replay.get', { id })
    expect(job.inFlight).toBe(5)
    expect(merchant.judged.length).toBe(before + 5)
    release()
    expect(await until(id, isDone)).toMatchObject({ mostAtOnce: 5 })
    expect(merchant.mostAtOnce.overall).toBe(5)
  })

  it('shuffles by a seed that gives the same order again', async () => {
    const order = async (seed: number): Promise<readonly string[]> => {
      const before = merchant.judged.length
      const { id } = await bench.call('replay.start', {
        ...FLAT,
        ids: [...ids],
        order: 'shuffled',
        concurrency: 1,
        seed,
      })
      expect((await until(id, isDone)).seed).toBe(seed)
      return paymentsFrom(before)
    }
    const first = await order(7)
    expect(first).not.toEqual(first.toSorted((a, b) => Number(a.slice(5)) - Number(b.slice(5))))
    expect(await order(7)).toEqual(first)
    expect(await order(8)).not.toEqual(first)
  })

  it('doubles every message', async () => {
    const before = merchant.judged.length
    const { id } = await bench.call('replay.start', {
      ...FLAT,
      ids: ids.slice(0, 3),
      copies: 2,
      concurrency: 1,
    })
    await until(id, isDone)
    expect(paymentsFrom(before)).toEqual(['many-0', 'many-0', 'many-1', 'many-1', 'many-2', 'many-2'])
    const { items } = await bench.call('replay.get', { id })
    expect(items.map(({ copy }) => copy)).toEqual([0, 1, 0, 1, 0, 1])
  })

  it('keeps the gaps that were, on the virtual clock', async () => {
    const before = merchant.judged.length
    const { id } = await bench.call('replay.start', {
      ...FLAT,
      pacing: 'original',
      ids: [...ids],
      concurrency: 2,
    })
    await until(id, ({ accepted }) => accepted === 1)
    expect(merchant.judged.length).toBe(before + 1)
    await bench.advance(GAP - 1)
    expect(merchant.judged.length).toBe(before + 1)
    await bench.advance(1)
    expect(merchant.judged.length).toBe(before + 2)
    await bench.advance(GAP * PAYMENTS)
    expect(merchant.judged.length).toBe(before + PAYMENTS)
    const job = await until(id, isDone)
    expect(job.accepted).toBe(PAYMENTS)
    const { items } = await bench.call('replay.get', { id })
    const sent = await Promise.all(
      items.map(async ({ callbackId = '' }) => {
        const { attempts } = await bench.call('callbacks.get', { id: callbackId })
        return Date.parse(attempts[0]?.sentAt ?? '')
      }),
    )
    expect(sent.map((at) => at - (sent[0] ?? 0))).toEqual(ids.map((_, at) => at * GAP))
  })

  it('sends once what is refused, and shows both answers beside each other', async () => {
    await bench.call('projects.update', { projectId: PROJECT.id, secret: 'another-secret' })
    const { id } = await bench.call('replay.start', { ...FLAT, ids: ids.slice(0, 4), signing: 'resign' })
    const job = await until(id, isDone)
    await bench.call('projects.update', { projectId: PROJECT.id, secret: PROJECT.secret })
    expect(job).toMatchObject({ refused: 4, outcomes: [{ before: 200, after: 400, count: 4 }] })
    const before = merchant.judged.length
    await bench.advance(GAP)
    expect(merchant.judged.length).toBe(before)
    const { items, matching } = await bench.call('replay.get', { id, only: 'different', limit: 2 })
    expect(matching).toBe(4)
    expect(items).toHaveLength(2)
    const callback = await bench.call('callbacks.get', { id: items[0]?.callbackId ?? '' })
    expect(callback).toMatchObject({
      state: 'failed',
      attemptCount: 1,
      planned: [],
      replayOf: items[0]?.sourceId,
    })
  })

  it('is cancelled: what is on its way ends, the rest is dropped', async () => {
    const release = merchant.hold()
    const before = merchant.judged.length
    const { id } = await bench.call('replay.start', { ...FLAT, ids: [...ids], concurrency: 2 })
    await merchant.count(before + 2)
    expect(await bench.call('replay.cancel', { id })).toMatchObject({
      state: 'cancelled',
      waiting: 0,
      inFlight: 2,
      left: PAYMENTS - 2,
    })
    release()
    const job = await until(id, ({ inFlight }) => inFlight === 0)
    expect(job).toMatchObject({ accepted: 2, left: PAYMENTS - 2 })
    await bench.advance(GAP)
    expect(merchant.judged.length).toBe(before + 2)
    const { items } = await bench.call('replay.get', { id })
    const dropped = await bench.call('callbacks.get', { id: items.at(-1)?.callbackId ?? '' })
    expect(dropped).toMatchObject({ state: 'dropped', attemptCount: 0 })
    expect(dropped.note).toContain('cancelled')
  })

  it('replays what was captured', async () => {
    const { id: composed } = await bench.call('callbacks.compose', {
      template: 'success',
      signing: 'resign',
      target: `${bench.ready.merchant}/captured`,
    })
    await bench.settle()
    const { id } = await bench.call('replay.start', { ...FLAT, query: 'path:/captured', list: 'captures' })
    expect(await until(id, isDone)).toMatchObject({ total: 1, accepted: 1 })
    const { total } = await bench.call('captures.list', { query: 'path:/captured' })
    expect(total).toBe(2)
    expect(await bench.call('callbacks.get', { id: composed })).toMatchObject({ state: 'delivered' })
  })

  it.each([
    ['neither ids nor a query', {}, 'ids'],
    ['both', { ids: ['cb_1'], query: '' }, 'ids'],
    ['a query that matches nothing', { query: 'payment:nobody' }, 'query'],
    ['more at once than 32', { query: '', concurrency: 33 }, 'concurrency'],
    ['no copy at all', { query: '', copies: 0 }, 'copies'],
  ])('is refused with %s', async (_, change, field) => {
    expect(await bench.refusal('replay.start', { ...FLAT, ...change })).toMatchObject({
      code: 'invalid_params',
      issues: [{ field }],
    })
  })

  it('stays with its results through a restart, the last ones first', async () => {
    const first = await bench.call('replay.start', { ...FLAT, ids: ids.slice(0, 3), copies: 2 })
    await until(first.id, isDone)
    const second = await bench.call('replay.start', {
      ...FLAT,
      ids: ids.slice(3),
      order: 'shuffled',
      seed: 5,
    })
    await until(second.id, isDone)
    const look = async () => {
      const jobs = (await bench.call('replay.list', {})).items
      const results = await Promise.all(
        jobs.map(async ({ id }) => [
          await bench.call('replay.get', { id, limit: 500 }),
          await bench.call('replay.get', { id, only: 'different', skip: 1, limit: 2 }),
        ]),
      )
      return { jobs, results }
    }
    const before = await look()
    expect(before.jobs.map(({ id }) => id).slice(0, 2)).toEqual([second.id, first.id])
    bench = await bench.restart()
    expect(await look()).toEqual(before)
    // Twice, so that nothing is lost by being read.
    bench = await bench.restart()
    expect(await look()).toEqual(before)
  })

  it('keeps its results when it ends in the moment before the program', async () => {
    const { id } = await bench.call('replay.start', { ...FLAT, ids: [...ids] })
    const ended = await until(id, isDone)
    bench = await bench.restart()
    expect((await bench.call('replay.get', { id })).job).toEqual(ended)
  })

  it('is interrupted by the end of the program, shows what it had done, and does not continue', async () => {
    const before = merchant.judged.length
    const started = await bench.call('replay.start', {
      ...FLAT,
      pacing: 'original',
      ids: [...ids],
      concurrency: 1,
    })
    const { id } = started
    await until(id, ({ accepted }) => accepted === 1)
    await bench.advance(GAP)
    await until(id, ({ accepted }) => accepted === 2)
    bench = await bench.restart()
    await bench.advance(GAP * PAYMENTS)
    const { items, total } = await bench.call('callbacks.list', { query: 'state:held', limit: 100 })
    expect(total).toBeGreaterThanOrEqual(PAYMENTS - 3)
    expect(items[0]?.note).toContain('Release')
    // The third one was released before, and due a minute later.
    expect(merchant.judged.length).toBe(before + 3)
    const { job, items: results } = await bench.call('replay.get', { id })
    expect(job).toMatchObject({
      state: 'interrupted',
      total: PAYMENTS,
      accepted: 3,
      waiting: 0,
      inFlight: 0,
      left: PAYMENTS - 3,
      startedAt: started.startedAt,
    })
    expect(results.map(({ state }) => state)).toEqual([
      ...['accepted', 'accepted', 'accepted'],
      ...Array.from({ length: PAYMENTS - 3 }, () => 'left'),
    ])
    expect(results.at(-1)?.note).toBe('Not sent: the program ended before its turn.')
    bench = await bench.restart()
    expect((await bench.call('replay.get', { id })).job).toEqual(job)
    const { state } = await bench.call('callbacks.release', { id: items[0]?.id ?? '' })
    expect(state).not.toBe('held')
  })

  it('ends its repeats also after a restart', async () => {
    await bench.call('projects.update', { projectId: PROJECT.id, secret: 'another-secret' })
    const { id } = await bench.call('replay.start', {
      ...FLAT,
      ids: ids.slice(0, 2),
      signing: 'resign',
      repeat: true,
    })
    expect(await until(id, isDone)).toMatchObject({ refused: 2, repeating: 2 })
    bench = await bench.restart()
    expect((await bench.call('replay.get', { id })).job).toMatchObject({ state: 'done', repeating: 2 })
    expect(await bench.call('replay.cancel', { id })).toMatchObject({ repeating: 0 })
    const before = merchant.judged.length
    await bench.advance(GAP * 60)
    expect(merchant.judged.length).toBe(before)
  })

  it('travels in a session file with its results, and is there to be looked at only', async () => {
    const jobs = (await bench.call('replay.list', {})).items
    expect(jobs.length).toBeGreaterThan(3)
    const [newest] = jobs
    const results = await bench.call('replay.get', { id: newest?.id ?? '', limit: 500 })
    const { bytes } = await exportSession(bench)
    const session = await importSession(bench, bytes)
    await bench.call('sessions.open', { id: session.id, mode: 'readOnly' })
    expect((await bench.call('replay.list', {})).items).toEqual(jobs)
    expect(await bench.call('replay.get', { id: newest?.id ?? '', limit: 500 })).toEqual(results)
    await bench.call('sessions.close', {})
    await bench.call('sessions.remove', { id: session.id })
    expect((await bench.call('replay.list', {})).items).toEqual(jobs)
  })

  it('makes room for newer ones, and goes with a reset', async () => {
    for (let n = 0; n <= LIMITS.bulkReplays; n += 1) {
      const { id } = await bench.call('replay.start', { ...FLAT, ids: ids.slice(0, 1) })
      await until(id, isDone)
    }
    const listed = async () => (await bench.call('replay.list', {})).items.map(({ id }) => id)
    const kept = await listed()
    expect(kept).toHaveLength(LIMITS.bulkReplays)
    bench = await bench.restart()
    expect(await listed()).toEqual(kept)
    await bench.call('bench.reset', {})
    bench = await bench.restart()
    expect(await listed()).toEqual([])
  })
})
