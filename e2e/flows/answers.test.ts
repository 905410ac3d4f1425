import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Params } from '../../src-main/protocol/methods'
import {
  makeAuthority,
  makeServerCertificate,
  type KeyAndCertificate,
} from '../../src-main/net/tls/certificates'
import { openFlowBench, PROJECT, type FlowBench } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { openMerchant, type TestMerchant } from './testing/merchant'
import { CARDS, callbacksOf, MINUTE, merchantOf, type MerchantClient } from './testing/requests'
import { exchange } from './testing/wire-client'

type Rule = Params<'answers.save'>['rules'][number]
type Step = Rule['steps'][number]

let bench: FlowBench
let shop: MerchantClient
const merchants: TestMerchant[] = []

beforeEach(async () => {
  bench = await openFlowBench()
  shop = merchantOf(bench)
})
afterEach(async () => {
  await bench.close()
  await Promise.all(merchants.splice(0).map((merchant) => merchant.close()))
})

const reply = (status: number, body = '', delayMs = 0): Step => ({
  kind: 'reply',
  status,
  headers: [],
  body,
  delayMs,
})
const aRule = (steps: readonly Step[], change: Partial<Rule> = {}): Rule => ({
  id: 'first',
  name: '',
  enabled: true,
  match: {},
  steps: [...steps],
  after: 'last',
  per: 'rule',
  ...change,
})
const answerWith = (...rules: Rule[]) => bench.call('answers.save', { rules })

async function aMerchant(tls?: KeyAndCertificate): Promise<TestMerchant> {
  const merchant = await openMerchant(tls)
  merchants.push(merchant)
  return merchant
}

async function listening(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address() as AddressInfo
}

async function firstCallback(paymentId: string) {
  const [summary] = await callbacksOf(bench, paymentId)
  if (summary === undefined) throw new Error(`no callback of ${paymentId}`)
  return bench.call('callbacks.get', { id: summary.id })
}

async function captures() {
  const { items } = await bench.call('captures.list', {})
  return Promise.all(items.map(({ id }) => bench.call('captures.get', { id })))
}

describe('without a rule', () => {
  it('everything is answered 200', async () => {
    expect((await bench.call('answers.list', {})).rules).toEqual([])
    expect((await exchange(`${bench.ready.merchant}/anything`, { body: '{}' })).status).toBe(200)
  })
})

describe('a rule for a kind of callback', () => {
  it('knows an intermediate one by the status at its top', async () => {
    await answerWith(aRule([reply(500)], { match: { kinds: ['intermediate'] } }))
    const form = await openForm(bench, anOpening('Issuer-1'))
    await form.confirm({ pan: CARDS.challenge })
    await bench.settle()
    await shop.sale('plain')
    await bench.settle()
    const answered = await Promise.all(['Issuer-1', 'plain'].map(firstCallback))
    expect(answered.map(({ kind, attempts }) => [kind, attempts[0]?.status])).toEqual([
      ['intermediate', 500],
      ['result', 200],
    ])
  })
})

