import { describe, expect, it } from 'vitest'
import { useFaultBench } from './testing/fault-bench'
import { faultCounts, firstOnly, saveFaults } from './testing/fault-rules'
import { at } from './testing/flow-bench'
import { callbackOf } from './testing/requests'

const { bench, merchant, shop } = useFaultBench()

describe('the content of an attempt', () => {
  it('is refused for its corrupt signature until the rule is used up, then accepted', async () => {
    await saveFaults(bench, firstOnly({ kind: 'corruptSignature' }, 2))
    await shop.sold('forged')
    await bench.advance(20_000)
    expect(merchant.verdicts).toEqual(['wrong signature', 'wrong signature', 'accepted'])
    const callback = await callbackOf(bench, 'forged')
    expect(callback.signature.state).toBe('valid')
    expect(callback.attempts.map(({ requestBodyBase64 }) => requestBodyBase64 === undefined)).toEqual([
      false,
      false,
      true,
    ])
    expect(callback.attempts[0]?.marks).toMatchObject([{ text: expect.stringContaining('Corrupts') }])
    expect(callback.marks).toHaveLength(1)
    expect(await faultCounts(bench)).toBe('2/3')
  })

  it('is unchanged if there is nothing to change, which is noted but not counted', async () => {
    await saveFaults(bench, { kind: 'removeField', path: 'nowhere', signing: 'resign' })
    await shop.sold('same')
    expect(merchant.verdicts).toEqual(['accepted'])
    const [attempt] = (await callbackOf(bench, 'same')).attempts
    expect(attempt).not.toHaveProperty('requestBodyBase64')
    expect(attempt?.marks[0]?.text).toContain('changed nothing: there is no nowhere')
    expect(await faultCounts(bench)).toBe('0/1')
  })
})

describe('an attempt on the wire', () => {
  it('fails if it is cut in the middle, and is retried on the schedule', async () => {
    await saveFaults(bench, firstOnly({ kind: 'cut', afterBytes: 250 }))
    await shop.sold('cut')
    const failed = await callbackOf(bench, 'cut')
    expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: at(10_000), scheduleAttempts: 1 })
    const [attempt] = failed.attempts
    expect(attempt?.error).toMatchObject({ code: 'cut', message: expect.stringContaining('after 250 bytes') })
    expect(Buffer.from(attempt?.wireBase64 ?? '', 'base64')).toHaveLength(250)
    await bench.advance(10_000)
    expect(merchant.verdicts).toEqual(['accepted'])
    expect(merchant.brokenOff).toHaveLength(1)
    expect(await callbackOf(bench, 'cut')).toMatchObject({ state: 'delivered', attemptCount: 2 })
  })
})
