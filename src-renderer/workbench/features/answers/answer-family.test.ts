import { describe, expect, it } from 'vitest'
import type { AnswerRuleView } from '#protocol/rules'
import { entriesOf } from '#window/features/rules/rule-family'
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
  it('begins with rules that were never saved', () => {
    const entries = entriesOf([aView()], { a: NEW_DRAFT, n: NEW_DRAFT }, () => NEW_DRAFT)
    expect(entries.map(({ id, saved, draft, place }) => [id, saved?.id, draft !== undefined, place])).toEqual(
      [
        ['n', undefined, true, 0],
        ['a', 'a', true, 1],
      ],
    )
  })
})
