import { describe, expect, it } from 'vitest'
import { aCallback, anAttempt, anOutcome, aPayment, aStore, START, utf8, word } from './testing/samples'

const aStoreWithPayments = () => {
  const store = aStore()
  store.payments.insert(aPayment())
  store.payments.insert(aPayment({ key: 'pay_2', paymentId: 'order-2' }))
  return store
}
const attempt = anAttempt({ sentAt: START + 1, wallSentAt: START + 2 })
const refused = anOutcome()

describe('a callback', () => {
  it('is read as it was written', () => {
    const store = aStoreWithPayments()
    const inserted = store.callbacks.insert(
      aCallback({ body: Uint8Array.of(0, 255, 128), note: 'x', operationId: 2 ** 52, replayOf: 'cb_0' }),
    )
    expect(store.callbacks.byId('cb_1')).toEqual(inserted)
    expect(store.callbacks.row('cb_1')).toMatchObject({ sizeBytes: 3, seq: inserted.seq })
    expect(store.callbacks.replaysOf('cb_0').map(({ id }) => id)).toEqual(['cb_1'])
    expect(store.callbacks.byPayment('pay_1').map(({ id }) => id)).toEqual(['cb_1'])
    expect([store.callbacks.byId('gone'), store.callbacks.update('gone', {})]).toEqual([null, false])
  })

  it('does not count as failing if its only attempt failed, but does if it is resent and fails again', () => {
    const store = aStoreWithPayments()
    const failedCounts = () => [store.callbacks.countFailing(), store.payments.row('pay_1')?.callbacksFailed]
    store.callbacks.insert(aCallback())
    store.callbacks.update('cb_1', { state: 'failed', attemptCount: 1, nextAttemptAt: null })
    expect(failedCounts()).toEqual([0, 0])
    store.callbacks.update('cb_1', { state: 'scheduled', nextAttemptAt: START })
    store.callbacks.update('cb_1', { state: 'failed', attemptCount: 2, nextN: 1, nextAttemptAt: START + 10 })
    expect(failedCounts()).toEqual([1, 1])
  })

  it('is due while its schedule continues, after those that are due earlier', () => {
    const store = aStoreWithPayments()
    store.callbacks.insert(aCallback({ id: 'later', nextAttemptAt: START + 10 }))
    store.callbacks.insert(aCallback({ id: 'sooner', nextAttemptAt: START + 5, paymentKey: 'pay_2' }))
    store.callbacks.insert(aCallback({ id: 'held', state: 'held' }))
    store.callbacks.insert(aCallback({ id: 'done', state: 'delivered', nextAttemptAt: null }))
    const due = (at: number, excluding?: ReadonlySet<string>) =>
      store.callbacks.due(at, 10, excluding).map(({ id }) => id)
    expect(due(START + 4)).toEqual([])
    expect(due(START + 10)).toEqual(['sooner', 'later'])
    expect(due(START + 10, new Set(['pay_2']))).toEqual(['later'])
    expect(store.callbacks.next()?.id).toBe('sooner')
    store.callbacks.update('sooner', { state: 'delivering' })
    expect(due(START + 10)).toEqual(['later'])
    store.callbacks.update('sooner', {
      state: 'failed',
      attemptCount: 1,
      nextAttemptAt: START + 20,
      nextN: 1,
    })
    expect(due(START + 20)).toEqual(['later', 'sooner'])
    store.callbacks.update('sooner', { nextAttemptAt: null })
    expect(due(START + 20)).toEqual(['later'])
  })

  it('is found by its exact body, unless a newer callback has the same body', () => {
    const store = aStoreWithPayments()
    const body = utf8('{"a":1}')
    store.callbacks.insert(aCallback({ id: 'first', body }))
    store.callbacks.insert(aCallback({ id: 'again', body }))
    store.callbacks.insert(aCallback({ id: 'other', body, paymentKey: 'pay_2' }))
    expect(store.callbacks.newestWithBody('pay_1', body)?.id).toBe('again')
    expect(store.callbacks.newestWithBody(null, body)?.id).toBe('other')
    expect(store.callbacks.newestWithBody('pay_1', utf8('{"a": 1}'))).toBeNull()
  })

  it('is counted once for its payment by the outcome of its last attempt, unless it is a replay', () => {
    const store = aStoreWithPayments()
    const counts = () => {
      const row = store.payments.row('pay_1')
      return [row?.callbacksDelivered, row?.callbacksFailed, row?.callbacksPending, row?.callbacksDropped]
    }
    store.callbacks.insert(aCallback())
    expect(counts()).toEqual([0, 0, 1, 0])
    store.callbacks.update('cb_1', { state: 'delivering' })
    expect(counts()).toEqual([0, 0, 1, 0])
    store.callbacks.update('cb_1', { state: 'scheduled', attemptCount: 1, lastStatus: 500 })
    expect([counts(), store.callbacks.countFailing()]).toEqual([[0, 1, 0, 0], 1])
    store.callbacks.update('cb_1', { state: 'delivered', attemptCount: 2, lastStatus: 200 })
    expect([counts(), store.callbacks.countFailing()]).toEqual([[1, 0, 0, 0], 0])
    const byRule = { ruleId: 'flt_1', text: 'Rule “Twice”: this is copy 1 of 1.' }
    store.callbacks.insert(aCallback({ id: 'copy', replayOf: 'cb_1', marks: [byRule] }))
    expect(counts()).toEqual([1, 0, 1, 0])
    store.callbacks.update('copy', { state: 'delivered' })
    store.callbacks.insert(aCallback({ id: 'again', replayOf: 'cb_1', state: 'delivered' }))
    expect(counts()).toEqual([2, 0, 0, 0])
    store.callbacks.insert(aCallback({ id: 'cb_2', state: 'dropped', targetUrl: null, nextAttemptAt: null }))
    expect(counts()).toEqual([2, 0, 0, 1])
    expect(store.callbacks.countByState()).toEqual({
      scheduled: 0,
      delivering: 0,
      delivered: 3,
      failed: 0,
      held: 0,
      dropped: 1,
    })
  })
})

