import { describe, expect, it } from 'vitest'
import { useFaultBench } from './testing/fault-bench'
import { aFaultRule, faultCounts, firstOnly, saveFaults, type RuleParams } from './testing/fault-rules'
import { PROJECT } from './testing/flow-bench'
import { callbackOf, callbacksOf, replayOnce, summaryOf } from './testing/requests'

const { bench, merchant, restart, shop } = useFaultBench()

describe('fault rules', () => {
  it('act on the same message if they change different things; of two that change the same thing, the first applies', async () => {
    const rules = await saveFaults(
      bench,
      firstOnly({ kind: 'contentType', contentType: 'text/plain' }),
      { kind: 'http10' },
      { kind: 'charset', charset: 'latin1', announce: true },
    )
    await shop.sold('both')
    expect(merchant.judged[0]).toMatchObject({ httpVersion: '1.0', verdict: 'wrong content type' })
    const { attempts } = await callbackOf(bench, 'both')
    expect(attempts[0]?.marks.map(({ ruleId }) => ruleId)).toEqual(rules.map(({ id }) => id))
    expect(attempts[0]?.marks.at(-1)?.text).toMatch(
      /^Rule “charset \d+” did not act: “contentType \d+” comes before it and decides the same aspect\.$/,
    )
    expect(await faultCounts(bench)).toBe('1/1 1/1 0/1')
  })

  it('are evaluated only for their own project, kinds, target and payment', async () => {
    await shop.sold('mine')
    const { key } = await summaryOf(bench, 'mine')
    await saveFaults(
      bench,
      aFaultRule({ kind: 'http10' }, { match: { kinds: ['clarification', 'token'] } }),
      aFaultRule({ kind: 'http10' }, { match: { target: '/elsewhere' } }),
      aFaultRule({ kind: 'http10' }, { match: { paymentKey: key } }),
      aFaultRule(
        { kind: 'http10' },
        { match: { projectId: PROJECT.id, kinds: ['result'], target: '/CALLBACK' } },
      ),
    )
    await shop.sold('other')
    expect(merchant.judged.map(({ httpVersion }) => httpVersion)).toEqual(['1.1', '1.0'])
    expect(await faultCounts(bench)).toBe('0/0 0/0 0/0 1/1')
  })

  it('stop messages of a bulk replay without stopping the replay', async () => {
    await shop.sold('one')
    await shop.sold('two')
    await saveFaults(bench, firstOnly({ kind: 'drop' }))
    const ids = [...(await callbacksOf(bench, 'one')), ...(await callbacksOf(bench, 'two'))].map(
      ({ id }) => id,
    )
    const job = await bench.call('replay.start', {
      ids,
      pacing: 'flat',
      order: 'original',
      concurrency: 1,
      signing: 'keep',
    })
    expect(await replayOnce(bench, job.id)).toMatchObject({ accepted: 1, left: 1 })
  })
})

describe('saved fault rules', () => {
  it('survive a restart with their counts, and so do the messages that they hold', async () => {
    const rules = await saveFaults(
      bench,
      firstOnly({ kind: 'reorder', until: 'next', longestWaitMs: 60_000 }),
      firstOnly({ kind: 'http10' }, 3),
    )
    await shop.sold('held')
    await shop.sold('sent')
    await restart()
    expect(await faultCounts(bench)).toBe('1/2 1/1')
    const { rules: again } = await bench.call('faults.list', {})
    expect(again.map(({ id, sentence }) => [id, sentence.endsWith('.')])).toEqual(
      rules.map(({ id }) => [id, true]),
    )
    expect(await callbackOf(bench, 'held')).toMatchObject({ state: 'held' })
    await bench.advance(60_000)
    expect(await callbackOf(bench, 'held')).toMatchObject({ state: 'delivered' })
    expect(await faultCounts(bench)).toBe('1/2 2/2')
  })

  it('keep their counts while other rules are changed', async () => {
    const [http10] = await saveFaults(bench, { kind: 'http10' })
    await shop.sold('first')
    if (http10 === undefined) throw new Error('No rule')
    await saveFaults(bench, { kind: 'chunked', chunkBytes: 10 }, { ...http10, enabled: false })
    await shop.sold('second')
    expect(await faultCounts(bench)).toBe('1/1 1/1')
    await bench.call('faults.resetCounts', { id: http10.id })
    expect(await faultCounts(bench)).toBe('1/1 0/0')
    await bench.call('faults.resetCounts', {})
    expect(await faultCounts(bench)).toBe('0/0 0/0')
    expect(await bench.refusal('faults.resetCounts', { id: 'nobody' })).toMatchObject({ code: 'not_found' })
  })

  it.each<readonly [string, unknown]>([
    ['rules.0.fault.ms', { fault: { kind: 'delay', ms: 0 } }],
    ['rules.0.fault.kind', { fault: { kind: 'explode' } }],
    ['rules.0.match.projectId', { match: { projectId: 77 } }],
    ['rules.0.id', { id: 'a b' }],
  ])('are not replaced by rules with invalid values: %s', async (field, change) => {
    await saveFaults(bench, { kind: 'http10' })
    const rule = { ...aFaultRule({ kind: 'drop' }), ...(change as Partial<RuleParams>) }
    const refusal = await bench.refusal('faults.save', { rules: [rule] })
    expect(refusal).toMatchObject({ code: 'invalid_params', httpStatus: 400 })
    expect(refusal.issues?.map((issue) => issue.field)).toContain(field)
    expect((await bench.call('faults.list', {})).rules).toMatchObject([{ fault: { kind: 'http10' } }])
  })
})
