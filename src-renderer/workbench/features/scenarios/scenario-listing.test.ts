import { beforeEach, describe, expect, it } from 'vitest'
import type { ScenarioSummary } from '#protocol/scenarios'
import { createListing, scenarioStore } from './scenario-listing'

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
