import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#domain/api/endpoints'
import { explainRefusal } from './explain-refusal'

describe('a refusal in words', () => {
  it('names the rule of its section', () => {
    expect(explainRefusal({ code: '3041', contract: '5.7' })).toMatchObject({
      rule: 'Uniqueness of payment ids and refunds',
      remedy: expect.stringContaining('payment id'),
    })
    for (const { contract } of ENDPOINTS) {
      expect(explainRefusal({ code: '2004', contract }).rule).not.toBe('The signed API')
    }
  })

  it('falls back to the chapter, and has a remedy for any code', () => {
    expect(explainRefusal({ code: '99999', contract: '5.99' })).toMatchObject({
      rule: 'The signed API',
      remedy: expect.stringContaining('Correct the field'),
    })
    expect(explainRefusal({ code: '1', contract: 'x' }).rule).toBe('A rule of the platform')
    expect(explainRefusal({ code: 'constructor', contract: 'constructor.1' })).toMatchObject({
      rule: 'A rule of the platform',
      remedy: expect.stringContaining('Correct the field'),
    })
  })
})
