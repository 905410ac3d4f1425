import { beforeEach, describe, expect, it } from 'vitest'
import type { ScenarioSummary } from '#protocol/scenarios'
import { asCopy, createListing, matchingScenarios, scenarioStore } from './scenario-listing'
import { scenarioWords, tallyOf } from './run-words'

const summary = (file: string, change: Partial<ScenarioSummary> = {}): ScenarioSummary => ({
  file,
  name: file,
  about: null,
  isShipped: false,
  tags: [],
  steps: 1,
  problems: 0,
  run: null,
  ...change,
})
const changed = (file: string, scenario: ScenarioSummary | null) =>
  ({ type: 'scenario.changed', file, scenario }) as const

const files = () => scenarioStore.getState().items?.map(({ file }) => file)

beforeEach(() => {
  scenarioStore.setState({ items: null, directory: null, error: null })
})

describe('the list of scenarios', () => {
  it('has a file that was made while the list was on its way', async () => {
    const { read, note } = createListing()
    const { promise, resolve } = deferred<{ items: ScenarioSummary[]; directory: string | null }>()
    const reading = read(() => promise)
    note([changed('mine.yaml', summary('mine.yaml'))])
    resolve({ items: [summary('old.yaml'), summary('shipped.yaml', { isShipped: true })], directory: null })
    await reading
    expect(files()).toEqual(['mine.yaml', 'old.yaml', 'shipped.yaml'])
  })

  it('lacks a file that was removed meanwhile', async () => {
    const { read, note } = createListing()
    const { promise, resolve } = deferred<{ items: ScenarioSummary[]; directory: string | null }>()
    const reading = read(() => promise)
    note([changed('old.yaml', null)])
    resolve({ items: [summary('old.yaml')], directory: null })
    await reading
    expect(files()).toEqual([])
  })

  it('keeps what it has where it cannot be read again, and says why', async () => {
    const { read, note } = createListing()
    await read(() => Promise.resolve({ items: [summary('old.yaml')], directory: null }))
    await read(() => Promise.reject(new Error('The bench has gone.')))
    note([changed('new.yaml', summary('new.yaml'))])
    expect(files()).toEqual(['new.yaml', 'old.yaml'])
    expect(scenarioStore.getState().error).toContain('The bench has gone.')
  })
})

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const RUN = { done: 2, steps: 3, failedAt: null, startedAt: '2031-04-09T16:42:17.000Z', durationMs: 200 }

const of = (name: string, tags: string[], run: Partial<ScenarioSummary['run']> | null): ScenarioSummary => ({
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
  of('Pair', ['avs', 'clarification'], { state: 'failed', failedAt: 2 }),
  of('Paid', ['form'], { state: 'passed' }),
  of('Series', ['clarification'], null),
  of('Slow', [], { state: 'running' }),
]

const named = (query: string): readonly string[] => matchingScenarios(ITEMS, query).map(({ name }) => name)

describe('the filter of scenarios', () => {
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
  ])('%j leaves %j', (query, left) => {
    expect(named(query)).toEqual(left)
  })
})

describe('the words about runs', () => {
  it('counts how they ended', () => {
    expect(tallyOf(ITEMS)).toBe('1 passed, 1 failed, 1 running, 1 not run')
    const mistaken = ITEMS.map((item) => ({ ...item, problems: 1 }))
    expect(tallyOf([...ITEMS, ...mistaken])).toBe('1 passed, 1 failed, 1 running, 1 not run, 4 with errors')
  })

  it('says at which step it failed, and that a file has mistakes', () => {
    expect(ITEMS.map((item) => scenarioWords(item).word)).toEqual([
      'failed at 2',
      'passed',
      'not run',
      'step 3/3',
    ])
    expect(scenarioWords({ problems: 2, run: null }).word).toBe('2 errors')
  })
})

describe('the text of a copied scenario', () => {
  it.each([
    ['name: A sale', 'name: A sale (copy)'],
    ['name: A sale (copy)', 'name: A sale (copy 2)'],
    ['name: A sale (copy 9)', 'name: A sale (copy 10)'],
    ["name: 'A: sale'", "name: 'A: sale (copy)'"],
    ['name: "A sale" # ours', 'name: "A sale (copy)" # ours'],
    ['name: A sale # ours', 'name: A sale (copy) # ours'],
    ['name: >', 'name: >'],
  ])('has the name of a copy: %s', (name, copied) => {
    const rest = 'tags: []\nsteps:\n  - create:\n      name: inner\n'
    expect(asCopy(`${name}\n${rest}`)).toBe(`${copied}\n${rest}`)
  })
})
