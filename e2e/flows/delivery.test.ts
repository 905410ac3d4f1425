import { describe, expect, it } from 'vitest'
import { at, START } from './testing/flow-bench'
import { aGeneral, AVS_ANSWER, callbacksOf, CARDS, DAY, HOUR, MINUTE, summaryOf } from './testing/requests'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop } = useMerchantBench({ per: 'test', path: '/project' })

/** A payment's callbacks; `due` and `sent` of each attempt are virtual milliseconds since the start. */
async function attemptsOf(paymentId: string) {
  const callbacks = await callbacksOf(bench, paymentId)
  const details = await Promise.all(callbacks.map(({ id }) => bench.call('callbacks.get', { id })))
  return details.map(({ attempts, ...callback }) => ({
    ...callback,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      due: Date.parse(attempt.dueAt) - START,
      sent: Date.parse(attempt.sentAt) - START,
    })),
  }))
}

describe('a receiver that never responds with 200', () => {
  it('gets exactly the attempts of the schedule, each at its virtual time and with the same bytes', async () => {
    merchant.answerWith(() => 500)
    await shop.sold('failing')
    const { sentCallbacks, now } = await bench.advance(11 * DAY)
    expect([sentCallbacks, now]).toEqual([119, at(11 * DAY)])

    const [callback] = await attemptsOf('failing')
    const attempts = callback?.attempts ?? []
    expect(attempts.map(({ n }) => n)).toEqual(Array.from({ length: 120 }, (_, n) => n))
    // Some rows of the published table, in whole seconds since the first send.
    const table = { 1: 10, 7: 144, 62: 70_648, 119: 870_506 }
    for (const [n, seconds] of Object.entries(table)) {
      expect(Math.round((attempts[Number(n)]?.due ?? 0) / 1000), `retry ${n}`).toBe(seconds)
    }
    expect(attempts.every(({ due, sent }) => due === sent)).toBe(true)
    expect(attempts.every(({ status, answer }) => status === 500 && answer?.body === 'seen')).toBe(true)

    expect(callback).toMatchObject({ state: 'failed', attemptCount: 120, lastStatus: 500, planned: [] })
    expect(callback).not.toHaveProperty('nextAttemptAt')
    expect(merchant.received).toHaveLength(120)
    expect(new Set(merchant.received.map(({ text }) => text))).toEqual(new Set([callback?.body]))
    expect(await summaryOf(bench, 'failing')).toMatchObject({
      callbacks: { delivered: 0, dropped: 0, failed: 1, held: 0, pending: 0 },
    })
    await bench.advance(30 * DAY)
    expect(merchant.received).toHaveLength(120)
  })

  it('is called before later timers of the same payment fire, and older callbacks keep their own schedule', async () => {
    merchant.answerWith(() => 500)
    await shop.sale('late', { pan: CARDS.avs })
    await bench.advance(HOUR)
    const [asked, result] = await attemptsOf('late')
    expect([asked?.kind, result?.kind]).toEqual(['clarification', 'result'])
    expect(result?.attempts[0]?.due).toBe(30 * MINUTE)
    const before = asked?.attempts.filter(({ due }) => due < 30 * MINUTE) ?? []
    const order = merchant.received.map(({ json }) => ('operation' in json ? 'result' : 'clarification'))
    expect(order.indexOf('result')).toBe(before.length)
    expect(asked?.attempts.length).toBeGreaterThan(before.length)
    expect(asked).toMatchObject({ state: 'failed', nextAttemptAt: expect.any(String) })
  })
})

