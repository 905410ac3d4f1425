import { describe, expect, it } from 'vitest'
import { rawClient } from '#net/testing/raw-client'
import { answerWith, aRule, capturesOf, reply } from './testing/answer-rules'
import { callbackOf } from './testing/requests'
import { useFlowBench } from './testing/merchant-bench'
import { exchange } from './testing/wire-client'

const { bench, shop, restart } = useFlowBench({ per: 'test' })

describe('a response that a rule withholds or delays', () => {
  it('reaches the platform as a connection reset, and is missing in the capture', async () => {
    await answerWith(bench, aRule([{ kind: 'reset', delayMs: 0 }]))
    await shop.sold('reset')
    const { state, attempts } = await callbackOf(bench, 'reset')
    expect([state, attempts[0]?.error?.code]).toEqual(['failed', 'reset'])
    expect((await capturesOf(bench))[0]).toMatchObject({ reply: null, marks: [{ ruleId: 'first' }] })
  })

  it('leaves the other side to time out, and does not prevent Paybench from closing', async () => {
    await answerWith(bench, aRule([{ kind: 'silence' }]))
    const { host, hostname, port } = new URL(bench.ready.merchant)
    const client = rawClient(Number(port), hostname)
    client.write(`POST /x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`)
    await expect.poll(async () => (await capturesOf(bench)).length, { interval: 5, timeout: 5000 }).toBe(1)
    expect((await capturesOf(bench))[0]).toMatchObject({ reply: null, marks: [{ ruleId: 'first' }] })
    expect(client.received()).toBe('')
    const startedAt = performance.now()
    await restart()
    expect(performance.now() - startedAt).toBeLessThan(4000)
    expect(await client.closed).toBe('')
  })

  it('comes after the delay of the rule', async () => {
    await answerWith(bench, aRule([reply(201, 'late', 300)]))
    const startedAt = performance.now()
    const response = await exchange(`${bench.ready.merchant}/late`, { body: '{}' })
    expect([response.status, response.text]).toEqual([201, 'late'])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
  })
})
