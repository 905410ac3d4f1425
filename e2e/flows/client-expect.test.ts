import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectBench, type Bench } from '#client/bench'
import { ExpectationError } from '#client/expect/wait-for'
import type { BenchProject } from '#client/project'
import { absent, any, atLeast, oneOf, unordered } from '#lib/match/pattern'
import { CARDS } from './testing/requests'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'

const { bench: flow } = useFlowBench({ per: 'test', clock: 'live' })
let bench: Bench
let project: BenchProject

beforeEach(async () => {
  bench = await connectBench({ url: flow.ready.workbench ?? '', token: flow.ready.token ?? '' })
  project = await bench.createProject()
})
afterEach(() => bench.close())

const EUR_46_50 = { amount: 4650, currency: 'EUR' } as const
const BY_CARD = { card: CARDS.success, outcome: 'card' } as const

const expectRefused = (waiting: Promise<unknown>, code: string) =>
  expect(waiting).rejects.toMatchObject({ code })

/** The error of an expectation that does not hold. */
async function missOf(waiting: Promise<unknown>): Promise<ExpectationError> {
  const error: unknown = await waiting.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ExpectationError)) throw new Error(`Not an ExpectationError: ${String(error)}`)
  return error
}

describe('an expectation', () => {
  it('waits for a future callback, and returns it in full', async () => {
    const { key, paymentId } = await project.createPayment({ ...EUR_46_50, paymentId: 'order-1' })
    const coming = project.expect.callback({
      paymentId,
      kind: 'clarification',
      body: { payment: { id: 'order-1' } },
    })
    await bench.payments.requestClarification({ key, fields: { avs_data: ['avs_post_code'] } })
    const callback = await coming
    expect(callback).toMatchObject({ paymentId, kind: 'clarification', projectId: project.id })
    expect(JSON.parse(callback.body)).toMatchObject({ payment: { id: 'order-1' } })
    // It exists now, so an expectation of it is met at once.
    expect(await project.expect.callback({ id: callback.id }, { timeoutMs: 1000 })).toMatchObject({
      paymentId,
    })
  })

  it('waits for a state of a callback, of a payment and of a capture', async () => {
    const { key, paymentId } = await project.createPayment({ ...EUR_46_50, ...BY_CARD })
    const payment = await project.expect.payment({ paymentId, status: 'success' })
    expect(payment.key).toBe(key)
    const callback = await project.expect.callback({ paymentId, kind: 'result', state: 'delivered' })
    expect(callback.lastStatus).toBe(200)
    const capture = await project.expect.capture({
      path: `/callbacks/${project.id}`,
      headers: { 'content-type': /json/ },
      body: { payment: { id: paymentId, sum: { amount: 4650 } }, errors: absent },
      signature: { state: 'valid' },
      reply: { status: 200 },
    })
    expect(capture.callbackId).toBe(callback.id)
  })

  it('sees the requests of a merchant', async () => {
    const body = { general: { project_id: PROJECT.id, payment_id: 'nobody' } }
    const coming = bench.expect.exchange({ path: '/v2/payment/status', status: atLeast(200), body })
    await flow.post('/v2/payment/status', body)
    const exchange = await coming
    expect(exchange).toMatchObject({ method: 'POST', source: 'api', paymentId: 'nobody' })
  })

  it('with `after`, accepts only what came after the given item', async () => {
    const { key, paymentId } = await project.createPayment(EUR_46_50)
    const ask = (name: string) => bench.payments.requestClarification({ key, fields: { avs_data: [name] } })
    await ask('avs_post_code')
    const first = await project.expect.callback({ paymentId, kind: 'clarification' })
    const second = project.expect.callback({ paymentId, kind: 'clarification' }, { after: first })
    await bench.payments.answerClarification({
      key,
      additionalData: { avs_data: { avs_post_code: 'H91 AB12' } },
    })
    await project.expect.payment({ paymentId, status: 'processing' })
    await ask('avs_street_address')
    expect((await second).id).not.toBe(first.id)
    // The first one is found again if nothing excludes it: the oldest match counts.
    expect((await project.expect.callback({ paymentId, kind: 'clarification' })).id).toBe(first.id)
  })

  it('continues when the bench is reset in the meantime', async () => {
    await project.createPayment({ ...EUR_46_50, paymentId: 'order-1', ...BY_CARD })
    await project.expect.payment({ paymentId: 'order-1', status: 'success' })
    const coming = project.expect.payment({ paymentId: 'order-2', status: any })
    await bench.bench.reset()
    await project.createPayment({ ...EUR_46_50, paymentId: 'order-2' })
    expect((await coming).paymentId).toBe('order-2')
    expect(
      (await missOf(project.expect.payment({ paymentId: 'order-1' }, { timeoutMs: 0 }))).message,
    ).not.toContain('order-1, success')
  })

  it('ends with the reason of its abort signal', async () => {
    const stop = new AbortController()
    const waiting = bench.expect.payment({ paymentId: 'never' }, { signal: stop.signal, timeoutMs: 60_000 })
    stop.abort(new Error('stopped by the tester'))
    await expect(waiting).rejects.toThrow('stopped by the tester')
  })

  it('ends when the client is closed', async () => {
    const waiting = bench.expect.payment({ paymentId: 'never' }, { timeoutMs: 60_000 })
    const refused = expectRefused(waiting, 'unavailable')
    await bench.payments.list()
    await bench.close()
    await expectRefused(bench.payments.list(), 'unavailable')
    await expectRefused(bench.expect.payment({}), 'unavailable')
    await refused
  })

  it('refuses criteria that cannot be waited for', async () => {
    await expect(bench.expect.payment({ amount: NaN })).rejects.toThrow('at amount ')
    await expectRefused(bench.expect.payment({}, { timeoutMs: -1 }), 'invalid_params')
    await expectRefused(bench.expect.payment([] as never), 'invalid_params')
  })
})

