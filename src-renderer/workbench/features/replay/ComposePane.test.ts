import { describe, expect, it } from 'vitest'
import { readChoice } from './ComposePane'

describe('what a message was composed from last', () => {
  it('is read as it was kept', () => {
    const choice = { template: 'token', paymentKey: 'pay_1', kind: 'other' } as const
    expect(readChoice(JSON.stringify(choice))).toEqual(choice)
  })

  it('falls back part by part', () => {
    const first = { template: 'success', paymentKey: '', kind: null }
    for (const text of [undefined, '', 'success pay_1', '7']) expect(readChoice(text)).toEqual(first)
    expect(readChoice('{"template":"refund","kind":"of tomorrow"}')).toEqual({ ...first, template: 'refund' })
  })
})
