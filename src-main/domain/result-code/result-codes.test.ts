import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ADVICE_SENTENCES } from './result-advice'
import { RESULT_CODE_ROWS } from './result-code-table'
import * as codes from './result-codes'

describe('result codes', () => {
  it('include every row once, ordered by number', () => {
    const numbers = RESULT_CODE_ROWS.map(({ code }) => Number(code))
    expect(numbers).toHaveLength(378)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  })

  it('are those of the published list, word for word', () => {
    const published = RESULT_CODE_ROWS.map(({ code }) => {
      const row = codes.findResultCode(code)
      return [code, row?.message, row?.advice]
    })
    expect(createHash('sha256').update(JSON.stringify(published)).digest('hex')).toBe(
      '2230fef71ec06c449b45de9fe0bb44c789934d73bd770063701af6f66d7d01be',
    )
  })

  it('use a given text only for an unlisted code', () => {
    expect(codes.findResultCode('777')).toBeNull()
    expect(codes.resultMessage('777')).toBe('')
    expect(codes.resultMessage('777', 'Odd card')).toBe('Odd card')
    expect(codes.resultMessage('603', 'Odd card')).toBe('Auto decline')
    expect(codes.resultMessage('constructor')).toBe('')
  })

  it.each([
    ['3117', 'correct', 'platform'],
    ['1405', 'none_or_support', 'risk control'],
    ['10113', 'none_or_support', 'card provider'],
    ['20206', 'retry_later', 'other provider'],
    ['30303', 'none', 'merchant'],
  ])('have advice and a source: %s has %s, %s', (code, advice, source) => {
    expect(codes.findResultCode(code)).toMatchObject({ kind: 'decline', advice, source })
  })

  it('have a different sentence for every kind of advice', () => {
    const sentences = RESULT_CODE_ROWS.map(({ advice }) => ADVICE_SENTENCES[advice])
    expect(new Set(sentences).size).toBe(Object.keys(ADVICE_SENTENCES).length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  it('for a decline include every decline and error code, but no success or pending code', () => {
    expect(new Set(codes.DECLINE_CODES.map((row) => row.kind))).toEqual(new Set(['decline', 'error']))
    expect(codes.DECLINE_CODES).toHaveLength(374)
  })

  it('include those with which the platform itself declines', () => {
    const chosen = [
      codes.CARD_DECLINE_CODE,
      codes.CLARIFICATION_TIMEOUT_CODE,
      codes.DEADLINE_CODE,
      codes.NOT_RETURNED_CODE,
    ]
    expect(chosen).toEqual(['10000', '603', '10602', '108'])
    for (const code of chosen) expect(codes.findResultCode(code)?.kind).toBe('decline')
    expect(codes.findResultCode(codes.PENDING_CODE)?.kind).toBe('pending')
  })
})