describe('a failed expectation', () => {
  it('shows what came instead, closest match first, with the differences', async () => {
    const { key } = await project.createPayment({ ...EUR_46_50, paymentId: 'order-7' })
    await project.createPayment({ ...EUR_46_50, paymentId: 'order-8', ...BY_CARD })
    await bench.payments.complete({ key, outcome: 'decline' })
    await project.expect.callback({ paymentId: 'order-7', kind: 'result', state: 'delivered' })
    await project.expect.callback({ paymentId: 'order-8', kind: 'result', state: 'delivered' })
    const { message, differences } = await missOf(
      project.expect.callback(
        {
          kind: 'result',
          paymentId: oneOf('order-7', 'order-77'),
          body: { payment: { status: 'success', id: 'order-7' }, errors: unordered() },
        },
        { timeoutMs: 300 },
      ),
    )
    const lines = message.split('\n')
    expect(lines[0]).toBe(
      'No callback matched within 300 ms: {kind: "result", paymentId: "order-7" or "order-77", ' +
        'body: {payment: {status: "success", id: "order-7"}, errors: in any order []}}',
    )
    expect(lines[1]).toMatch(/^There were \d+ callbacks, nearest first:$/)
    expect(lines[2]).toMatch(/^ {2}cb_\w+, result of order-7, delivered: 3 of 5 values agree$/)
    expect(lines.slice(3, 5)).toEqual([
      '    body.payment.status: expected "success", was "decline"',
      expect.stringMatching(/^ {4}body\.errors: expected in any order \[\], was /),
    ])
    expect(message).toContain('result of order-8')
    expect(differences).toMatchObject([
      { path: ['body', 'payment', 'status'], actual: '"decline"' },
      { path: ['body', 'errors'] },
    ])
  })

  it('says that nothing came, and that the clock is frozen', async () => {
    await bench.clock.set({ mode: 'frozen' })
    const { message } = await missOf(project.expect.callback({ kind: 'token' }, { timeoutMs: 10 }))
    expect(message.split('\n')).toEqual([
      'No callback matched within 10 ms: {kind: "token"}',
      'There was no callback at all.',
      'The clock of the bench is frozen: what is due later happens only when the clock is advanced.',
    ])
  })
})

describe('the client', () => {
  it('reports errors of Paybench with their code and issues', async () => {
    await expect(bench.payments.get({ key: 'none' })).rejects.toMatchObject({
      name: 'BenchError',
      code: 'not_found',
    })
    await expect(bench.payments.create({ amount: 0, currency: 'EUR' })).rejects.toMatchObject({
      code: 'invalid_params',
      issues: [{ field: 'amount' }],
    })
  })

  it('says why it cannot connect', async () => {
    const url = flow.ready.workbench ?? ''
    await expectRefused(connectBench({ url, token: 'f'.repeat(64) }), 'unauthorized')
    await expectRefused(connectBench({ url: 'http://127.0.0.1:1', token: 'x' }), 'unavailable')
    await expectRefused(connectBench({ url: flow.ready.merchant, token: 'x' }), 'unavailable')
    await expectRefused(connectBench({ url: 'no address', token: 'x' }), 'invalid_params')
  })

  it('knows the addresses and the project of Paybench', () => {
    const { workbench, platform, platformTls, merchant, merchantTls } = flow.ready
    expect(bench.addresses).toEqual({ workbench, platform, platformTls, merchant, merchantTls })
    expect(bench.project).toEqual({
      id: PROJECT.id,
      secret: PROJECT.secret,
      callbackUrl: flow.ready.project.callbackUrl,
    })
  })
})
