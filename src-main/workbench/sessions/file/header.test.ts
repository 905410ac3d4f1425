import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineError, valuesOf } from './header'

const scalar = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)

it('reads every row that JSON writes', () => {
  fc.assert(
    fc.property(fc.array(scalar, { minLength: 1, maxLength: 30 }), (values) => {
      const line = JSON.stringify(values)
      expect(valuesOf(Buffer.from(line), 30)).toEqual(JSON.parse(line))
    }),
  )
})

it('refuses whatever is not a flat row, and never runs on', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => `[${text}]`),
        fc.string().map((text) => `[${text}]`),
      ),
      (text) => {
        try {
          expect(valuesOf(Buffer.from(text), 10).length).toBeLessThanOrEqual(10)
        } catch (error) {
          expect(error).toBeInstanceOf(LineError)
        }
      },
    ),
    { numRuns: 500 },
  )
})

it('stops at the first bracket and at the first value too many of a long line', () => {
  const began = performance.now()
  for (const inner of ['[],', '1,', ' ', '"",', '[', '\\"']) {
    const line = Buffer.from(`[${inner.repeat(20_000_000 / inner.length)}0]`)
    expect(() => valuesOf(line, 25)).toThrow(LineError)
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})
