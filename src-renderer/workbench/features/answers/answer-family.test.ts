import { describe, expect, it } from 'vitest'
import type { AnswerRuleView } from '#protocol/answers'
import { entriesOf } from '#window/features/rules/rule-entries'
import { copyOf } from './answer-family'
import { NEW_DRAFT } from './rule-draft'

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
