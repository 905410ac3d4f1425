import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aFaultRule, faultCounts, saveFaults, type RuleParams } from './testing/fault-rules'
import { openFlowBench, PROJECT, START, type FlowBench } from './testing/flow-bench'
import { callbacksOf, CARDS, DAY, HOUR, merchantOf, summaryOf, type MerchantClient } from './testing/requests'
import { isRecord } from './testing/signer'
import { openVerifyingMerchant, type VerifyingMerchant } from './testing/verifying-merchant'

let merchant: VerifyingMerchant
let bench: FlowBench
let shop: MerchantClient

beforeEach(async () => {
  merchant = await openVerifyingMerchant(PROJECT.secret, { 'out of order': 200 })
  bench = await openFlowBench({ callbackUrl: merchant.url })
  shop = merchantOf(bench)
})
afterEach(async () => {
  await bench.close()
  await merchant.close()
})

/** The only callback of a payment, with its attempts. */
async function callbackOf(paymentId: string, index = 0) {
  const id = (await callbacksOf(bench, paymentId))[index]?.id
  if (id === undefined) throw new Error(`No callback of ${paymentId}`)
  return bench.call('callbacks.get', { id })
}
/** A sale whose result callback is called back at once. */
async function sell(paymentId: string): Promise<void> {
  await shop.sale(paymentId)
  await bench.settle()
}
const at = (ms: number): string => new Date(START + ms).toISOString()
const firstOnly = (fault: RuleParams['fault'], count = 1): RuleParams =>
  aFaultRule(fault, { when: { kind: 'first', count } })

