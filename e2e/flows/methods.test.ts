import { describe, expect, it } from 'vitest'
import type { MethodWay } from '#domain/project/method-shape'
import { decide, inId, isNeeded, methodsThatHave, useMethodShop } from './testing/method-shop'
import { DAY, HOUR, MINUTE, summaryOf } from './testing/requests'
import { exchange } from './testing/wire-client'

const { bench, lastOf, pageOf, enterCode, pay, expectRequested, expectResult, expectSigned, requestsOf } =
  useMethodShop()

/** Every method with each of its kinds; the first is the default. */
const sales = methodsThatHave('sale').flatMap(({ method, path }) =>
  (method.operations.sale?.customer ?? []).map((way, n) => ({ method, path, way, isDefault: n === 0 })),
)

const STATUSES = {
  redirect: 'awaiting redirect result',
  qr: 'awaiting customer action',
  instructions: 'awaiting customer action',
} as const

/** How long a payment of each kind waits, and the code of the decline that follows. */
const WAITS: Readonly<Record<MethodWay, readonly [ms: number, code: string]>> = {
  redirect: [HOUR, '20602'],
  qr: [HOUR, '20602'],
  instructions: [DAY, '20602'],
  otp: [30 * MINUTE, '603'],
  none: [DAY, '10602'],
}

async function expectWaiting(way: MethodWay, id: string): Promise<void> {
  if (way === 'none') return
  if (way === 'otp') {
    expectRequested(id, 'additional_data.otp_code')
    return
  }
  expect(lastOf(id)['status']).toBe(STATUSES[way])
  expect((await exchange(await pageOf(id))).text).toContain('name="decision"')
}

/** The provider declines; for `none`, where no customer does anything, the tester does. */
async function decline(way: MethodWay, id: string): Promise<void> {
  if (way === 'otp') {
    await enterCode(id, '654321')
    await expectWaiting(way, id)
    await enterCode(id, '000000')
    return
  }
  if (way === 'none') {
    const { key } = await summaryOf(bench, id)
    await bench.call('payments.complete', { key, outcome: 'decline', code: '20000' })
  } else await decide(await pageOf(id), { decision: 'declined' })
  await bench.settle()
}

describe('a sale by a method (contract 16)', () => {
  it.each(sales)('ends as the customer decides: $path, $way', async ({ method, path, way, isDefault }) => {
    await bench.switches({ outcome: { mode: 'card' }, methodWays: isDefault ? [] : [{ path, way }] })
    const { accepted, start, expectRefusals } = await requestsOf(method, 'sale')
    const id = (name: string): string => `${inId(path)}-${way}-${name}`

    if (isDefault) await expectRefusals(id('refused'))
    for (const [name, isGiven] of isDefault ? accepted : accepted.slice(0, 1)) {
      await start(id(name), isGiven)
      await expectWaiting(way, id(name))
      await pay(way, id(name))
      expectResult(id(name), 'success', '0')
    }

    if (way === 'none') await bench.switches({ outcome: { mode: 'hold' } })
    await start(id('declined'), isNeeded)
    await decline(way, id('declined'))
    expectResult(id('declined'), 'decline', '20000')

    const [ms, code] = WAITS[way]
    await start(id('late'), isNeeded)
    await bench.advance(ms)
    expectResult(id('late'), 'decline', code)
  })

  it('leads only to signed callbacks', () => {
    expectSigned(1000)
  })
})
