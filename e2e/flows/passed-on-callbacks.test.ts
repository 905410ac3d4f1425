import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { answerWith, aRule, capturesOf } from './testing/answer-rules'
import { freePort } from '#e2e/fixtures/hosts/free-ports'
import { useFlowBench } from './testing/merchant-bench'
import { openMerchant } from './testing/merchant'
import { callbackOf, MINUTE } from './testing/requests'
import { serve } from './testing/serve'
import { exchange } from './testing/wire-client'

const { bench, shop } = useFlowBench({ per: 'test' })
/** Passes every request on to this address. */
const forward = (url: string, appendPath = true) =>
  answerWith(bench, aRule([{ kind: 'forward', url, appendPath, verifyCertificate: true }]))

describe('a merchant to which requests are passed on', () => {
  it('is recognised if it passes them back, so that a loop through two programs is cut', async () => {
    const url = await serve((incoming, response) => {
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).filter(([name]) => !['host', 'connection'].includes(name)),
      )
      const back = request(`${bench.ready.merchant}${incoming.url ?? '/'}`, {
        method: incoming.method,
        headers,
      })
      back.on('response', (inner) => inner.pipe(response.writeHead(inner.statusCode ?? 502)))
      back.on('error', () => response.writeHead(502).end())
      incoming.pipe(back)
    })
    await forward(url)
    expect((await exchange(`${bench.ready.merchant}/round`, { body: '{}' })).status).toBe(502)
    const [inner, outer, ...more] = await capturesOf(bench)
    expect(more).toEqual([])
    expect(inner?.marks.at(-1)?.text).toContain('A rule passed this request on')
    expect(outer?.marks.at(-1)?.text).toContain('responded with 502')
  })

  it('receives the message unchanged, and its response is returned', async () => {
    const merchant = await openMerchant()
    onTestFinished(() => merchant.close())
    merchant.answerWith((_, n) => (n === 0 ? 500 : 200))
    await forward(`${merchant.url}/hook`)
    await shop.sold('passed')
    await bench.advance(MINUTE)
    const { body, attempts } = await callbackOf(bench, 'passed')
    expect(attempts.map(({ status }) => status)).toEqual([500, 200])
    expect(attempts[0]?.answer?.body).toBe('seen')
    expect(merchant.received.map(({ text, path }) => [text, path])).toEqual([
      [body, '/hook/callbacks'],
      [body, '/hook/callbacks'],
    ])
    const [newest] = await capturesOf(bench)
    expect(newest?.marks.map(({ text }) => text)).toEqual([
      `Response rule: forward the request to ${merchant.url}/hook, keeping its path, and return the response from there.`,
      expect.stringMatching(/\/hook\/callbacks responded with 200 after \d+ ms\.$/),
    ])
    expect(newest?.reply?.status).toBe(200)
  })

  it('causes a connection reset, with the reason in the capture, if it cannot be reached', async () => {
    await forward(`http://127.0.0.1:${String(await freePort())}`, false)
    await expect(exchange(`${bench.ready.merchant}/x`, { body: '{}' })).rejects.toThrow('ECONNRESET')
    await expect
      .poll(async () => (await capturesOf(bench))[0]?.marks[1]?.text, { interval: 5, timeout: 5000 })
      .toMatch(/^Passing on failed after \d+ ms: Nothing listens at/)
  })

  it('cannot be the capture server itself', async () => {
    const { merchant, merchantTls } = bench.ready
    await expect(forward(`${merchant}/x`, false)).rejects.toThrow('"field":"rules.0.steps.0.url"')
    await expect(forward(`${merchantTls}/x`, false)).rejects.toThrow('passed on forever')
    expect((await bench.call('answers.list', {})).rules).toEqual([])
  })
})