describe('whether and when a callback leaves', () => {
  it('later: due at its later time, and its schedule counts from there', async () => {
    await saveFaults(bench, { kind: 'delay', ms: 30_000 })
    await sell('late')
    expect(merchant.judged).toHaveLength(0)
    const waiting = await callbackOf('late')
    expect(waiting).toMatchObject({ state: 'scheduled', nextAttemptAt: at(30_000), attempts: [] })
    expect(waiting.planned[1]).toEqual({ n: 1, dueAt: at(40_000) })
    expect(waiting.marks.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Rule “delay \d+”: Delays this message by 30 s\.$/),
    ])
    const step = await bench.advance(29_999)
    expect([step.sentCallbacks, merchant.judged.length]).toEqual([0, 0])
    expect((await bench.advance(1)).sentCallbacks).toBe(1)
    expect(merchant.verdicts).toEqual(['accepted'])
    expect((await callbackOf('late')).attempts[0]).toMatchObject({
      n: 0,
      dueAt: at(30_000),
      sentAt: at(30_000),
    })
    expect(await faultCounts(bench)).toEqual([[1, 1]])
  })

  it('never, and it says so; released, it is sent after all', async () => {
    await saveFaults(bench, { kind: 'drop' })
    await sell('gone')
    await bench.advance(11 * DAY)
    expect(merchant.judged).toHaveLength(0)
    const dropped = await callbackOf('gone')
    expect(dropped).toMatchObject({ state: 'dropped', attempts: [], planned: [] })
    expect(dropped.note).toMatch(/^Rule “drop \d+”: Drops this message: nothing is sent\./)
    expect(await summaryOf(bench, 'gone')).toMatchObject({
      callbacks: { delivered: 0, failed: 0, pending: 0 },
    })
    await bench.call('callbacks.release', { id: dropped.id })
    await bench.settle()
    expect(merchant.verdicts).toEqual(['accepted'])
    expect(await callbackOf('gone')).toMatchObject({ state: 'delivered' })
    expect(await faultCounts(bench)).toEqual([[1, 1]])
  })

  it('more than once, each copy with the same bytes and a schedule of its own', async () => {
    await saveFaults(bench, { kind: 'duplicate', copies: 2, gapMs: 5000 })
    await sell('twice')
    expect(merchant.verdicts).toEqual(['accepted'])
    await bench.advance(DAY)
    expect(merchant.verdicts).toEqual(['accepted', 'duplicate', 'duplicate'])
    const [original, ...copies] = await callbacksOf(bench, 'twice')
    expect(copies.map(({ replayOf, marks }) => [replayOf, marks[0]?.text])).toEqual([
      [original?.id, expect.stringContaining('copy 1 of 2')],
      [original?.id, expect.stringContaining('copy 2 of 2')],
    ])
    const dues = await Promise.all([1, 2].map(async (index) => (await callbackOf('twice', index)).attempts))
    expect(dues.map(([attempt]) => attempt?.dueAt)).toEqual([at(5000), at(10_000)])
    expect(await faultCounts(bench)).toEqual([[1, 1]])
  })

  it('after the callback that should have come later', async () => {
    await saveFaults(bench, { kind: 'reorder', until: 'result', longestWaitMs: 0 })
    await shop.sale('swapped', { pan: CARDS.avs })
    await bench.advance(1000)
    expect(await callbackOf('swapped')).toMatchObject({
      state: 'held',
      hold: { by: 'rule', until: 'result', dueAt: at(0) },
    })
    expect(merchant.judged).toHaveLength(0)
    await shop.clarify('swapped', { avs_data: { avs_post_code: 'H91', avs_street_address: '14 Long Walk' } })
    await bench.settle()
    expect(merchant.verdicts).toEqual(['accepted', 'out of order'])
    const [asked, result] = await callbacksOf(bench, 'swapped')
    expect([asked?.kind, asked?.state, result?.kind, result?.state]).toEqual([
      'clarification',
      'delivered',
      'result',
      'delivered',
    ])
    // The result was asked about too, but it would have waited for what waits for it.
    expect(result?.marks[0]?.text).toContain('changed nothing: a rule holds another callback')
    expect(await faultCounts(bench)).toEqual([[2, 1]])
  })

  it('and never two against each other, whichever rules would hold them', async () => {
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
    await shop.clarify('crossed', { avs_data: { avs_post_code: 'H91', avs_street_address: '14 Long Walk' } })
    await bench.settle()
    const callbacks = await callbacksOf(bench, 'crossed')
    expect(callbacks.map(({ kind, state }) => [kind, state])).toEqual([
      ['clarification', 'delivered'],
      ['result', 'delivered'],
    ])
    expect(callbacks[1]?.marks[0]?.text).toContain('changed nothing: a rule holds another callback')
    expect(await faultCounts(bench)).toEqual([
      [1, 1],
      [1, 0],
    ])
  })

  it('at the latest after its longest wait, and nothing else waits for it', async () => {
    await saveFaults(bench, { kind: 'reorder', until: 'next', longestWaitMs: 45 * 60_000 })
    await shop.sale('patient', { pan: CARDS.avs })
    await bench.settle()
    expect((await bench.call('clock.get', {})).timers).toBeGreaterThan(0)
    // The clarification of the payment expires in between: its timer does not wait for the held callback.
    await bench.advance(HOUR)
    expect(await summaryOf(bench, 'patient')).toMatchObject({ status: 'decline' })
    expect(merchant.verdicts).toEqual(['accepted', 'out of order'])

    await sell('alone')
    const { now, nextTimer } = await bench.call('clock.get', {})
    expect(nextTimer).toMatchObject({
      kind: 'callback',
      paymentId: 'alone',
      dueAt: new Date(Date.parse(now) + 45 * 60_000).toISOString(),
    })
    expect(await callbackOf('alone')).toMatchObject({ state: 'held', hold: { wakesAt: nextTimer?.dueAt } })
    await bench.call('clock.advanceToNext', {})
    expect(merchant.verdicts).toEqual(['accepted', 'out of order', 'accepted'])
    expect((await callbackOf('alone')).attempts[0]?.dueAt).toBe(nextTimer?.dueAt)
  })
})

