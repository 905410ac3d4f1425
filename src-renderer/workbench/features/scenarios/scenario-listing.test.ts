import { describe, expect, it } from 'vitest'
import type { ScenarioSummary } from '#protocol/scenarios'
import { matchingScenarios, scenarioWords, tallyOf, withChange } from './scenario-listing'

const RUN = { done: 2, steps: 3, failedAt: null, startedAt: '2031-04-09T16:42:17.000Z', durationMs: 200 }

const row = (name: string, tags: string[], run: Partial<ScenarioSummary['run']> | null): ScenarioSummary => ({
  file: `${name}.yaml`,
  isShipped: false,
  name,
  about: null,
  tags,
  steps: 3,
  problems: 0,
  run: run === null ? null : { ...RUN, state: 'passed', ...run },
})

const ITEMS = [
  row('Pair', ['avs', 'clarification'], { state: 'failed', failedAt: 2 }),
  row('Paid', ['form'], { state: 'passed' }),
  row('Series', ['clarification'], null),
  row('Slow', [], { state: 'running' }),
]

it('the list of scenarios stays sorted as files are added and removed', () => {
  const [one] = ITEMS
  if (one === undefined) throw new Error('There are no scenarios')
  const change = (file: string, isThere: boolean) =>
    ({ type: 'scenario.changed', file, scenario: isThere ? { ...one, file } : null }) as const
  const before = [
    { ...one, file: 'old.yaml' },
    { ...one, file: 'given.yaml', isShipped: true },
  ]
  const with3 = withChange(before, change('mine.yaml', true))
  expect(with3.map(({ file }) => file)).toEqual(['mine.yaml', 'old.yaml', 'given.yaml'])
  const with2 = withChange(with3, change('old.yaml', false))
  expect(with2.map(({ file }) => file)).toEqual(['mine.yaml', 'given.yaml'])
})

const namesOf = (query: string): readonly string[] => matchingScenarios(ITEMS, query).map(({ name }) => name)

describe('the scenario filter', () => {
  it.each([
    ['', ['Pair', 'Paid', 'Series', 'Slow']],
    ['pa', ['Pair', 'Paid']],
    ['tag:clar', ['Pair', 'Series']],
    ['tag=clar', []],
    ['tag:avs,form', ['Pair', 'Paid']],
    ['result:failed', ['Pair']],
    ['result:none', ['Series']],
    ['result:running', ['Slow']],
    ['-tag:clarification', ['Paid', 'Slow']],
  ])('%j matches %j', (query, left) => {
    expect(namesOf(query)).toEqual(left)
  })
})

describe('the texts about runs', () => {
  it('count the results', () => {
    expect(tallyOf(ITEMS)).toBe('1 passed, 1 failed, 1 running, 1 not run')
    const mistaken = ITEMS.map((item) => ({ ...item, problems: 1 }))
    expect(tallyOf([...ITEMS, ...mistaken])).toBe('1 passed, 1 failed, 1 running, 1 not run, 4 with errors')
  })

  it('name the step that failed, and the number of errors in a file', () => {
    const words = ITEMS.map((item) => scenarioWords(item).word)
    expect(words).toEqual(['failed at 2', 'passed', 'not run', 'step 3/3'])
    expect(scenarioWords({ problems: 2, run: null }).word).toBe('2 errors')
  })
})
