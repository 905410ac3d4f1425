import { expect, it } from 'vitest'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { findMethod } from './method'
import { methodRefusal } from './availability'

it('an amount is refused outside the limits of its method and currency, and only there (contract 16.2)', () => {
  const methodWays = [
    { path: 'wallet/paypal', way: 'redirect' as const },
    { path: 'wallet/paypal', limits: { currency: 'EUR', minimum: 500, maximum: 50_000 } },
  ]
  const refusalOf = (path: string, amount: number | null, currency: string): string | null => {
    const method = findMethod(path, [])
    if (method === null) throw new Error(`The catalogue has no ${path}`)
    const refusal = methodRefusal(method, { amount, currency }, { ...DEFAULT_SWITCHES, methodWays }, 0)
    return refusal === null ? null : `${refusal.code} ${refusal.field} ${refusal.constraint}`
  }
  expect(refusalOf('wallet/paypal', 499, 'EUR')).toBe('2642 payment.amount minimum')
  expect(refusalOf('wallet/paypal', 50_001, 'EUR')).toBe('2642 payment.amount maximum')
  for (const amount of [500, 50_000, null]) expect(refusalOf('wallet/paypal', amount, 'EUR')).toBeNull()
  expect(refusalOf('wallet/paypal', 499, 'USD')).toBeNull()
  expect(refusalOf('wallet/skrill', 499, 'EUR')).toBeNull()
})