describe('what an attempt says', () => {
  it('with a corrupt signature: refused until the rule is used up, then taken', async () => {
    await saveFaults(bench, firstOnly({ kind: 'corruptSignature' }, 2))
    await sell('forged')
    await bench.advance(20_000)
    expect(merchant.verdicts).toEqual(['wrong signature', 'wrong signature', 'accepted'])
    const callback = await callbackOf('forged')
    expect(callback.signature.state).toBe('valid')
    expect(callback.attempts.map(({ requestBodyBase64 }) => requestBodyBase64 === undefined)).toEqual([
      false,
      false,
      true,
    ])
    expect(callback.attempts[0]?.marks).toMatchObject([{ text: expect.stringContaining('Corrupts') }])
    expect(callback.marks).toHaveLength(1)
    expect(await faultCounts(bench)).toEqual([[3, 2]])
  })

  it.each<readonly [string, RuleParams['fault'], string, (payment: unknown) => unknown, unknown]>([
    [
      'another value, signed again',
      { kind: 'changeField', path: 'payment.sum.amount', value: '1', signing: 'resign' },
      'accepted',
      (payment) => isRecord(payment) && isRecord(payment['sum']) && payment['sum']['amount'],
      1,
    ],
    [
      'another value with the old signature',
      { kind: 'changeField', path: 'payment.sum.amount', value: '1', signing: 'keep' },
      'wrong signature',
      (payment) => isRecord(payment) && isRecord(payment['sum']) && payment['sum']['amount'],
      1,
    ],
    [
      'a missing field',
      { kind: 'removeField', path: 'payment.method', signing: 'resign' },
      'accepted',
      (payment) => isRecord(payment) && 'method' in payment,
      false,
    ],
    [
      'an unknown field',
      { kind: 'unknownField', path: 'payment.neu', value: '{"a":[1]}', signing: 'resign' },
      'accepted',
      (payment) => isRecord(payment) && payment['neu'],
      { a: [1] },
    ],
  ])('with %s', async (_, fault, verdict, read, value) => {
    await saveFaults(bench, firstOnly(fault))
    await sell('changed')
    expect(merchant.verdicts).toEqual([verdict])
    expect(read(merchant.judged[0]?.json['payment'])).toEqual(value)
    const callback = await callbackOf('changed')
    const sent = Buffer.from(callback.attempts[0]?.requestBodyBase64 ?? '', 'base64')
    expect(sent.equals(merchant.judged[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(callback.body).not.toBe(sent.toString())
    expect(await faultCounts(bench)).toEqual([[1, 1]])
  })

  it.each<readonly [RuleParams['fault'], string, string]>([
    [{ kind: 'contentType', contentType: 'text/plain' }, 'text/plain', 'wrong content type'],
    [
      { kind: 'charset', charset: 'utf-16le', announce: true },
      'application/json; charset=utf-16le',
      'wrong content type',
    ],
    [{ kind: 'charset', charset: 'utf-8-bom', announce: false }, 'application/json', 'not JSON'],
  ])('in a form that a careful shop refuses: %j', async (fault, type, verdict) => {
    await saveFaults(bench, firstOnly(fault))
    await sell('odd')
    await bench.advance(10_000)
    expect(merchant.verdicts).toEqual([verdict, 'accepted'])
    const { rawHeaders = [] } = merchant.judged[0] ?? {}
    expect(rawHeaders[rawHeaders.indexOf('Content-Type') + 1]).toBe(type)
    expect(await callbackOf('odd')).toMatchObject({ state: 'delivered', attemptCount: 2 })
  })

  it('unchanged if there is nothing to change, which is noted and not counted', async () => {
    await saveFaults(bench, { kind: 'removeField', path: 'nowhere', signing: 'resign' })
    await sell('same')
    expect(merchant.verdicts).toEqual(['accepted'])
    const [attempt] = (await callbackOf('same')).attempts
    expect(attempt).not.toHaveProperty('requestBodyBase64')
    expect(attempt?.marks[0]?.text).toContain('changed nothing: there is no nowhere')
    expect(await faultCounts(bench)).toEqual([[1, 0]])
  })
})

describe('how an attempt goes over the wire', () => {
  it.each<readonly [RuleParams['fault'], string, string | undefined]>([
    [{ kind: 'chunked', chunkBytes: 50 }, '1.1', 'chunked'],
    [{ kind: 'slowBody', bytesPerSecond: 20_000 }, '1.1', undefined],
    [{ kind: 'http10' }, '1.0', undefined],
  ])('unusually, and a good shop takes it: %j', async (fault, version, encoding) => {
    await saveFaults(bench, fault)
    await sell('unusual')
    expect(merchant.verdicts).toEqual(['accepted'])
    const [got] = merchant.judged
    expect(got?.httpVersion).toBe(version)
    const headers = got?.rawHeaders ?? []
    expect(headers[headers.indexOf('Transfer-Encoding') + 1]).toBe(encoding ?? headers[0])
    const callback = await callbackOf('unusual')
    expect(got?.bytes.toString()).toBe(callback.body)
    expect(callback.state).toBe('delivered')
  })

  it('cut in the middle: a failed attempt that the schedule repeats', async () => {
    await saveFaults(bench, firstOnly({ kind: 'cut', afterBytes: 250 }))
    await sell('cut')
    const failed = await callbackOf('cut')
    expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: at(10_000), scheduleAttempts: 1 })
    const [attempt] = failed.attempts
    expect(attempt?.error).toMatchObject({ code: 'cut', message: expect.stringContaining('after 250 bytes') })
    expect(Buffer.from(attempt?.wireBase64 ?? '', 'base64')).toHaveLength(250)
    await bench.advance(10_000)
    expect(merchant.verdicts).toEqual(['accepted'])
    expect(merchant.brokenOff).toBe(1)
    expect(await callbackOf('cut')).toMatchObject({ state: 'delivered', attemptCount: 2 })
  })

  it('left before the answer: the shop has it, and gets it again', async () => {
    await saveFaults(bench, firstOnly({ kind: 'closeBeforeAnswer' }))
    await sell('left')
    await merchant.count(1)
    expect((await callbackOf('left')).attempts[0]).toMatchObject({ error: { code: 'left' } })
    await bench.advance(10_000)
    expect(merchant.verdicts).toEqual(['accepted', 'duplicate'])
  })
})

describe('rules together', () => {
  it('act on one message if they decide different things; of two that decide the same, the first applies', async () => {
    const rules = await saveFaults(
      bench,
      firstOnly({ kind: 'contentType', contentType: 'text/plain' }),
      { kind: 'http10' },
      { kind: 'charset', charset: 'latin1', announce: true },
    )
    await sell('both')
    expect(merchant.judged[0]).toMatchObject({ httpVersion: '1.0', verdict: 'wrong content type' })
    const { attempts } = await callbackOf('both')
    expect(attempts[0]?.marks.map(({ ruleId }) => ruleId)).toEqual(rules.map(({ id }) => id).toSorted())
    expect(attempts[0]?.marks.at(-1)?.text).toMatch(
      /^Rule “charset \d+” did not act: “contentType \d+” stands before it and decides the same\.$/,
    )
    expect(await faultCounts(bench)).toEqual([
      [1, 1],
      [1, 1],
      [1, 0],
    ])
  })

  it('are asked only about their own project, kinds, target and payment', async () => {
    await sell('mine')
    const { key } = await summaryOf(bench, 'mine')
    await saveFaults(
      bench,
      aFaultRule({ kind: 'http10' }, { match: { kinds: ['clarification', 'token'] } }),
      aFaultRule({ kind: 'http10' }, { match: { target: '/elsewhere' } }),
      aFaultRule({ kind: 'http10' }, { match: { paymentKey: key } }),
      aFaultRule({ kind: 'http10' }, { match: { paymentId: 'mine' } }),
      aFaultRule({ kind: 'http10' }, { enabled: false }),
      aFaultRule(
        { kind: 'http10' },
        { match: { projectId: PROJECT.id, kinds: ['result'], target: '/CALLBACK' } },
      ),
    )
    await sell('other')
    expect(merchant.judged.map(({ httpVersion }) => httpVersion)).toEqual(['1.1', '1.0'])
    expect(await faultCounts(bench)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 1],
    ])
  })

  it('find a payment by its id, whatever its letter case, also one that is yet to come', async () => {
    await saveFaults(bench, aFaultRule({ kind: 'http10' }, { match: { paymentId: 'SHOP-7' } }))
    await sell('shop-7')
    await sell('shop-70')
    expect(merchant.judged.map(({ httpVersion }) => httpVersion)).toEqual(['1.0', '1.1'])
    const [rule] = (await bench.call('faults.list', {})).rules
    expect(rule).toMatchObject({
      sentence:
        'Writes HTTP/1.0 into the start line in every attempt to deliver a callback of payment SHOP-7.',
      ...{ evaluated: 1, fired: 1 },
    })
  })

  it('repeat their story for a seed', async () => {
    await saveFaults(bench, aFaultRule({ kind: 'drop' }, { when: { kind: 'chance', percent: 40, seed: 11 } }))
    const story = async (round: string): Promise<readonly string[]> => {
      const states: string[] = []
      for (let n = 0; n < 12; n += 1) {
        await sell(`${round}-${n}`)
        states.push((await callbackOf(`${round}-${n}`)).state)
      }
      return states
    }
    const first = await story('first')
    expect(new Set(first)).toEqual(new Set(['dropped', 'delivered']))
    await bench.call('faults.resetCounts', {})
    expect(await story('again')).toEqual(first)
    expect((await faultCounts(bench))[0]?.[0]).toBe(12)
  })

  it('stop messages of a bulk replay without stopping the replay', async () => {
    await sell('one')
    await sell('two')
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
    for (let state = job.state; state !== 'done';) {
      await bench.settle()
      state = (await bench.call('replay.get', { id: job.id })).job.state
    }
    expect((await bench.call('replay.get', { id: job.id })).job).toMatchObject({ accepted: 1, left: 1 })
  })
})

