import { describe, expect, it } from 'vitest'
import type { AnswerRuleView } from '#protocol/rules'
import { entriesOf } from '#window/features/rules/rule-family'
import { copyOf, nextStep } from './answer-family'
import { NEW_DRAFT } from './rule-draft'
import type { ResponseRule, ResponseStep } from '#domain/response-rule/response-rule'
import { isQuick, quickAnswer } from './answer-commands'

const aView = (change: Partial<AnswerRuleView> = {}): AnswerRuleView => ({
  id: 'a',
  name: 'a',
  enabled: true,
  match: {},
  steps: [],
  after: 'last',
  per: 'rule',
  sentence: '',
  evaluated: 0,
  fired: 0,
  ...change,
})

describe('the list of rules', () => {
  it('gives a copy its own id and name, switched off', () => {
    const { sentence: _sentence, evaluated: _evaluated, fired: _fired, ...rule } = aView({ name: 'b' })
    expect(copyOf(aView({ name: 'b' }), 'x')).toEqual({ ...rule, id: 'x', name: 'b, copy', enabled: false })
    expect(copyOf(aView({ name: 'n'.repeat(80) }), 'x').name).toHaveLength(80)
  })

  it('shows what was never saved first', () => {
    const entries = entriesOf([aView()], { a: NEW_DRAFT, n: NEW_DRAFT })
    expect(entries.map(({ id, saved, draft, place }) => [id, saved?.id, draft !== undefined, place])).toEqual(
      [
        ['n', undefined, true, 0],
        ['a', 'a', true, 1],
      ],
    )
  })
})

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

describe('a quick answer', () => {
  it('matches every request and is recognised by its id', () => {
    const rule = quickAnswer([{ kind: 'silence' }])
    expect(rule).toMatchObject({ enabled: true, match: {}, steps: [{ kind: 'silence' }] })
    expect([isQuick(rule), isQuick({ id: 'a' })]).toEqual([true, false])
  })

  it('has a valid id', () => {
    expect(quickAnswer([]).id).toMatch(/^quick_[0-9a-f]{20}$/)
  })
})
