import { describe, expect, it } from 'vitest'
import type { AnswerRule, AnswerStep } from '../../../../src-main/domain/response-rule/answer-rule'
import { entriesOf } from './rule-entries'
import { NEW_DRAFT } from './rule-draft'
import { copyOf, isQuick, newRuleId, nextStep, quickAnswer } from './rule-list'

const reply = (status: number): AnswerStep => ({ kind: 'reply', status, headers: [], body: '', delayMs: 0 })
const aRule = (id: string, change: Partial<AnswerRule> = {}): AnswerRule => ({
  id,
  name: id,
  enabled: true,
  match: {},
  steps: [reply(500)],
  after: 'last',
  per: 'rule',
  ...change,
})

describe('the list of rules', () => {
  it('gives a copy its own id and name, switched off', () => {
    expect(copyOf(aRule('b'), 'x')).toEqual(aRule('x', { name: 'b, copy', enabled: false }))
    expect(copyOf(aRule('b', { name: 'n'.repeat(80) }), 'x').name).toHaveLength(80)
  })

  it('knows a quick answer by its id', () => {
    const rule = quickAnswer([{ kind: 'silence' }])
    expect(rule).toMatchObject({ enabled: true, match: {}, steps: [{ kind: 'silence' }] })
    expect([isQuick(rule), isQuick(aRule('a'))]).toEqual([true, false])
  })

  it('makes ids that the contract takes', () => {
    expect(newRuleId('quick_')).toMatch(/^quick_[0-9a-f]{20}$/)
  })

  it('shows what was never saved first', () => {
    const view = { ...aRule('a'), match: {}, steps: [], sentence: '', evaluated: 0, fired: 0 }
    const entries = entriesOf([view], { a: NEW_DRAFT, n: NEW_DRAFT })
    expect(entries.map(({ id, saved, draft, place }) => [id, saved?.id, draft !== undefined, place])).toEqual(
      [
        ['n', undefined, true, 0],
        ['a', 'a', true, 1],
      ],
    )
  })
})

describe('a script', () => {
  const script = (change: Partial<AnswerRule>) => aRule('s', { steps: [reply(500), reply(200)], ...change })

  it.each<[AnswerRule['after'], readonly (number | null)[]]>([
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
