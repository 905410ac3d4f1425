import { z } from 'zod'
import { expect, it } from 'vitest'
import { method } from '#domain/project/method-shape'
import rows from './methods.json' with { type: 'json' }
import { findMethod, methodName, METHODS, requestableParameters, sentNameOf } from './method'

it('the catalogue has the agreed shape in every row, and each path once (contract 16.1)', () => {
  expect(z.array(method).parse(rows)).toEqual(METHODS)
  expect(new Set(METHODS.map(({ path }) => path)).size).toBe(METHODS.length)
})

it.each([
  ['online-banking/ideal', 'iDEAL'],
  ['wallet/mbway', 'MB WAY'],
  ['wallet/true-money', 'TrueMoney'],
  ['wallet/easypaisa', 'Easypaisa'],
  ['directdebit/sepa', 'SEPA Direct Debit'],
  ['banks/hk-qr', 'HK QR'],
  ['banks/estonia', 'Banks in Estonia'],
  ['atm/philippines', 'ATMs in the Philippines'],
  ['wallet/estonia', 'Estonia'],
])('the method %s is called %s', (path, name) => {
  expect(methodName({ path })).toBe(name)
})

const methodAt = (path: string) => {
  const method = findMethod(path, [])
  if (method === null) throw new Error(`The catalogue has no ${path}`)
  return method
}

it('a project may replace the name of a method in messages (contract 16.2)', () => {
  const methodWays = [
    { path: 'wallet/kucoin', way: 'redirect' as const },
    { path: 'wallet/kucoin', name: 'KC wallet' },
  ]
  expect(['wallet/kucoin', 'applepay'].map((path) => sentNameOf(methodAt(path), methodWays))).toEqual([
    'KC wallet',
    'etoken',
  ])
})

it('the parameters that can be requested are those of the method, with any need (contract 16.3)', () => {
  const names = requestableParameters(methodAt('online-banking/ideal'), 'sale').map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['customer.first_name', 'customer.email']))
  for (const name of ['customer.id', 'customer.ip_address', 'payment.amount'])
    expect(names).not.toContain(name)
})
