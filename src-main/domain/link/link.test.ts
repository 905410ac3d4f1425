import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { LINK_START, placeInLink } from './link'

describe('a link that the system hands over', () => {
  it.each([
    ['paybench://open/payments/pay_1', 'payments/pay_1'],
    [
      'paybench://open/payments?q=status%3Adecline&sort=amount.descending',
      'payments?q=status%3Adecline&sort=amount.descending',
    ],
    ['paybench://open/', ''],
  ])('names a place in the window if it is %s', (link, place) => {
    expect(placeInLink(link)).toBe(place)
  })

  it.each([
    'paybench://desk/workbench/index.html',
    'paybench://open.evil/payments',
    'https://open/payments',
    'paybench://open/payments#settings',
    'paybench://open/payments" --data-dir=/tmp',
    'paybench://open/pay\nments',
    '--data-dir',
    '',
  ])('names no place if it is %j', (link) => {
    expect(placeInLink(link)).toBeNull()
  })

  it('is limited in length', () => {
    expect(placeInLink(LINK_START.padEnd(LIMITS.addressChars, 'a'))).not.toBeNull()
    expect(placeInLink(LINK_START.padEnd(LIMITS.addressChars + 1, 'a'))).toBeNull()
  })
})
