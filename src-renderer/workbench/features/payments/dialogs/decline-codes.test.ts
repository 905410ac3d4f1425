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

  it('begin with those of the card provider for a payment by card', () => {
    const first = (search: string) => declineChoices(search, true)[0]?.code
    expect(first('insufficient')).toBe('10105')
    expect(first('')).toBe('10000')
    expect(first('504')).toBe('504')
    expect(codesFor('insufficient')[0]).toBe('504')
    expect(declineChoices('', true)).toHaveLength(374)
  })

  it.each([
    ['stolen', '10203'],
    ['lost', '10203'],
    ['timeout', '10602'],
  ])('are found by %s, which no message says', (word, code) => {
    expect(codesFor(word)).toContain(code)
  })

  it('include one of your own, whose message you give', () => {
    expect(declineChoices('777')[0]).toMatchObject({ code: '777', message: null })
    expect(declineChoices('603')[0]).toMatchObject({ code: '603', message: 'Auto decline' })
  })

  it.each(['0', '9999', '19999', '1234567'])('never include %s', (code) => {
    expect(codesFor(code)).not.toContain(code)
  })
})
