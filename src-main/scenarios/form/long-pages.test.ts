import { expect, it } from 'vitest'
import { isLinear } from '#scenarios/testing/growth'
import { linkedFiles } from './linked-files'
import { openingIn } from './opening'
import { formStateIn } from './page-state'

const readPage = (page: string): unknown => [
  openingIn(page, 'http://127.0.0.1:8610'),
  formStateIn(page),
  linkedFiles(page),
]

/** Every kind of beginning that a reader could look for the end of, again and again. */
it.each([
  ['<form>', 8_000],
  ['<form ', 8_000],
  ['<form><input ', 8_000],
  ['<a ', 8_000],
  ['<iframe src =', 8_000],
  ['src =', 8_000],
  ['src = ', 8_000],
  ['id="form-state"> x', 2_000],
  ['"payment_id" ', 8_000],
  ['{"payment_id": 1, ', 2_000],
])('a page of nothing but %s takes as long as it has characters', (piece, count) => {
  expect(isLinear(readPage, (times) => piece.repeat(times), count)).toBe(true)
})

it.each(['id="form-state">', '<a href', '"payment_id"', 'src'])(
  'spaces after %s are gone through once',
  (start) => {
    const pageOf = (count: number): string => `${start}${' '.repeat(count)}x>`
    expect(isLinear(readPage, pageOf, 50_000)).toBe(true)
  },
)

it('parameters of the library are looked for in a few places only', () => {
  const pageOf = (count: number): string =>
    `${'{"a":'.repeat(20)}${'1,'.repeat(20_000)}"payment_id":${'1}'.repeat(count)}`
  expect(isLinear(readPage, pageOf, 25)).toBe(true)
})
