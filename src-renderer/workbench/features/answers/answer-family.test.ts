import { describe, expect, it } from 'vitest'
import type { AnswerRuleView } from '#protocol/rules'
import { entriesOf } from '#window/features/rules/rule-family'
import { ANSWERS } from './answer-family'
import { NEW_DRAFT } from './rule-draft'
import { emptyStep } from './step-draft'

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

it('the list of rules begins with those that were never saved', () => {
  const entries = entriesOf([aView()], { a: NEW_DRAFT, n: NEW_DRAFT }, () => NEW_DRAFT)
  expect(entries).toMatchObject([
    { id: 'n', saved: null, draft: NEW_DRAFT, place: 0 },
    { id: 'a', saved: { id: 'a' }, draft: NEW_DRAFT, place: 1 },
  ])
})

describe('the sentence of an incomplete rule', () => {
  it.each([
    ['names what is missing', { steps: [emptyStep('forward')] }, 'Enter the address of your server.'],
    ['points to the marked field if a value is invalid', { path: 'callbacks' }, 'Correct the marked fields.'],
  ])('%s', (_, change, rest) => {
    expect(ANSWERS.sentenceOf({ ...NEW_DRAFT, ...change })).toBe(`Incomplete. ${rest}`)
  })
})
