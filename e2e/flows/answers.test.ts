import { describe, expect, it } from 'vitest'
import { answerWith, aRule, capturesOf, reply } from './testing/answer-rules'
import { PROJECT } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { useFlowBench } from './testing/merchant-bench'
import { callbackOf, CARDS, MINUTE, summaryOf } from './testing/requests'
import { exchange } from './testing/wire-client'

const { bench, shop, restart } = useFlowBench({ per: 'test' })

/** Posts to the capture server; returns the status of its response. */
const post = async (path = '/x', body = '{}') =>
  (await exchange(`${bench.ready.merchant}${path}`, { body })).status

describe('without a rule', () => {
  it('every request gets the response 200', async () => {
    expect((await bench.call('answers.list', {})).rules).toEqual([])
    expect(await post('/anything')).toBe(200)
  })
})

describe('a rule for a kind of callback', () => {
  it('recognises an intermediate callback by its top-level status', async () => {
    await answerWith(bench, aRule([reply(500)], { match: { kinds: ['intermediate'] } }))
    const form = await openForm(bench, anOpening('Issuer-1'))
    await form.confirm({ pan: CARDS.challenge })
    await bench.settle()
    await shop.sold('plain')
    const answered = await Promise.all(['Issuer-1', 'plain'].map((id) => callbackOf(bench, id)))
    expect(answered.map(({ kind, attempts }) => [kind, attempts[0]?.status])).toEqual([
      ['intermediate', 500],
      ['result', 200],
    ])
  })
})

describe('a script of responses', () => {
  it('500, 500, 200 makes the platform try three times', async () => {
    await answerWith(bench, aRule([reply(500), reply(500, 'later'), reply(200)]))
    await shop.sold('script')
    await bench.advance(MINUTE)
    const { state, attempts } = await callbackOf(bench, 'script')
    expect([state, attempts.map(({ status }) => status)]).toEqual(['delivered', [500, 500, 200]])
    expect(attempts[1]?.answer?.body).toBe('later')
    expect((await capturesOf(bench)).map(({ marks }) => marks[0]?.text)).toEqual([
      'Response rule: respond with 200.',
      'Response rule: respond with 500.',
      'Response rule: respond with 500.',
    ])
    const { key } = await summaryOf(bench, 'script')
    const { timeline } = await bench.call('payments.get', { key })
    expect(timeline.flatMap(({ answer, responseMarks }) => (responseMarks ?? []).map(() => answer))).toEqual([
      '500',
      '500',
      '200',
    ])
    const { rules } = await bench.call('answers.list', {})
    expect(rules).toMatchObject([{ evaluated: 3, fired: 3 }])
  })

  it('restarts for every callback, even of the same payment', async () => {
    await answerWith(bench, aRule([reply(500), reply(200)], { per: 'callback' }))
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

  it('restarts for every payment if the rule says so, even after Paybench was restarted', async () => {
    await answerWith(bench, aRule([reply(500), reply(200)], { per: 'payment' }))
    await shop.sold('one')
    await restart()
    await shop.sold('two')
    await bench.advance(MINUTE)
    for (const paymentId of ['one', 'two']) {
      const { attempts } = await callbackOf(bench, paymentId)
      expect(attempts.map(({ status }) => status)).toEqual([500, 200])
    }
  })

  it('still applies per payment after a reset of the bench, and counts from 0', async () => {
    for (let n = 0; n < 3; n += 1) await post('/before')
    await answerWith(bench, aRule([reply(500), reply(200)], { per: 'payment' }))
    await bench.call('bench.reset', {})
    await shop.sold('after')
    await bench.advance(MINUTE)
    const { attempts } = await callbackOf(bench, 'after')
    expect(attempts.map(({ status }) => status)).toEqual([500, 200])
  })

  it('distinguishes payments that Paybench does not know', async () => {
    await answerWith(bench, aRule([reply(500), reply(200)], { per: 'payment' }))
    const about = (id: string, projectId: number = PROJECT.id) =>
      post('/cb', JSON.stringify({ project_id: projectId, payment: { id, status: 'success' } }))
    expect([await about('one'), await about('two')]).toEqual([500, 500])
    expect([await about('ONE'), await about('two')]).toEqual([200, 200])
    expect(await about('one', 4711)).toBe(500)
  })

  it('restarts when its counts are reset', async () => {
    await answerWith(bench, aRule([reply(503), reply(204)], { per: 'payment' }))
    expect([await post(), await post(), await post()]).toEqual([503, 204, 204])
    expect((await bench.call('answers.resetCounts', { id: 'first' })).rules).toMatchObject([
      { evaluated: 0, fired: 0 },
    ])
    expect([await post(), await post()]).toEqual([503, 204])
  })

  it('lets the next rule respond after its last response, if its rule says so', async () => {
    await answerWith(
      bench,
      aRule([reply(500)], { after: 'pass' }),
      aRule([reply(418)], { id: 'second', match: { path: '/tea/*' } }),
    )
    expect([await post('/tea/pot'), await post('/tea/pot?x=1')]).toEqual([500, 418])
    expect(await post('/coffee')).toBe(200)
  })
})

describe('the match of a rule', () => {
  it('covers the callbacks of the demo shop, but never its pages', async () => {
    await answerWith(bench, aRule([reply(500)]))
    expect((await exchange(`${bench.ready.merchant}/shop`, { method: 'GET' })).status).toBe(200)
    expect(await post('/shop/callback')).toBe(500)
  })
})

describe('a rule', () => {
  const withHeader = (...header: [string, string]) =>
    aRule([{ kind: 'reply', status: 200, headers: [header], body: '', delayMs: 0 }])

  it.each([
    ['an invalid status', aRule([reply(99)]), 'rules.0.steps.0.status'],
    ['a Content-Length header', withHeader('Content-Length', '1'), 'rules.0.steps.0.headers.0.0'],
    ['a line break in a header', withHeader('A', 'b\r\nC: d'), 'rules.0.steps.0.headers.0.1'],
  ])('with %s is refused, and the saved rules stay as they were', async (_, rule, field) => {
    await answerWith(bench, aRule([reply(500)]))
    await expect(answerWith(bench, rule)).rejects.toThrow(`"field":"${field}"`)
    expect((await bench.call('answers.list', {})).rules).toMatchObject([{ steps: [{ status: 500 }] }])
  })

  it('with the id of another rule is refused', async () => {
    await expect(answerWith(bench, aRule([reply(500)]), aRule([reply(200)]))).rejects.toThrow('used twice')
  })
})