describe('a receiver that responds with 200 in the end', () => {
  it.each([204, 302, 429, 'reset'] as const)(
    'has not accepted a callback whose first attempt ended with %s',
    async (ending) => {
      merchant.answerWith((_, n) => (n === 0 ? ending : 200))
      await shop.sold('refused')
      const [first] = await attemptsOf('refused')
      expect(first).toMatchObject({ state: 'failed', attemptCount: 1 })
      expect(first?.nextAttemptAt).toBe(at(10_000))
      if (ending === 'reset') expect(first?.attempts[0]?.error).toMatchObject({ message: expect.any(String) })
      else expect(first?.attempts[0]?.status).toBe(ending)
      await bench.advance(10_000)
      expect((await attemptsOf('refused'))[0]).toMatchObject({ state: 'delivered', attemptCount: 2 })
      await bench.advance(11 * DAY)
      expect(merchant.received).toHaveLength(2)
      expect(await summaryOf(bench, 'refused')).toMatchObject({ callbacks: { delivered: 1, failed: 0 } })
    },
  )
})

describe('deliveries in flight', () => {
  it('happen one at a time for a payment and its target, and in parallel for different payments', async () => {
    const open = merchant.hold()
    await shop.sale('one', { pan: CARDS.avs })
    for (let n = 0; n < 4; n += 1) await shop.clarify('one', {})
    await shop.sale('two')
    await shop.sale('three')
    await merchant.count(3)
    expect(merchant.received.map(({ paymentId }) => paymentId).sort()).toEqual(['one', 'three', 'two'])
    open()
    await bench.settle()
    expect(merchant.received.filter(({ paymentId }) => paymentId === 'one')).toHaveLength(5)
    expect(merchant.mostAtOnce.perPayment.get('one')).toBe(1)
    expect(merchant.mostAtOnce.overall).toBe(3)
    // In the order in which they were created.
    const kinds = (await callbacksOf(bench, 'one')).map(({ kind, state }) => `${kind} ${state}`)
    expect(kinds).toEqual(['clarification delivered', ...Array<string>(4).fill('remaining delivered')])
  })
})

describe('the target of a callback', () => {
  const urls = () => ({
    merchant_callback_url: `${merchant.url}/payment`,
    merchant_success_callback_url: `${merchant.url}/won`,
    merchant_decline_callback_url: `${merchant.url}/lost`,
  })
  const paths = (paymentId: string): readonly string[] =>
    merchant.received.filter((one) => one.paymentId === paymentId).map(({ path }) => path)

  it('comes from the request, or from the project if the request has none', async () => {
    const sale = (paymentId: string, pan: string, general: object) =>
      shop.sale(paymentId, { pan, general: { ...aGeneral(paymentId), ...general } })
    const { merchant_callback_url } = urls()
    await sale('won', CARDS.success, urls())
    await sale('lost', CARDS.decline, urls())
    await sale('asked', CARDS.avs, urls())
    await sale('own', CARDS.decline, { merchant_callback_url })
    await sale('project', CARDS.success, {})
    await bench.settle()
    expect(['won', 'lost', 'asked', 'own', 'project'].map(paths)).toEqual([
      ['/won'],
      ['/lost'],
      ['/payment'],
      ['/payment'],
      ['/project'],
    ])
  })
})

describe('the callback options of a request', () => {
  it('delay each callback by a number of seconds, counted from the event', async () => {
    await shop.sale('delayed', { pan: CARDS.avs, callback: { delay: 600 } })
    await bench.advance(600_000 - 1)
    expect(merchant.received).toHaveLength(0)
    await bench.advance(1)
    expect(merchant.received).toHaveLength(1)
    await shop.clarify('delayed', AVS_ANSWER)
    await bench.advance(600_000)
    const [asked, result] = await attemptsOf('delayed')
    expect([asked?.attempts[0]?.due, result?.attempts[0]?.due]).toEqual([600_000, 1_200_000])
  })

  it('turn callbacks off, and the payment continues', async () => {
    await shop.sale('silent', { pan: CARDS.avs, callback: { force_disable: true } })
    await bench.advance(HOUR)
    expect(merchant.received).toHaveLength(0)
    expect(await callbacksOf(bench, 'silent')).toHaveLength(0)
    expect(await summaryOf(bench, 'silent')).toMatchObject({ status: 'decline', resultCode: '603' })
  })
})
