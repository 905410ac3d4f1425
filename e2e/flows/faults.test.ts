import { describe, expect, it } from 'vitest'
import { firstOnly, useFaultBench } from './testing/fault-bench'
import { faultCounts, saveFaults, type RuleParams } from './testing/fault-rules'
import { at } from './testing/flow-bench'

const { bench, merchant, callbackOf, sell } = useFaultBench()

describe('the content of an attempt', () => {
  it('is refused for its corrupt signature until the rule is used up, then accepted', async () => {
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

  it.each([
    ['signed again', 'resign', 'accepted'],
    ['with the old signature', 'keep', 'wrong signature'],
  ] as const)('can have another value, %s', async (_, signing, verdict) => {
    await saveFaults(
      bench,
      firstOnly({ kind: 'changeField', path: 'payment.method', value: '"cash"', signing }),
    )
    await sell('changed')
    expect(merchant.verdicts).toEqual([verdict])
    expect(merchant.judged[0]?.json['payment']).toMatchObject({ method: 'cash' })
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
  ])('can have a form that a careful shop refuses: %j', async (fault, type, verdict) => {
    await saveFaults(bench, firstOnly(fault))
    await sell('odd')
    await bench.advance(10_000)
    expect(merchant.verdicts).toEqual([verdict, 'accepted'])
    const { rawHeaders = [] } = merchant.judged[0] ?? {}
    expect(rawHeaders[rawHeaders.indexOf('Content-Type') + 1]).toBe(type)
    expect(await callbackOf('odd')).toMatchObject({ state: 'delivered', attemptCount: 2 })
  })

  it('is unchanged if there is nothing to change, which is noted but not counted', async () => {
    await saveFaults(bench, { kind: 'removeField', path: 'nowhere', signing: 'resign' })
    await sell('same')
    expect(merchant.verdicts).toEqual(['accepted'])
    const [attempt] = (await callbackOf('same')).attempts
    expect(attempt).not.toHaveProperty('requestBodyBase64')
    expect(attempt?.marks[0]?.text).toContain('changed nothing: there is no nowhere')
    expect(await faultCounts(bench)).toEqual([[1, 0]])
  })
})

describe('an attempt on the wire', () => {
  it.each<readonly [RuleParams['fault'], string, string | undefined]>([
    [{ kind: 'chunked', chunkBytes: 50 }, '1.1', 'chunked'],
    [{ kind: 'slowBody', bytesPerSecond: 20_000 }, '1.1', undefined],
    [{ kind: 'http10' }, '1.0', undefined],
  ])('can be unusual in a way that a good shop accepts: %j', async (fault, version, encoding) => {
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

  it('fails if it is cut in the middle, and is retried on the schedule', async () => {
    await saveFaults(bench, firstOnly({ kind: 'cut', afterBytes: 250 }))
    await sell('cut')
    const failed = await callbackOf('cut')
    expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: at(10_000), scheduleAttempts: 1 })
    const [attempt] = failed.attempts
    expect(attempt?.error).toMatchObject({ code: 'cut', message: expect.stringContaining('after 250 bytes') })
    expect(Buffer.from(attempt?.wireBase64 ?? '', 'base64')).toHaveLength(250)
    await bench.advance(10_000)
    expect(merchant.verdicts).toEqual(['accepted'])
    expect(merchant.brokenOff).toHaveLength(1)
    expect(await callbackOf('cut')).toMatchObject({ state: 'delivered', attemptCount: 2 })
  })

  it('reaches the shop even if it is closed before the response, and is retried', async () => {
    await saveFaults(bench, firstOnly({ kind: 'closeBeforeAnswer' }))
    await sell('left')
    await merchant.count(1)
    expect((await callbackOf('left')).attempts[0]).toMatchObject({ error: { code: 'left' } })
    await bench.advance(10_000)
    expect(merchant.verdicts).toEqual(['accepted', 'duplicate'])
  })
})