describe('a script of answers', () => {
  it('500, 500, 200 makes the platform try three times', async () => {
    await answerWith(aRule([reply(500), reply(500, 'later'), reply(200)]))
    await shop.sale('script')
    await bench.settle()
    await bench.advance(MINUTE)
    const { state, attempts } = await firstCallback('script')
    expect([state, attempts.map(({ status }) => status)]).toEqual(['delivered', [500, 500, 200]])
    expect(attempts[1]?.answer?.body).toBe('later')
    expect((await captures()).map(({ marks }) => marks[0]?.text)).toEqual([
      'Response rule: answer 200.',
      'Response rule: answer 500.',
      'Response rule: answer 500.',
    ])
    const { rules } = await bench.call('answers.list', {})
    expect(rules).toMatchObject([{ evaluated: 3, fired: 3 }])
  })

  it('starts again for every callback, also one of the same payment', async () => {
    await answerWith(aRule([reply(500), reply(200)], { per: 'callback' }))
    const { key } = await bench.call('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'one' })
    await bench.call('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
    await bench.settle()
    await bench.advance(MINUTE)
    await bench.call('payments.complete', { key, outcome: 'success' })
    await bench.settle()
    await bench.advance(MINUTE)
    const { items } = await bench.call('callbacks.list', {})
    expect(items.map(({ state, attemptCount }) => [state, attemptCount])).toEqual([
      ['delivered', 2],
      ['delivered', 2],
    ])
  })

  it('starts again for every payment if the rule says so, also after a restart', async () => {
    await answerWith(aRule([reply(500), reply(200)], { per: 'payment' }))
    await shop.sale('one')
    await bench.settle()
    bench = await bench.restart()
    shop = merchantOf(bench)
    await shop.sale('two')
    await bench.settle()
    await bench.advance(MINUTE)
    for (const paymentId of ['one', 'two']) {
      const { attempts } = await firstCallback(paymentId)
      expect(attempts.map(({ status }) => status)).toEqual([500, 200])
    }
  })

  it('continues for every payment after everything was removed, and counts from 0 there', async () => {
    for (let n = 0; n < 3; n += 1) await exchange(`${bench.ready.merchant}/before`, { body: '{}' })
    await answerWith(aRule([reply(500), reply(200)], { per: 'payment' }))
    await bench.call('bench.reset', {})
    await shop.sale('after')
    await bench.settle()
    await bench.advance(MINUTE)
    const { attempts } = await firstCallback('after')
    expect(attempts.map(({ status }) => status)).toEqual([500, 200])
  })

  it('distinguishes payments that the bench does not know', async () => {
    await answerWith(aRule([reply(500), reply(200)], { per: 'payment' }))
    const about = async (id: string, projectId: number = PROJECT.id) =>
      (
        await exchange(`${bench.ready.merchant}/cb`, {
          body: JSON.stringify({ project_id: projectId, payment: { id, status: 'success' } }),
        })
      ).status
    expect([await about('one'), await about('two'), await about('ONE'), await about('two')]).toEqual([
      500, 500, 200, 200,
    ])
    expect(await about('one', 4711)).toBe(500)
  })

  it('begins again when its counts are reset', async () => {
    await answerWith(aRule([reply(503), reply(204)], { per: 'payment' }))
    const post = async () => (await exchange(`${bench.ready.merchant}/x`, { body: '{}' })).status
    expect([await post(), await post(), await post()]).toEqual([503, 204, 204])
    expect((await bench.call('answers.resetCounts', { id: 'first' })).rules).toMatchObject([
      { evaluated: 0, fired: 0 },
    ])
    expect([await post(), await post()]).toEqual([503, 204])
  })

  it('lets the next rule answer once it is through, if it is to pass', async () => {
    await answerWith(
      aRule([reply(500)], { after: 'pass' }),
      aRule([reply(418)], { id: 'second', match: { path: '/tea/*' } }),
    )
    const post = async (path: string) =>
      (await exchange(`${bench.ready.merchant}${path}`, { body: '{}' })).status
    expect([await post('/tea/pot'), await post('/tea/pot?x=1'), await post('/coffee')]).toEqual([
      500, 418, 200,
    ])
  })
})

describe('which callbacks are answered', () => {
  it('follows the status in the body', async () => {
    await answerWith(aRule([reply(500)], { match: { kinds: ['clarification'], projectId: PROJECT.id } }))
    await shop.sale('done')
    await bench.settle()
    expect((await firstCallback('done')).state).toBe('delivered')
    const { key } = await bench.call('payments.create', { amount: 100, currency: 'EUR', paymentId: 'asked' })
    await bench.call('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
    await bench.settle()
    expect((await firstCallback('asked')).lastStatus).toBe(500)
  })

  it('covers the callbacks of the demo shop, but never its pages', async () => {
    await answerWith(aRule([reply(500)]))
    expect((await exchange(`${bench.ready.merchant}/shop`, { method: 'GET' })).status).toBe(200)
    expect((await exchange(`${bench.ready.merchant}/shop/callback`, { body: '{}' })).status).toBe(500)
  })
})

describe('an answer that does not come', () => {
  it('is a reset connection for the platform, and no reply in the capture', async () => {
    await answerWith(aRule([{ kind: 'reset', delayMs: 0 }]))
    await shop.sale('reset')
    await bench.settle()
    const { state, attempts } = await firstCallback('reset')
    expect([state, attempts[0]?.error?.code]).toEqual(['failed', 'reset'])
    expect((await captures())[0]).toMatchObject({ reply: null, marks: [{ ruleId: 'first' }] })
  })

  it('sends nothing until the other side times out, and does not keep the bench from closing', async () => {
    await answerWith(aRule([{ kind: 'silence' }]))
    const { hostname, port } = new URL(bench.ready.merchant)
    const socket = await connected(hostname, Number(port))
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        resolve()
      })
    })
    socket.write(`POST /x HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 2\r\n\r\n{}`)
    await expect.poll(async () => (await captures()).length, { interval: 5, timeout: 5000 }).toBe(1)
    expect(socket.bytesRead).toBe(0)
    const startedAt = performance.now()
    bench = await bench.restart()
    expect(performance.now() - startedAt).toBeLessThan(4000)
    await closed
    expect(socket.bytesRead).toBe(0)
  })

  it('comes late if the rule says so', async () => {
    await answerWith(aRule([reply(201, 'late', 300)]))
    const startedAt = performance.now()
    const answer = await exchange(`${bench.ready.merchant}/late`, { body: '{}' })
    expect([answer.status, answer.text]).toEqual([201, 'late'])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
  })
})

