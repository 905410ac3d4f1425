import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answerWith, aRule, capturesOf, reply } from './testing/answer-rules'
import { callbackOf } from './testing/requests'
import { useFlowBench } from './testing/merchant-bench'
import { exchange } from './testing/wire-client'

const { bench, shop, restart } = useFlowBench({ per: 'test' })

describe('a response that a rule withholds or delays', () => {
  it('is a reset connection for the platform, and missing in the capture', async () => {
    await answerWith(bench, aRule([{ kind: 'reset', delayMs: 0 }]))
    await shop.sold('reset')
    const { state, attempts } = await callbackOf(bench, 'reset')
    expect([state, attempts[0]?.error?.code]).toEqual(['failed', 'reset'])
    expect((await capturesOf(bench))[0]).toMatchObject({ reply: null, marks: [{ ruleId: 'first' }] })
  })

  it('leaves the other side to time out, and does not prevent the bench from closing', async () => {
    await answerWith(bench, aRule([{ kind: 'silence' }]))
    const { hostname, port } = new URL(bench.ready.merchant)
    const socket = await connected(hostname, Number(port))
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        resolve()
      })
    })
    socket.write(`POST /x HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 2\r\n\r\n{}`)
    await expect.poll(async () => (await capturesOf(bench)).length, { interval: 5, timeout: 5000 }).toBe(1)
    expect((await capturesOf(bench))[0]).toMatchObject({ reply: null, marks: [{ ruleId: 'first' }] })
    expect(socket.bytesRead).toBe(0)
    const startedAt = performance.now()
    await restart()
    expect(performance.now() - startedAt).toBeLessThan(4000)
    await closed
    expect(socket.bytesRead).toBe(0)
  })

  it('comes after the delay of the rule', async () => {
    await answerWith(bench, aRule([reply(201, 'late', 300)]))
    const startedAt = performance.now()
    const answer = await exchange(`${bench.ready.merchant}/late`, { body: '{}' })
    expect([answer.status, answer.text]).toEqual([201, 'late'])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
  })
})

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => {
      resolve(socket)
    })
    socket.on('error', reject)
  })
}