describe('an attempt', () => {
  it('is recorded when it starts and completed when it ends', () => {
    const store = aStoreWithPayments()
    store.callbacks.insert(aCallback())
    const targetUrl = 'https://shop.test/hook'
    const seq = store.attempts.start({ ...attempt, targetUrl })
    expect(store.attempts.byCallback('cb_1')).toMatchObject([
      { ...attempt, targetUrl, finished: false, requestHead: null },
    ])
    expect(
      store.attempts.finish(seq, {
        ...refused,
        requestHead: utf8('POST /'),
        certificateError: 'It is self-signed.',
      }),
    ).toBe(true)
    expect(store.attempts.byCallback('cb_1')).toEqual([
      {
        ...attempt,
        ...refused,
        seq,
        targetUrl,
        certificateError: 'It is self-signed.',
        requestHead: utf8('POST /'),
        requestBody: null,
        wire: null,
        marks: [],
        finished: true,
      },
    ])
    expect(store.attempts.finish(seq + 1, refused)).toBe(false)
  })

  it('that a killed process left open is completed, and its callback is due again with the same n', async () => {
    const store = aStoreWithPayments()
    store.callbacks.insert(aCallback({ nextN: 3, nextAttemptAt: START + 7 }))
    store.callbacks.insert(aCallback({ id: 'cb_2', paymentKey: 'pay_2' }))
    const finished = store.attempts.start({ ...attempt, callbackId: 'cb_2' })
    store.attempts.finish(finished, refused)
    store.attempts.start({ ...attempt, n: 3, dueAt: START + 7 })
    store.callbacks.update('cb_1', { state: 'delivering' })
    const search = () => store.callbacks.list({ terms: word('interrupted'), limit: 5, nowMs: START })
    expect((await search()).total).toBe(0)
    expect(store.attempts.interrupted()).toEqual(['cb_1'])
    expect(store.attempts.byCallback('cb_1')).toMatchObject([{ finished: true, failureCode: 'interrupted' }])
    expect(store.callbacks.row('cb_1')).toMatchObject({
      state: 'scheduled',
      nextN: 3,
      nextAttemptAt: START + 7,
    })
    expect(store.attempts.interrupted()).toEqual([])
    expect((await search()).items.map(({ id }) => id)).toEqual(['cb_1'])
  })
})
