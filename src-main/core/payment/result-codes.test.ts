import { describe, expect, it } from 'vitest'
import * as codes from './result-codes'

describe('result codes', () => {
  it('hold every row once, ordered by number', () => {
    const numbers = codes.RESULT_CODES.map((row) => Number(row.code))
    expect(numbers).toHaveLength(86)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  })

  it.each([
    ['0', 'Success', 'success'],
    ['109', 'Declined by AVS check', 'decline'],
    ['603', 'Auto decline', 'decline'],
    ['2004', 'Required field not provided', 'error'],
    ['3060', 'Current payment or operation status does not allow this action', 'error'],
    ['3191', 'Need clarification', 'decline'],
    ['3287', 'The property currency is required', 'error'],
    ['9999', 'Awaiting processing', 'pending'],
    ['10000', 'General decline', 'decline'],
    ['10602', 'Time-out', 'decline'],
    ['29999', 'Awaiting processing', 'pending'],
  ])('%s is %s', (code, message, kind) => {
    expect(codes.findResultCode(code)).toMatchObject({ message, kind })
    expect(codes.resultMessage(code)).toBe(message)
  })

  it('name an unlisted code instead of inventing a text', () => {
    expect(codes.findResultCode('777')).toBeNull()
    expect(codes.resultMessage('777')).toBe('Unlisted result code 777')
    expect(codes.resultMessage('constructor')).toBe('Unlisted result code constructor')
  })

  it('offer refusals for a decline, never a success, a pending code or a request fault', () => {
    expect(new Set(codes.DECLINE_CODES.map((row) => row.kind))).toEqual(new Set(['decline']))
    expect(codes.DECLINE_CODES).toHaveLength(40)
  })

  it('decline with codes of the table where the platform itself decides', () => {
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
