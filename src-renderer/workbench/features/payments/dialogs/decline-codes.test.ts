import { describe, expect, it } from 'vitest'
import { declineChoices } from './decline-codes'

const codesFor = (search: string): readonly string[] => declineChoices(search).map(({ code }) => code)

describe('codes to decline with', () => {
  it('are all offered before anything is typed', () => {
    expect(codesFor('')).toHaveLength(374)
  })

  it.each([
    ['a number, itself before those that begin with it', '1010', ['1010', '10100', '10101']],
    ['words of the message in any order and case', 'BLACKLISTED phone', ['1407']],
    ['the advice', 'split the amount', ['3618', '3619', '3620']],
    ['whose word they are', 'merchant confirm', ['30301', '30302']],
  ])('are found by %s', (_, search, first) => {
    expect(codesFor(search).slice(0, first.length)).toEqual(first)
  })

  it('include one of your own, whose message you give', () => {
    expect(declineChoices('777')[0]).toMatchObject({ code: '777', message: null })
    expect(declineChoices('603')[0]).toMatchObject({ code: '603', message: 'Auto decline' })
  })

  it.each(['0', '9999', '19999', '1234567'])('never include %s', (code) => {
    expect(codesFor(code)).not.toContain(code)
  })
})
