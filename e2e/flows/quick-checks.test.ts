import { describe, expect, it } from 'vitest'
import type { QuickCheck } from '#protocol/exam'
import { isRecord } from '#lib/json/node'
import { answerWith, aRule } from './testing/answer-rules'
import { saveFaults } from './testing/fault-rules'
import { PROJECT, START } from './testing/flow-bench'
import type { Received } from './testing/merchant'
import { useMerchantBench } from './testing/merchant-bench'
import { callbacksOf, CARDS, DAY, summaryOf } from './testing/requests'
import { isSigned } from './testing/signer'

const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

type Receiver = (callback: Received) => number

/** A receiver that follows every rule, except the one that the check `broken` tests. */
function aReceiver(broken: QuickCheck | null, known: string): Receiver {
  const seen = new Set<string>()
  let isDone = false
  return ({ text, json, paymentId }) => {
    if (broken !== 'forge' && !isSigned(text, PROJECT.secret)) return 400
    if (broken !== 'unknownOrder' && paymentId !== known) return 404
    const { payment } = json
    const date = isRecord(payment) ? String(payment['date']) : ''
    if (broken === 'late' && Date.parse(date) < START - DAY) return 400
    if (broken === 'sendTwice' && seen.has(text)) return 409
    seen.add(text)
    const isFinal = isRecord(payment) && payment['status'] === 'success'
    if (broken === 'reorder' && isDone && !isFinal) return 500
    isDone ||= isFinal
    return 200
  }
}

/** Makes a payment; returns the id of its result callback, to which the receiver responded with 200. */
async function aResult(paymentId: string): Promise<string> {
  merchant.answerWith(() => 200)
  await shop.sold(paymentId)
  const result = (await callbacksOf(bench, paymentId)).find(({ kind }) => kind === 'result')
  return result?.id ?? ''
}

async function checkOf(check: QuickCheck, broken: QuickCheck | null) {
  const paymentId = `${check}-${broken ?? 'good'}`
  const id = await aResult(paymentId)
  merchant.answerWith(aReceiver(broken, paymentId))
  return { id, result: await bench.call('callbacks.check', { id, check }) }
}

const FAILURES: readonly (readonly [QuickCheck, number, string])[] = [
  [
    'sendTwice',
    5,
    'The same callback was not answered with 200 when it came again. It was answered with 409.',
  ],
  ['forge', 2, 'A callback with a wrong signature was answered with 200.'],
  [
    'reorder',
    8,
    'A callback that came after the result was not answered with 200. It was answered with 500.',
  ],
  ['late', 7, 'A callback dated ten days ago was not answered with 200. It was answered with 400.'],
  ['unknownOrder', 31, 'A callback about an order that does not exist was answered with 200.'],
]

