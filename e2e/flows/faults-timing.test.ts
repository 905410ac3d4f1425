import { describe, expect, it } from 'vitest'
import { useFaultBench } from './testing/fault-bench'
import { aFaultRule, faultCounts, saveFaults } from './testing/fault-rules'
import { at } from './testing/flow-bench'
import { AVS_ANSWER, callbackOf, callbacksOf, CARDS, DAY, HOUR, summaryOf } from './testing/requests'

const { bench, merchant, shop } = useFaultBench()

describe('a callback under a fault rule', () => {
  it('is due at the delayed time, from which its schedule counts', async () => {
    await saveFaults(bench, { kind: 'delay', ms: 30_000 })
    await shop.sold('late')
    expect(merchant.judged).toHaveLength(0)
    const waiting = await callbackOf(bench, 'late')
    expect(waiting).toMatchObject({ state: 'scheduled', nextAttemptAt: at(30_000), attempts: [] })
    expect(waiting.planned[1]).toEqual({ n: 1, dueAt: at(40_000) })
    expect(waiting.marks.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Rule “delay \d+”: Delays this message by 30 s\.$/),
    ])
    const step = await bench.advance(29_999)
    expect([step.sentCallbacks, merchant.judged.length]).toEqual([0, 0])
    expect((await bench.advance(1)).sentCallbacks).toBe(1)
    expect(merchant.verdicts).toEqual(['accepted'])
    expect((await callbackOf(bench, 'late')).attempts[0]).toMatchObject({
      n: 0,
      dueAt: at(30_000),
      sentAt: at(30_000),
    })
    expect(await faultCounts(bench)).toBe('1/1')
  })

  it('is dropped and says why; when released, it is sent after all', async () => {
    await saveFaults(bench, { kind: 'drop' })
    await shop.sold('gone')
    await bench.advance(11 * DAY)
    expect(merchant.judged).toHaveLength(0)
    const dropped = await callbackOf(bench, 'gone')
    expect(dropped).toMatchObject({ state: 'dropped', attempts: [], planned: [] })
    expect(dropped.note).toMatch(/^Rule “drop \d+”: Drops this message: nothing is sent\./)
    expect(await summaryOf(bench, 'gone')).toMatchObject({
      callbacks: { delivered: 0, dropped: 1, failed: 0, pending: 0 },
    })
    await bench.call('callbacks.release', { id: dropped.id })
    await bench.settle()
    expect(merchant.verdicts).toEqual(['accepted'])
    expect(await callbackOf(bench, 'gone')).toMatchObject({ state: 'delivered' })
    expect(await faultCounts(bench)).toBe('1/1')
  })

  it('is sent more than once, each copy with the same bytes and its own schedule', async () => {
    await saveFaults(bench, { kind: 'duplicate', copies: 2, gapMs: 5000 })
    await shop.sold('twice')
    expect(merchant.verdicts).toEqual(['accepted'])
    await bench.advance(DAY)
    expect(merchant.verdicts).toEqual(['accepted', 'duplicate', 'duplicate'])
    const [original, ...copies] = await callbacksOf(bench, 'twice')
    expect(copies.map(({ replayOf, marks }) => [replayOf, marks[0]?.text])).toEqual([
      [original?.id, expect.stringContaining('copy 1 of 2')],
      [original?.id, expect.stringContaining('copy 2 of 2')],
    ])
    const later = await Promise.all([1, 2].map((index) => callbackOf(bench, 'twice', index)))
    expect(later.map(({ attempts }) => attempts[0]?.dueAt)).toEqual([at(5000), at(10_000)])
    expect(await faultCounts(bench)).toBe('1/1')
  })

  it('is sent after the callback that should have come later', async () => {
    await saveFaults(bench, { kind: 'reorder', until: 'result', longestWaitMs: 0 })
    await shop.sale('swapped', { pan: CARDS.avs })
    await bench.advance(1000)
    expect(await callbackOf(bench, 'swapped')).toMatchObject({
      state: 'held',
      hold: { by: 'rule', until: 'result', dueAt: at(0) },
    })
    expect(merchant.judged).toHaveLength(0)
    await shop.clarify('swapped', AVS_ANSWER)
    await bench.settle()
    expect(merchant.verdicts).toEqual(['accepted', 'out of order'])
    const [asked, result] = await callbacksOf(bench, 'swapped')
    expect([asked?.kind, asked?.state, result?.kind, result?.state]).toEqual([
      'clarification',
      'delivered',
      'result',
      'delivered',
    ])
    // The rule was evaluated for the result too, but the result would have waited for the message that waits for it.
    expect(result?.marks[0]?.text).toContain('changed nothing: a rule holds another callback')
    expect(await faultCounts(bench)).toBe('1/2')
  })

  it('never waits for a callback that waits for it, whichever rules would hold them', async () => {
    await saveFaults(
      bench,
      aFaultRule(
        { kind: 'reorder', until: 'next', longestWaitMs: 0 },
        { match: { kinds: ['clarification'] } },
      ),
      aFaultRule(
        { kind: 'reorder', until: 'clarification', longestWaitMs: 0 },
        { match: { kinds: ['result'] } },
      ),
    )
    await shop.sale('crossed', { pan: CARDS.avs })
    await bench.advance(1000)
    await shop.clarify('crossed', AVS_ANSWER)
    await bench.settle()
    const callbacks = await callbacksOf(bench, 'crossed')
    expect(callbacks.map(({ kind, state }) => [kind, state])).toEqual([
      ['clarification', 'delivered'],
      ['result', 'delivered'],
    ])
    expect(callbacks[1]?.marks[0]?.text).toContain('changed nothing: a rule holds another callback')
    expect(await faultCounts(bench)).toBe('1/1 0/1')
  })

  it('is sent after its longest wait at the latest, and nothing else waits for it', async () => {
    await saveFaults(bench, { kind: 'reorder', until: 'next', longestWaitMs: 45 * 60_000 })
    await shop.sold('patient', { pan: CARDS.avs })
    expect((await bench.call('clock.get', {})).timers).toBeGreaterThan(0)
    // The clarification of the payment expires in between: its timer does not wait for the held callback.
    await bench.advance(HOUR)
    expect(await summaryOf(bench, 'patient')).toMatchObject({ status: 'decline' })
    expect(merchant.verdicts).toEqual(['accepted', 'out of order'])

    await shop.sold('alone')
    const { now, nextTimer } = await bench.call('clock.get', {})
    expect(nextTimer).toMatchObject({
      kind: 'callback',
      paymentId: 'alone',
      dueAt: new Date(Date.parse(now) + 45 * 60_000).toISOString(),
    })
    const alone = await callbackOf(bench, 'alone')
    expect(alone).toMatchObject({ state: 'held', hold: { wakesAt: nextTimer?.dueAt } })
    await bench.call('clock.advanceToNext', {})
    expect(merchant.verdicts).toEqual(['accepted', 'out of order', 'accepted'])
    expect((await callbackOf(bench, 'alone')).attempts[0]?.dueAt).toBe(nextTimer?.dueAt)
  })
})
