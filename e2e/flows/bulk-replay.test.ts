import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Params } from '#protocol/methods'
import { LIMITS } from '#lib/limits/limit-table'
import { sell } from '#e2e/pages/sales'
import { useBenchOf } from './testing/merchant-bench'
import { replayOnce } from './testing/requests'
import { openVerifyingMerchant } from './testing/verifying-merchant'
import { PROJECT } from './testing/flow-bench'

const PAYMENTS = 12
const GAP = 60_000

const { bench, merchant, restart } = useBenchOf(() => openVerifyingMerchant(PROJECT.secret), { per: 'file' })
/** Result callbacks, oldest first. */
let ids: readonly string[]

beforeAll(async () => {
  for (let at = 0; at < PAYMENTS; at += 1) {
    const paymentId = `many-${String(at)}`
    await sell(bench.call, paymentId, 100 + at)
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

const FLAT: Params<'replay.start'> = { pacing: 'flat', order: 'original', concurrency: 4, signing: 'keep' }

const paymentsFrom = (from: number): readonly string[] =>
  merchant.judged.slice(from).map(({ text }) => /"id":"(many-\d+)"/.exec(text)?.[1] ?? '')

describe('a bulk replay', () => {
  it('sends the same bytes again, oldest first, one at a time if requested', async () => {
    const before = merchant.judged.length
    const started = await bench.call('replay.start', { ...FLAT, ids: [...ids].toReversed(), concurrency: 1 })
    expect(started).toMatchObject({ total: PAYMENTS, copies: 1, state: 'running' })
    const job = await replayOnce(bench, started.id)
    expect(paymentsFrom(before)).toEqual(ids.map((_, at) => `many-${String(at)}`))
    expect(merchant.judged.slice(before).every(({ verdict }) => verdict === 'duplicate')).toBe(true)
    expect(job).toMatchObject({ accepted: PAYMENTS, waiting: 0, inFlight: 0, mostAtOnce: 1 })
    expect(job.outcomes).toEqual([{ before: 200, after: 200, count: PAYMENTS, otherBody: PAYMENTS }])
  })

  it('compares the bodies of the responses too, not only their statuses', async () => {
    const [one = ''] = ids
    const again = await bench.call('replay.start', { ...FLAT, ids: [one] })
    const { callbackId = '' } = (
      await bench.call('replay.get', { id: (await replayOnce(bench, again.id)).id })
    ).items[0] ?? { callbackId: '' }
    // "accepted" became "duplicate" with the same status; sent once more it stays "duplicate".
    expect((await bench.call('replay.get', { id: again.id, only: 'different' })).items).toMatchObject([
      { kind: 'result', createdAt: expect.stringMatching(/Z$/), before: 200, after: 200, otherBody: true },
    ])
    const third = await bench.call('replay.start', { ...FLAT, ids: [callbackId] })
    expect((await replayOnce(bench, third.id)).outcomes).toMatchObject([{ count: 1, otherBody: 0 }])
    expect((await bench.call('replay.get', { id: third.id, only: 'different' })).matching).toBe(0)
  })

  it('has as many messages in flight as requested, and never more', async () => {
    const release = merchant.hold()
    const before = merchant.judged.length
    const { id } = await bench.call('replay.start', { ...FLAT, query: '', concurrency: 5 })
    await merchant.count(before + 5)
    const { job } = await bench.call('replay.get', { id })
    expect(job.inFlight).toBe(5)
    expect(merchant.judged.length).toBe(before + 5)
    release()
    expect(await replayOnce(bench, id)).toMatchObject({ mostAtOnce: 5 })
    expect(merchant.mostAtOnce.overall).toBe(5)
  })

  it('keeps the original gaps, on the virtual clock', async () => {
    const before = merchant.judged.length
    const { id } = await bench.call('replay.start', {
      ...FLAT,
      pacing: 'original',
      ids: [...ids],
      concurrency: 2,
    })
    await replayOnce(bench, id, ({ accepted }) => accepted === 1)
    expect(merchant.judged.length).toBe(before + 1)
    await bench.advance(GAP - 1)
    expect(merchant.judged.length).toBe(before + 1)
    await bench.advance(1)
    expect(merchant.judged.length).toBe(before + 2)
    await bench.advance(GAP * PAYMENTS)
    expect(merchant.judged.length).toBe(before + PAYMENTS)
    const job = await replayOnce(bench, id)
    expect(job.accepted).toBe(PAYMENTS)
  })

  it('sends a refused message only once, and shows both responses side by side', async () => {
    await bench.call('projects.update', { projectId: PROJECT.id, secret: 'another-secret' })
    const { id } = await bench.call('replay.start', { ...FLAT, ids: ids.slice(0, 4), signing: 'resign' })
    const job = await replayOnce(bench, id)
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

  it('can be cancelled: messages in flight finish, the rest are not sent', async () => {
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
    const job = await replayOnce(bench, id, ({ inFlight }) => inFlight === 0)
    expect(job).toMatchObject({ accepted: 2, left: PAYMENTS - 2 })
    await bench.advance(GAP)
    expect(merchant.judged.length).toBe(before + 2)
    const { items } = await bench.call('replay.get', { id })
    expect(items.at(-1)).toMatchObject({ state: 'left', note: expect.stringContaining('cancelled') })
    expect(items.at(-1)).not.toHaveProperty('callbackId')
  })

  it('sends all messages but the excepted ones to one address, as its preview says', async () => {
    const [first = '', second = '', third = ''] = ids
    const callbackUrl = (await bench.call('projects.list', {})).items[0]?.callbackUrl ?? ''
    const target = `${callbackUrl}?version=2`
    const params = { ...FLAT, ids: [third, first, second], except: [second], target }
    const plan = await bench.call('replay.preview', params)
    expect(plan).toMatchObject({ total: 2, items: [{ sourceId: first }, { sourceId: third }] })
    const job = await replayOnce(bench, (await bench.call('replay.start', params)).id)
    expect(job).toMatchObject({ total: 2, accepted: 2, target })
    const sent = (await bench.call('replay.get', { id: job.id })).items
    for (const { callbackId = '' } of sent) {
      expect(await bench.call('callbacks.get', { id: callbackId })).toMatchObject({ target })
    }
    await expect(bench.call('replay.start', { ...params, target: 'shop.test' })).rejects.toThrow(
      'must be an absolute http or https URL',
    )
  })

  it('replays captured requests', async () => {
    const { id: composed } = await bench.call('callbacks.compose', {
      template: 'success',
      signing: 'resign',
      target: `${bench.ready.merchant}/captured`,
    })
    await bench.settle()
    const { id } = await bench.call('replay.start', { ...FLAT, query: 'path:/captured', list: 'captures' })
    expect(await replayOnce(bench, id)).toMatchObject({ total: 1, accepted: 1 })
    const { total } = await bench.call('captures.list', { query: 'path:/captured' })
    expect(total).toBe(2)
    expect(await bench.call('callbacks.get', { id: composed })).toMatchObject({ state: 'delivered' })
  })

  it.each([
    ['neither ids nor a query', {}, 'ids'],
    ['a query that matches nothing', { query: 'payment:nobody' }, 'query'],
    ['more than 32 at once', { query: '', concurrency: 33 }, 'concurrency'],
  ])('is refused with %s', async (_, change, field) => {
    expect(await bench.refused('replay.start', { ...FLAT, ...change })).toBe(`invalid_params ${field}`)
  })

  it('ends with the program: messages in the outbox are sent, the rest are not', async () => {
    const before = merchant.judged.length
    const { id } = await bench.call('replay.start', {
      ...FLAT,
      pacing: 'original',
      ids: [...ids],
      concurrency: 2,
    })
    await replayOnce(bench, id, ({ accepted, inFlight }) => accepted === 1 && inFlight === 2)
    await restart()
    expect((await bench.call('replay.list', {})).items).toEqual([])
    await bench.advance(GAP * PAYMENTS)
    expect(merchant.judged.length).toBe(before + 3)
  })

  it('makes room for newer ones, and is removed by a reset', async () => {
    for (let n = 0; n <= LIMITS.bulkReplays; n += 1) {
      const { id } = await bench.call('replay.start', { ...FLAT, ids: ids.slice(0, 1) })
      await replayOnce(bench, id)
    }
    const listed = async () => (await bench.call('replay.list', {})).items.map(({ id }) => id)
    const kept = await listed()
    expect(kept).toHaveLength(LIMITS.bulkReplays)
    await bench.call('bench.reset', {})
    expect(await listed()).toEqual([])
  })
})
