import { describe, expect, it } from 'vitest'
import { wayOf } from '#domain/method/method'
import { codeOf, inId, isNeeded, methodsThatHave, useMethodShop } from './testing/method-shop'
import { aGeneral } from './testing/requests'
import type { JsonRecord } from './testing/signer'
import type { WireResponse } from './testing/wire-client'

const { bench, lastOf, pay, expectResult, expectSigned, requestsOf } = useMethodShop()

const everything = (): boolean => true

describe('payouts, refunds, holds and debits (contract 16.8)', () => {
  it.each(methodsThatHave('payout'))('need their parameters: payout, $path', async ({ method, path }) => {
    const { accepted, start, expectRefusals } = await requestsOf(method, 'payout')
    const id = (name: string): string => `payout-${inId(path)}-${name}`
    await expectRefusals(id('refused'))
    for (const [name, isGiven] of accepted) {
      await start(id(name), isGiven)
      expectResult(id(name), 'success', '0')
      expect(lastOf(id(name))).toMatchObject({ payment: { type: 'payout' }, operation: { type: 'payout' } })
    }
  })

  it.each(methodsThatHave('refund'))('need their parameters: refund, $path', async ({ method, path }) => {
    const id = `refund-${inId(path)}`
    const sale = await requestsOf(method, 'sale')
    await sale.start(id, isNeeded)
    await pay(wayOf(method), id)
    expectResult(id, 'success', '0')
    const refund = await requestsOf(method, 'refund')
    await refund.expectRefusals(id)
    await refund.start(id, everything)
    expectResult(id, 'reversed', '0')
    expect(lastOf(id)).toMatchObject({ operation: { type: 'reversal', status: 'success' } })
  })

  it.each(methodsThatHave('auth'))('need their parameters: hold, $path', async ({ method, path }) => {
    const id = `hold-${inId(path)}`
    const auth = await requestsOf(method, 'auth')
    await auth.expectRefusals(id)
    await auth.start(id, isNeeded)
    expectResult(id, 'awaiting capture', '0')
    const capture = await requestsOf(method, 'capture')
    await capture.expectRefusals(id)
    await capture.start(id, everything)
    expectResult(id, 'success', '0')
    expect(lastOf(id)).toMatchObject({ operation: { type: 'capture' } })
  })

  it.each(methodsThatHave('recurring'))('need their parameters: debit, $path', async ({ method, path }) => {
    const id = `series-${inId(path)}`
    const sale = await requestsOf(method, 'sale')
    await sale.start(id, isNeeded, { recurring: { register: true } })
    const { recurring } = lastOf(id) as { readonly recurring: { readonly id: number } }
    const debit = await requestsOf(method, 'recurring', { 'recurring.id': recurring.id })
    await debit.expectRefusals(`${id}-debit`)
    await debit.start(`${id}-debit`, everything)
    expectResult(`${id}-debit`, 'success', '0')
  })

  it('lead only to signed callbacks', () => {
    expectSigned(150)
  })
})

describe('other operations of a method (contract 16.8)', () => {
  const customer = {
    id: 'buyer-5',
    ip_address: '203.0.113.9',
    email: 'nora@vale.test',
    first_name: 'Nora',
    last_name: 'Vale',
  }
  const payment = { amount: 4650, currency: 'EUR' }
  /** Sends a request to an address of Apple Pay, and does all work that is due after it. */
  const wallet = async (operation: string, id: string, more: JsonRecord = {}): Promise<WireResponse> => {
    const body = { general: aGeneral(id), customer, payment, ...more }
    const response = await bench.post(`/v2/payment/applepay/${operation}`, body)
    await bench.settle()
    return response
  }
  const holding = { etoken: { token: 'dG9rZW4'.repeat(300) }, recurring: { register: true } }

  it('are those of a card, with a token in its place', async () => {
    await wallet('auth', 'wallet-hold', holding)
    expect(lastOf('wallet-hold')).toMatchObject({
      payment: { status: 'awaiting capture', method: 'etoken' },
      operation: { type: 'auth' },
    })
    const { recurring } = lastOf('wallet-hold') as { readonly recurring: { readonly id: number } }
    await wallet('capture', 'wallet-hold')
    expect(lastOf('wallet-hold')).toMatchObject({ payment: { status: 'success' } })
    await wallet('recurring', 'wallet-debit', { recurring: { id: recurring.id } })
    expect(lastOf('wallet-debit')).toMatchObject({ payment: { status: 'success', method: 'etoken' } })
    await wallet('auth', 'wallet-cancel', holding)
    await wallet('cancel', 'wallet-cancel')
    expect(lastOf('wallet-cancel')).toMatchObject({ payment: { status: 'canceled' } })
  })

  it('have the outcome of a test card if its number is the token', async () => {
    await wallet('sale', 'wallet-declined', { etoken: { token: '4111111111111111' } })
    expect(lastOf('wallet-declined')).toMatchObject({
      payment: { status: 'decline' },
      operation: { code: '20000' },
    })
  })

  it('are refused if the method does not have them', async () => {
    const general = aGeneral('wallet-none')
    const recurring = { id: 1 }
    const refusal = async (path: string): Promise<unknown> =>
      codeOf(await bench.post(`/v2/payment/${path}`, { general, customer, payment, recurring }))
    expect(await refusal('wallet/skrill/capture')).toBe('3610')
    expect(await refusal('wallet/none/cancel')).toBe('3610')
    expect(await refusal('googlepay/recurring')).toBe('2541')
    expect(await refusal('wallet/skrill/auth')).toBe('2541')
  })
})
