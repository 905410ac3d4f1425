import { describe, expect, it } from 'vitest'
import type { ResponseRule, ResponseStep } from '#domain/response-rule/response-rule'
import { nextStep } from './next-step'

const reply = (status: number): ResponseStep => ({ kind: 'reply', status, headers: [], body: '', delayMs: 0 })
const aRule = (id: string, change: Partial<ResponseRule> = {}): ResponseRule => ({
  id,
  name: id,
  enabled: true,
  match: {},
  steps: [reply(500)],
  after: 'last',
  per: 'rule',
  ...change,
})

describe('a script', () => {
  const script = (change: Partial<ResponseRule>) => aRule('s', { steps: [reply(500), reply(200)], ...change })

  it.each<[ResponseRule['after'], readonly (number | null)[]]>([
    ['last', [0, 1, 1, 1]],
    ['again', [0, 1, 0, 1]],
    ['pass', [0, 1, null, null]],
  ])('that ends with "%s" names its next answer', (after, next) => {
    expect([0, 1, 2, 3].map((fired) => nextStep(script({ after }), fired))).toEqual(next)
  })

  it('for every payment has no next answer of its own', () => {
    expect(nextStep(script({ per: 'payment' }), 0)).toBeNull()
  })
})