describe('rules on record', () => {
  it('survive a restart with their counts, and so does what they hold', async () => {
    const rules = await saveFaults(
      bench,
      firstOnly({ kind: 'reorder', until: 'next', longestWaitMs: 60_000 }),
      firstOnly({ kind: 'http10' }, 3),
    )
    await sell('held')
    await sell('sent')
    bench = await bench.restart()
    expect(await faultCounts(bench)).toEqual([
      [2, 1],
      [1, 1],
    ])
    const { rules: again } = await bench.call('faults.list', {})
    expect(again.map(({ id, sentence }) => [id, sentence.endsWith('.')])).toEqual(
      rules.map(({ id }) => [id, true]),
    )
    expect(await callbackOf('held')).toMatchObject({ state: 'held' })
    await bench.advance(60_000)
    expect(await callbackOf('held')).toMatchObject({ state: 'delivered' })
    expect(await faultCounts(bench)).toEqual([
      [2, 1],
      [2, 2],
    ])
  })

  it('keep their counts while others are changed around them', async () => {
    const [http10] = await saveFaults(bench, { kind: 'http10' })
    await sell('first')
    if (http10 === undefined) throw new Error('No rule')
    await saveFaults(bench, { kind: 'chunked', chunkBytes: 10 }, { ...http10, enabled: false })
    await sell('second')
    expect(await faultCounts(bench)).toEqual([
      [1, 1],
      [1, 1],
    ])
    await bench.call('faults.resetCounts', { id: http10.id })
    expect(await faultCounts(bench)).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect(await bench.refusal('faults.resetCounts', { id: 'nobody' })).toMatchObject({ code: 'not_found' })
  })

  it.each<readonly [string, unknown]>([
    ['rules.0.fault.ms', { fault: { kind: 'delay', ms: 0 } }],
    ['rules.0.fault.kind', { fault: { kind: 'explode' } }],
    ['rules.0.fault.value', { fault: { kind: 'changeField', path: 'a', value: '{', signing: 'keep' } }],
    ['rules.0.when.percent', { when: { kind: 'chance', percent: 101, seed: 1 } }],
    ['rules.0.match.projectId', { match: { projectId: 77 } }],
    ['rules.0.name', { name: '' }],
    ['rules.0.id', { id: 'a b' }],
  ])('refuse what cannot be, and stay as they were: %s', async (field, change) => {
    await saveFaults(bench, { kind: 'http10' })
    const rule = { ...aFaultRule({ kind: 'drop' }), ...(change as Partial<RuleParams>) }
    const refusal = await bench.refusal('faults.save', { rules: [rule] })
    expect(refusal).toMatchObject({ code: 'invalid_params', httpStatus: 400 })
    expect(refusal.issues?.map((issue) => issue.field)).toContain(field)
    expect((await bench.call('faults.list', {})).rules).toMatchObject([{ fault: { kind: 'http10' } }])
  })
})
