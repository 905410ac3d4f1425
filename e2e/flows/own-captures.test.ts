import { describe, expect, it } from 'vitest'
import { makeSelfSigned } from '#net/testing/self-signed'
import { aRule, reply } from './testing/answer-rules'
import { aFaultRule, saveFaults, type RuleParams } from './testing/fault-rules'
import { useFlowBench } from './testing/merchant-bench'
import { openMerchant } from './testing/merchant'
import { callbackOf, callbacksOf, DAY } from './testing/requests'

const { bench, shop } = useFlowBench({ per: 'test' })

/** For each callback of a payment, the captured body of each attempt; null if nothing was captured. */
async function capturedOf(paymentId: string): Promise<readonly (readonly (string | null)[])[]> {
  const callbacks = await callbacksOf(bench, paymentId)
  return Promise.all(
    callbacks.map(async ({ id }) => {
      const { attempts } = await bench.call('callbacks.get', { id })
      return Promise.all(
        attempts.map(async ({ captureId, seq, n }) => {
          if (captureId === undefined) return null
          const capture = await bench.call('captures.get', { id: captureId })
          expect(capture.callbackId).toBe(id)
          expect(capture.sentBy).toMatchObject({ callbackId: id, attempt: { seq, n } })
          return capture.body
        }),
      )
    }),
  )
}

const respondWith = (status: number, kind?: 'clarification' | 'remaining') =>
  aRule([reply(status)], {
    id: `answer-${String(status)}`,
    match: kind === undefined ? {} : { kinds: [kind] },
  })

describe('a captured request', () => {
  it('belongs to the attempt that sent it, however many callbacks have the same bytes', async () => {
    await saveFaults(bench, { kind: 'duplicate', copies: 3, gapMs: 0 })
    await shop.sale('same')
    await bench.advance(DAY)
    const captured = await capturedOf('same')
    expect(captured.map((attempts) => attempts.length)).toEqual([1, 1, 1, 1])
    expect(new Set(captured.flat()).size).toBe(1)
    const { items } = await bench.call('captures.list', { limit: 100 })
    expect(new Set(items.map(({ callbackId }) => callbackId)).size).toBe(4)
    expect(captured.flat()).not.toContain(null)
  })

  it('belongs to its own attempt on the schedule, and a resend starts again at n = 0', async () => {
    await bench.call('answers.save', { rules: [respondWith(500)] })
    await shop.sale('often')
    await bench.advance(30_000)
    await bench.call('callbacks.resend', { id: (await callbackOf(bench, 'often')).id })
    await bench.settle()
    const { attempts } = await callbackOf(bench, 'often')
    expect(attempts.map(({ n }) => n)).toEqual([0, 1, 2, 3, 0])
    expect(new Set(attempts.map(({ captureId }) => captureId)).size).toBe(5)
    expect((await capturedOf('often')).flat()).not.toContain(null)
    expect(attempts.map(({ responseMarks }) => responseMarks?.map(({ ruleId }) => ruleId))).toEqual(
      attempts.map(() => ['answer-500']),
    )
  })

  it.each<RuleParams['fault']>([
    { kind: 'changeField', path: 'payment.status', value: '"decline"', signing: 'keep' },
    { kind: 'chunked', chunkBytes: 40 },
    { kind: 'cut', afterBytes: 400 },
    { kind: 'closeBeforeAnswer' },
  ])('belongs to its attempt even if a fault rule changed that attempt: $kind', async (fault) => {
    await saveFaults(bench, aFaultRule(fault))
    await shop.sold('changed')
    await expect
      .poll(async () => (await capturedOf('changed')).flat(), { interval: 5, timeout: 5000 })
      .not.toContain(null)
  })

  it('from another sender belongs to no attempt, only to the callback with the same bytes', async () => {
    await shop.sold('copied')
    const { id, body } = await callbackOf(bench, 'copied')
    await fetch(`${bench.ready.merchant}/elsewhere`, { method: 'POST', body })
    const { items } = await bench.call('captures.list', { limit: 1 })
    const capture = await bench.call('captures.get', { id: items[0]?.id ?? '' })
    expect(capture).toMatchObject({ path: '/elsewhere', callbackId: id })
    expect(capture.sentBy).toEqual({ callbackId: id, kind: 'result' })
  })
})

describe('an attempt', () => {
  it('keeps the address to which it was sent, in its detail and in HAR', async () => {
    await bench.call('answers.save', { rules: [respondWith(500)] })
    await shop.sold('moved')
    const { id } = await callbackOf(bench, 'moved')
    const before = `${bench.ready.merchant}/callbacks`
    const after = `${bench.ready.merchantTls}/new/place?x=1`
    await bench.call('callbacks.retarget', { id, target: after })
    await bench.advance(10_000)
    const { attempts, target } = await bench.call('callbacks.get', { id })
    expect(target).toBe(after)
    expect(attempts.map((attempt) => attempt.target)).toEqual([expect.stringContaining(before), after])
    const { text } = await bench.call('traffic.exportHar', { ids: [id] })
    const har = JSON.parse(text) as { log: { entries: { request: { url: string } }[] } }
    expect(har.log.entries.map(({ request }) => request.url)).toEqual(
      attempts.map((attempt) => attempt.target),
    )
  })

  it('is marked if the certificate was accepted unchecked, and only then', async () => {
    const { certPem, keyPem } = await makeSelfSigned(new Date())
    const merchant = await openMerchant({ certPem, keyPem })
    try {
      const targets = [merchant.url, `${bench.ready.merchantTls}/own`]
      const errors: (string | undefined)[] = []
      for (const [at, callbackUrl] of targets.entries()) {
        await bench.call('projects.update', { projectId: 9041, callbackUrl })
        await shop.sold(`tls-${String(at)}`)
        const id = (await callbacksOf(bench, `tls-${String(at)}`))[0]?.id ?? ''
        const { attempts } = await bench.call('callbacks.get', { id })
        expect(attempts).toMatchObject([{ status: 200, tlsVersion: 'TLSv1.3' }])
        errors.push(attempts[0]?.certificateError)
      }
      expect(errors).toEqual([
        expect.stringMatching(
          /^The certificate of 127\.0\.0\.1:\d+ is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
        ),
        undefined,
      ])
    } finally {
      await merchant.close()
    }
  })
})
