import { describe, expect, it } from 'vitest'
import type { AnswerRule, AnswerStep } from '../../../src-main/core/answer/answer-rule'
import { entriesOf } from './rule-entries'
import { NEW_DRAFT } from './rule-draft'
import {
  duplicated,
  enabledAs,
  isOtherScript,
  moved,
  newRuleId,
  nextStep,
  withoutRule,
  withQuickAnswer,
  withRule,
  withRuleAt,
} from './rule-list'

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
const RULES = ['a', 'b', 'c'].map((id) => aRule(id))
const ids = (rules: readonly AnswerRule[]): string => rules.map(({ id }) => id).join('')

describe('the list of rules', () => {
  it('takes a new rule in first and a known one in its place', () => {
    expect(ids(withRule(RULES, aRule('d')))).toBe('dabc')
    expect(withRule(RULES, aRule('b', { name: 'other' })).map(({ name }) => name)).toEqual([
      'a',
      'other',
      'c',
    ])
  })

  it('moves a rule by one place, and not beyond the ends', () => {
    expect([ids(moved(RULES, 'b', -1)), ids(moved(RULES, 'b', 1))]).toEqual(['bac', 'acb'])
    expect(moved(RULES, 'a', -1)).toBe(RULES)
    expect(moved(RULES, 'c', 1)).toBe(RULES)
    expect(moved(RULES, 'gone', 1)).toBe(RULES)
  })

  it('gives a removed rule its place back', () => {
    const without = withoutRule(RULES, 'b')
    expect([ids(without), ids(withRuleAt(without, aRule('b'), 1))]).toEqual(['ac', 'abc'])
  })

  it('puts a copy below its original, switched off', () => {
    const rules = duplicated(RULES, 'b', 'x')
    expect(ids(rules)).toBe('abxc')
    expect(rules[2]).toEqual(aRule('x', { name: 'b, copy', enabled: false }))
  })

  it('switches the named rules alone', () => {
    expect(enabledAs(RULES, new Set(['a', 'c']), false).map(({ enabled }) => enabled)).toEqual([
      false,
      true,
      false,
    ])
  })

  it('keeps one quick answer, in front', () => {
    const once = withQuickAnswer(RULES, [reply(500)])
    const twice = withQuickAnswer(once, [{ kind: 'silence' }])
    expect(twice.slice(1)).toEqual(RULES)
    expect(twice[0]).toMatchObject({ enabled: true, match: {}, steps: [{ kind: 'silence' }] })
    expect(twice[0]?.id).not.toBe(once[0]?.id)
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

  it('is another one when its answers change, not when its name does', () => {
    expect(isOtherScript(script({}), script({ name: 'x', match: { method: 'PUT' } }))).toBe(false)
    expect(isOtherScript(script({}), script({ after: 'again' }))).toBe(true)
    expect(isOtherScript(script({}), script({ steps: [reply(200)] }))).toBe(true)
  })
})