describe('a real merchant behind the source', () => {
  it('may answer more than is kept of it, and the callback is delivered all the same', async () => {
    const answering = createServer((_, response) => {
      response.writeHead(200, { 'Content-Length': 1_500_000 }).end('x'.repeat(1_500_000))
    })
    const { port } = await listening(answering)
    const url = `http://127.0.0.1:${String(port)}`
    await answerWith(aRule([{ kind: 'forward', url, appendPath: true, verifyCertificate: true }]))
    await shop.sale('long-answer')
    await bench.settle()
    const { state, attempts } = await firstCallback('long-answer')
    expect([state, attempts.length, attempts[0]?.answer?.body?.length]).toEqual(['delivered', 1, 1_048_576])
    expect((await captures())[0]?.marks.at(-1)?.text).toContain('was cut')
    answering.closeAllConnections()
    answering.close()
  })

  it('is never this listener itself, whatever name it is given', async () => {
    const url = bench.ready.merchant.replace('127.0.0.1', '[::ffff:127.0.0.1]')
    await answerWith(aRule([{ kind: 'forward', url, appendPath: true, verifyCertificate: false }]))
    await expect(exchange(`${bench.ready.merchant}/round`, { body: '{}' })).rejects.toThrow()
    const [inner, outer, ...more] = await captures()
    expect(more).toEqual([])
    expect(inner?.marks.map(({ text }) => text)).toEqual([expect.stringContaining('It was stopped here')])
    expect(outer?.marks.at(-1)?.text).toContain('is this merchant listener itself')
  })

  it('that passes it back is known, so that a loop through two programs is cut', async () => {
    const relay = createServer((incoming, response) => {
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).filter(([name]) => !['host', 'connection'].includes(name)),
      )
      const back = request(`${bench.ready.merchant}${incoming.url ?? '/'}`, {
        method: incoming.method,
        headers,
      })
      back.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502)))
      back.on('error', () => response.writeHead(502).end())
      incoming.pipe(back)
    })
    const { port } = await listening(relay)
    const url = `http://127.0.0.1:${String(port)}`
    await answerWith(aRule([{ kind: 'forward', url, appendPath: true, verifyCertificate: true }]))
    expect((await exchange(`${bench.ready.merchant}/round`, { body: '{}' })).status).toBe(502)
    const [inner, outer, ...more] = await captures()
    expect(more).toEqual([])
    expect(inner?.marks.at(-1)?.text).toContain('A rule passed this request on')
    expect(outer?.marks.at(-1)?.text).toContain('answered 502')
    relay.closeAllConnections()
    relay.close()
  })

  it('gets the message as it is, and its answer is given back', async () => {
    const merchant = await aMerchant()
    merchant.answerWith((_, n) => (n === 0 ? 500 : 200))
    await answerWith(
      aRule([{ kind: 'forward', url: `${merchant.url}/hook`, appendPath: true, verifyCertificate: true }]),
    )
    await shop.sale('passed')
    await bench.settle()
    await bench.advance(MINUTE)
    const { body, attempts } = await firstCallback('passed')
    expect(attempts.map(({ status }) => status)).toEqual([500, 200])
    expect(attempts[0]?.answer?.body).toBe('seen')
    expect(merchant.received.map(({ text, path }) => [text, path])).toEqual([
      [body, '/hook/callbacks'],
      [body, '/hook/callbacks'],
    ])
    const [newest] = await captures()
    expect(newest?.marks.map(({ text }) => text)).toEqual([
      `Response rule: pass it on to ${merchant.url}/hook with its path and give its answer back.`,
      expect.stringMatching(/\/hook\/callbacks answered 200 after \d+ ms\.$/),
    ])
    expect(newest?.reply?.status).toBe(200)
  })

  it('that cannot be reached resets the connection and says why', async () => {
    const merchant = await aMerchant()
    await merchant.close()
    merchants.splice(0)
    await answerWith(
      aRule([{ kind: 'forward', url: merchant.url, appendPath: false, verifyCertificate: true }]),
    )
    await expect(exchange(`${bench.ready.merchant}/x`, { body: '{}' })).rejects.toThrow('ECONNRESET')
    await expect
      .poll(async () => (await captures())[0]?.marks[1]?.text, { interval: 5, timeout: 5000 })
      .toMatch(/^Passed on without success after \d+ ms: Nothing listens at/)
  })

  it('may show any certificate if the rule accepts that, and none but a trusted one else', async () => {
    const now = new Date()
    const merchant = await aMerchant(
      await makeServerCertificate(await makeAuthority(now), ['127.0.0.1'], now),
    )
    const passOn = (verifyCertificate: boolean) =>
      answerWith(aRule([{ kind: 'forward', url: merchant.url, appendPath: true, verifyCertificate }]))
    merchant.answerWith(() => 202)

    await passOn(true)
    await expect(exchange(`${bench.ready.merchant}/x`, { body: '{}' })).rejects.toThrow('ECONNRESET')
    await expect
      .poll(async () => (await captures())[0]?.marks[1]?.text, { interval: 5, timeout: 5000 })
      .toMatch(/^Passed on without success after \d+ ms: The certificate of .* is not trusted/)
    expect((await captures())[0]?.reply).toBeNull()
    expect(merchant.received).toEqual([])

    await passOn(false)
    const { status, text } = await exchange(`${bench.ready.merchant}/x?y=1`, { body: '{"a": 1.0}' })
    expect([status, text]).toEqual([202, 'seen'])
    expect(merchant.received.map(({ path, text: body }) => [path, body])).toEqual([['/x?y=1', '{"a": 1.0}']])
    expect((await captures())[0]?.marks[1]?.text).toMatch(
      /^https:\/\/.*\/x\?y=1 answered 202 after \d+ ms\. The certificate of .* is signed by .*\. The response rule accepts any certificate\.$/,
    )
  })

  it('is not this source itself', async () => {
    const forward = (url: string) =>
      answerWith(aRule([{ kind: 'forward', url, appendPath: false, verifyCertificate: true }]))
    await expect(forward(`${bench.ready.merchant}/callbacks`)).rejects.toThrow(
      '"field":"rules.0.steps.0.url"',
    )
    await expect(forward(`${bench.ready.merchantTls}/callbacks`)).rejects.toThrow('passed on forever')
    expect((await bench.call('answers.list', {})).rules).toEqual([])
  })
})

