import { describe, expect, it } from 'vitest'
import { numberText } from './number-text'

const ofPhp = (text: string): string => numberText({ type: 'number', text, value: Number(text) }, 'php')

describe('a number as PHP prints it', () => {
  it.each([
    ['9223372036854775807', '9223372036854775807'],
    ['9223372036854775808', '9.2233720368548E+18'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['-9223372036854775809', '-9.2233720368548E+18'],
    ['100000000000000000000', '1.0E+20'],
  ])('%s', (text, printed) => {
    expect(ofPhp(text)).toBe(printed)
  })

  it('takes far less time than to read a million digits as one integer', () => {
    const text = '9'.repeat(1_000_000)
    const startedAt = performance.now()
    expect(ofPhp(text)).toBe('INF')
    const printedAt = performance.now()
    expect(BigInt(text) > 0n).toBe(true)
    expect(printedAt - startedAt).toBeLessThan((performance.now() - printedAt) / 2)
  })
})
