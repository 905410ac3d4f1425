import { expect, it } from 'vitest'
import { createRandomHex } from './bench-ports'

it('gives as many digits as are asked for, and no two alike', () => {
  const randomHex = createRandomHex()
  const taken = Array.from({ length: 5_000 }, () => randomHex(20))
  expect(taken.every((hex) => /^[0-9a-f]{20}$/.test(hex))).toBe(true)
  expect(new Set(taken).size).toBe(taken.length)
})

it.each([0, 1, 7, 64, 8_192, 20_001])('%i digits', (digits) => {
  const hex = createRandomHex()(digits)
  expect(hex).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`))
  expect(hex).not.toMatch(/0{40}/)
})