describe('a quick check', () => {
  it.each(FAILURES)('of kind %s passes for a receiver that keeps rule %i', async (check, rule) => {
    const { result } = await checkOf(check, null)
    expect(result).toMatchObject({ check, rule, verdict: 'passed' })
  })

  it.each(FAILURES)('of kind %s fails for a receiver that breaks rule %i', async (check, rule, reason) => {
    const { result, id } = await checkOf(check, check)
    expect(result).toMatchObject({ check, rule, verdict: 'failed', reason })
    expect(result.remedy).not.toBe('')
    // Every message is an ordinary replay, whose bytes are the evidence.
    const { replays } = await bench.call('callbacks.get', { id })
    expect(replays.toSorted()).toEqual(result.sent.map((message) => message.id).toSorted())
    for (const message of result.sent) {
      const { body, lastStatus } = await bench.call('callbacks.get', { id: message.id })
      expect(message.request).toContain(body)
      expect(message.status).toBe(lastStatus)
      expect(message.response).toContain(`HTTP/1.1 ${lastStatus ?? ''}`)
    }
  })

  it('is named at its messages in the timeline of the payment, where a fault rule’s copy is called a copy', async () => {
    const id = await aResult('named')
    await bench.call('callbacks.check', { id, check: 'forge' })
    await saveFaults(bench, { kind: 'duplicate', copies: 1, gapMs: 0 })
    await bench.call('callbacks.replay', { id, signing: 'keep' })
    await bench.settle()
    await saveFaults(bench)
    const { key } = await summaryOf(bench, 'named')
    const { timeline } = await bench.call('payments.get', { key })
    const sent = timeline.filter(({ reference }) => reference?.type === 'callback')
    expect(sent.map(({ title, marks = [] }) => [title, marks.length])).toEqual([
      ['result callback', 0],
      ['result callback, check: signature corrupted, body edited', 0],
      ['result callback, check: signature kept, body edited', 0],
      ['result callback, check: signature left out, body edited', 0],
      ['result callback, check: signature kept', 0],
      ['result callback, replay: signature kept', 1],
      ['result callback, copy', 1],
    ])
  })

  it('keeps its last result with the callback', async () => {
    const { id, result } = await checkOf('late', null)
    const again = await bench.call('callbacks.check', { id, check: 'late' })
    const other = await bench.call('callbacks.check', { id, check: 'sendTwice' })
    expect(again).not.toEqual(result)
    expect(await bench.call('callbacks.checks', { id })).toEqual({ items: [other, again] })
  })

  it('judges no merchant if the capture server of Paybench responded, unless it passed the messages on', async () => {
    const { id, result } = await checkOf('forge', 'forge')
    expect(result.verdict).toBe('failed')
    expect(result.remedy).toContain('Compute the signature')

    const url = `${bench.ready.merchant}/callbacks/own`
    const own = await bench.call('callbacks.replay', { id, target: url, signing: 'keep' })
    await bench.settle()
    const byCapture = await bench.call('callbacks.check', { id: own.id, check: 'forge' })
    expect(byCapture).toMatchObject({
      verdict: 'not observed',
      reason: expect.stringContaining('own capture server answered') as string,
    })

    await answerWith(
      bench,
      aRule([{ kind: 'forward', url: merchant.url, appendPath: false, verifyCertificate: true }]),
    )
    const passedOn = await bench.call('callbacks.check', { id: own.id, check: 'forge' })
    await answerWith(bench)
    expect(passedOn.verdict).toBe('failed')
  })

  it('gives no verdict on a receiver that refuses the genuine callback too', async () => {
    const id = await aResult('refused')
    merchant.answerWith(() => 404)
    const { verdict, reason } = await bench.call('callbacks.check', { id, check: 'forge' })
    expect([verdict, reason]).toEqual([
      'not observed',
      'The genuine callback was answered with 404, so the other responses prove nothing. Check a callback that the merchant answers with 200.',
    ])
  })

  it('gives no verdict if no response comes, and sends no more messages', async () => {
    const id = await aResult('silent')
    merchant.answerWith(() => 'reset')
    const { verdict, reason, sent } = await bench.call('callbacks.check', { id, check: 'forge' })
    expect([verdict, sent.length]).toEqual(['not observed', 1])
    expect(reason).toContain('it got no response')
  })

  it('gives no verdict if a fault rule changed the messages', async () => {
    const id = await aResult('faulty')
    await saveFaults(bench, { kind: 'corruptSignature' })
    const { verdict, reason } = await bench.call('callbacks.check', { id, check: 'sendTwice' })
    await saveFaults(bench)
    expect(verdict).toBe('not observed')
    expect(reason).toContain('fault rule was at work')
  })

  it('needs a result callback, and a callback that exists', async () => {
    merchant.answerWith(() => 200)
    await shop.sold('open', { pan: CARDS.avs })
    const [asked] = await callbacksOf(bench, 'open')
    const id = asked?.id ?? ''
    await expect(bench.call('callbacks.check', { id, check: 'reorder' })).rejects.toThrow(
      'no result callback yet',
    )
    await expect(bench.call('callbacks.check', { id: 'cb_none', check: 'late' })).rejects.toThrow('cb_none')
  })
})
