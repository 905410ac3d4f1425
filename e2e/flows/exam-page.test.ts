import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type LastingConnection } from '#client/connection/lasting-connection'
import type { Result, Params } from '#protocol/methods'
import { freePort } from '#e2e/fixtures/hosts/free-ports'
import { PROJECT } from './testing/flow-bench'
import { serve } from './testing/serve'
import { isSigned } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

type Exam = NonNullable<Result<'exam.get'>['exam']>

const { bench, merchant } = useMerchantBench({ per: 'file' })

/** Without a checkout or an address of orders: the exam makes the payments, and a person judges. */
const merchantSetup = (): Params<'exam.start'> => ({
  callbackUrl: merchant.url,
  projectId: PROJECT.id,
  checkout: null,
  orders: null,
  clarification: false,
  statusRequests: false,
  platformPort: 0,
  hosts: [],
})

let connection: LastingConnection
beforeAll(async () => {
  const { workbench, token } = bench.ready
  connection = await connect({ url: workbench ?? '', token: token ?? '' })
})
afterAll(() => connection.close())

/** Resolves with the exam that ends next. */
const untilEnded = (): Promise<Exam> =>
  new Promise((resolve) => {
    const ignore = connection.onEvent((event) => {
      if (event.type !== 'exam.changed' || event.exam.state === 'running') return
      ignore()
      resolve(event.exam)
    })
  })

const rule = (exam: Exam, number: number) => exam.rules.find((each) => each.number === number)