describe('rules that make no sense', () => {
  it.each([
    ['a status', aRule([reply(99)]), 'rules.0.steps.0.status'],
    [
      'a header',
      aRule([{ ...reply(200), headers: [['Content-Length', '1']] } as Step]),
      'rules.0.steps.0.headers.0.0',
    ],
    [
      'a line break',
      aRule([{ ...reply(200), headers: [['A', 'b\r\nC: d']] } as Step]),
      'rules.0.steps.0.headers.0.1',
    ],
    ['a path', aRule([reply(200)], { match: { path: 'callbacks' } }), 'rules.0.match.path'],
    ['no step', aRule([]), 'rules.0.steps'],
    ['a delay', aRule([reply(200, '', 120_001)]), 'rules.0.steps.0.delayMs'],
    [
      'a URL',
      aRule([{ kind: 'forward', url: 'ftp://x', appendPath: true, verifyCertificate: true }]),
      'rules.0.steps.0.url',
    ],
  ])('%s is refused with its field, and the rules stay as they were', async (_, rule, field) => {
    await answerWith(aRule([reply(500)]))
    await expect(answerWith(rule)).rejects.toThrow(`"field":"${field}"`)
    expect((await bench.call('answers.list', {})).rules).toMatchObject([{ steps: [{ status: 500 }] }])
  })

  it('twice the same id', async () => {
    await expect(answerWith(aRule([reply(500)]), aRule([reply(200)]))).rejects.toThrow('used twice')
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
