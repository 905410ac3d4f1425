import { z } from 'zod'
import { expect, it } from 'vitest'
import { method } from '#domain/project/method-shape'
import rows from './methods.json' with { type: 'json' }
import { methodName, METHODS } from './method'

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