describe('the exam in the window', () => {
  it('judges rule by rule, asks a person about what it cannot see, and reports', async () => {
    // Accepts everything, so that rule 2 is broken.
    merchant.answerWith(() => 200)
    const end = untilEnded()
    const started = await bench.call('exam.start', merchantSetup())
    expect(started).toMatchObject({ state: 'running', grade: null })
    await expect(bench.call('exam.start', merchantSetup())).rejects.toThrow('An exam is running')
    await expect(bench.call('exam.report', { format: 'html' })).rejects.toThrow('wrong_state')
    const exam = await end
    expect(exam).toMatchObject({ state: 'done', running: null, failure: null, grade: { letter: 'D' } })
    expect(rule(exam, 2)).toMatchObject({ verdict: 'failed' })
    expect(rule(exam, 4)).toMatchObject({ verdict: 'not observed', questions: 2 })

    // A missing setting is named as on the page.
    expect(rule(exam, 1)?.reason).toBe(
      'The exam could not start an order. Enter the address of the checkout under “Checkout”.',
    )
    expect(exam.rules.map(({ reason }) => reason).join()).not.toContain(' --')

    const four = await bench.call('exam.rule', { rule: 4 })
    expect(four.trials[0]?.question).toMatch(/^Look at the order .+: it must show as paid\.$/)
    expect(four.trials[0]?.evidence.map(({ request }) => request).join()).toContain(
      'POST /v2/payment/card/sale',
    )
    await bench.call('exam.answer', { rule: 4, trial: 0, answer: 'yes' })
    // The plain decline is a separate question.
    const yes = await bench.call('exam.answer', { rule: 4, trial: 1, answer: 'yes' })
    expect(rule(yes, 4)).toMatchObject({ verdict: 'passed', reason: '2 trials passed.' })
    const no = await bench.call('exam.answer', { rule: 32, trial: 0, answer: 'no' })
    expect(rule(no, 32)).toMatchObject({ verdict: 'failed' })
    await expect(bench.call('exam.answer', { rule: 31, trial: 0, answer: 'no' })).rejects.toThrow('not_found')

    // The platform of the exam is gone by now.
    expect((await bench.call('exam.rule', { rule: 14 })).needsBench).toBe(true)

    // The merchant is fixed, and one rule is examined again.
    merchant.answerWith(({ text: body }) => (isSigned(body, PROJECT.secret) ? 200 : 400))
    const mended = untilEnded()
    expect(await bench.call('exam.repeat', { rule: 2 })).toMatchObject({ state: 'running', running: 2 })
    await expect(bench.call('exam.repeat', { rule: 2 })).rejects.toThrow('An exam is running')
    const after = await mended
    expect(after).toMatchObject({ id: exam.id, state: 'done', running: null, failure: null })
    expect(rule(after, 2)).toMatchObject({ verdict: 'not observed', questions: expect.any(Number) })
    // The earlier answers of a person are unchanged, and count.
    expect(rule(after, 32)).toMatchObject({ verdict: 'failed' })
    expect(after.grade?.explanation).not.toBe(no.grade?.explanation)
    await expect(bench.call('exam.repeat', { rule: 14 })).rejects.toThrow('Only a person can check rule 14')
    await expect(bench.call('exam.repeat', { rule: 77 })).rejects.toThrow('not_found')

    const { name, text } = await bench.call('exam.report', { format: 'html' })
    expect(name).toMatch(/^exam-[\d-]+\.html$/)
    expect(text).toContain('A person has looked, and the rule is broken.')
    expect(text).not.toContain(' --checkout')
    expect(text).not.toContain(PROJECT.secret)
    // The exam has its own bench.
    expect((await bench.call('payments.list', {})).total).toBe(0)
  }, 60_000)

  it('can be stopped, and the remaining rules are not observed', async () => {
    merchant.answerWith(() => 'silent')
    await bench.call('exam.start', merchantSetup())
    await bench.call('exam.stop', {})
    const { exam } = await bench.call('exam.get', {})
    expect(exam?.state).toBe('stopped')
    // Rule 32 was answered by a person earlier.
    expect(exam?.rules.slice(0, 31).map(({ verdict }) => verdict)).toEqual(Array(31).fill('not observed'))
  })

  it('keeps the result of a rule that cannot be examined again, and says why', async () => {
    merchant.answerWith(() => 'silent')
    const port = await freePort()
    await bench.call('exam.start', { ...merchantSetup(), platformPort: port })
    await bench.call('exam.stop', {})
    const { exam: before } = await bench.call('exam.get', {})
    const again = createServer()
    again.listen(port, '127.0.0.1')
    await once(again, 'listening')
    try {
      const end = untilEnded()
      await bench.call('exam.repeat', { rule: 2 })
      const after = await end
      expect(after).toMatchObject({ state: 'stopped', failure: expect.stringContaining(String(port)) })
      expect(rule(after, 2)).toEqual(before === null ? null : rule(before, 2))
    } finally {
      again.close()
    }
  })

  it('sends nothing to a host that was not named', async () => {
    const elsewhere = { ...merchantSetup(), callbackUrl: 'https://shop.test/hooks' }
    await expect(bench.call('exam.start', elsewhere)).rejects.toThrow('shop.test is not on this computer')
  })

  it('says what is wrong with an address or a project', async () => {
    const orders = { url: 'http://127.0.0.1/orders', state: ['s'], paid: ['p'], declined: [] }
    const given = { ...merchantSetup(), orders: { ...orders, deliveries: null, amount: null } }
    await expect(bench.call('exam.start', given)).rejects.toThrow('orders.url')
    await expect(bench.call('exam.start', { ...merchantSetup(), projectId: 77 })).rejects.toThrow(
      'no project 77',
    )
  })

  it('reads an order before the exam, and shows the values at the paths and all values of the order', async () => {
    const asked: (string | undefined)[] = []
    const shop = await serve((request, response) => {
      asked.push(request.url)
      response.end(JSON.stringify({ order: { state: 'settled', sum: 4650 }, parcels: [] }))
    })
    const orders = {
      url: `${shop}/orders/{payment_id}.json`,
      state: ['status'],
      paid: ['settled'],
      declined: [],
      deliveries: ['parcels'],
      amount: null,
    }
    const tryWith = (change: Partial<typeof orders>) =>
      bench.call('exam.tryOrder', { orders: { ...orders, ...change }, paymentId: 'order-7', hosts: [] })
    expect(await tryWith({})).toEqual({
      url: `${shop}/orders/order-7.json`,
      status: 200,
      problem: null,
      found: [
        { part: 'state', path: 'status', value: null, means: null },
        { part: 'deliveries', path: 'parcels', value: '[]', means: null },
      ],
      members: [
        { path: 'order.state', value: '"settled"' },
        { path: 'order.sum', value: '4650' },
        { path: 'parcels', value: '[]' },
      ],
    })
    expect((await tryWith({ state: ['order', 'state'] })).found[0]).toMatchObject({
      value: '"settled"',
      means: 'paid',
    })
    await expect(tryWith({ url: 'https://shop.test/{payment_id}' })).rejects.toThrow(
      'shop.test is not on this computer',
    )
    expect(asked).toEqual(['/orders/order-7.json', '/orders/order-7.json'])
    const port = await freePort()
    expect(await tryWith({ url: `http://127.0.0.1:${port}/{payment_id}` })).toMatchObject({
      status: null,
      problem: `gave no response: nothing listens at 127.0.0.1:${port}`,
    })
  })

  it('keeps the last result if another exam could not begin, and says why', async () => {
    const { exam: before } = await bench.call('exam.get', {})
    const report = await bench.call('exam.report', { format: 'json' })
    const { port } = new URL(bench.ready.platform)
    const end = untilEnded()
    await bench.call('exam.start', { ...merchantSetup(), platformPort: Number(port) })
    expect(await end).toEqual({
      ...before,
      durationMs: expect.any(Number),
      failure: `Port ${port} on 127.0.0.1 (requested with “Port of the platform”) is already in use. Stop the program that uses it, or give “Port of the platform” another port, or 0 for any free port.`,
    })
    expect(await bench.call('exam.report', { format: 'json' })).toEqual(report)
  })

  it('keeps a person’s answers about the code of the same merchant', async () => {
    await bench.call('exam.answer', { rule: 32, trial: 0, answer: 'yes' })
    await bench.call('exam.start', merchantSetup())
    await bench.call('exam.stop', {})
    const { exam } = await bench.call('exam.get', {})
    expect(exam === null ? null : rule(exam, 32)).toMatchObject({
      verdict: 'passed',
      reason: 'A person looked during an earlier exam, and the rule was kept.',
    })
    expect(exam === null ? null : rule(exam, 28)).toMatchObject({ verdict: 'not observed' })
  })
})
