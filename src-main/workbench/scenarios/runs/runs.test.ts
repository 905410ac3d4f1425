import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scenario } from '#scenarios/reading/scenario'
import { aResult } from '#scenarios/testing/results'
import { createKeptRun } from './kept-run'
import { valuesOfWindow } from './run-bench'

describe('a run that is stepped through', () => {
  const SCENARIO: Scenario = { name: 'A sale', steps: [] }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('counts the time of its steps, not of the pauses between them', () => {
    const run = createKeptRun(SCENARIO, () => 0, { version: '1', here: true, refusedHosts: [] })
    vi.advanceTimersByTime(5_000)
    run.run()
    vi.advanceTimersByTime(100)
    run.pause([{ id: 'order-1', key: 'pay_1' }])
    expect(run.view).toMatchObject({ state: 'paused', durationMs: 100, payments: [{ key: 'pay_1' }] })
    vi.advanceTimersByTime(60_000)
    run.run()
    vi.advanceTimersByTime(20)
    run.end(aResult({ durationMs: 60_120, steps: [] }))
    expect(run.view).toMatchObject({ state: 'passed', durationMs: 120 })
    expect(run.result?.durationMs).toBe(120)
  })
})

describe('valuesOfWindow', () => {
  it('passes a file only the environment variables whose names begin with PAYBENCH_', () => {
    const given = valuesOfWindow(
      {
        PAYBENCH_SHOP: 'http://127.0.0.1:3000',
        SHOP_SECRET: 'hunter2',
        PATH: '/bin',
      },
      () => undefined,
    )
    expect(given).toMatchObject({ variables: {}, environment: { PAYBENCH_SHOP: 'http://127.0.0.1:3000' } })
    expect(Object.keys(given.environment)).toEqual(['PAYBENCH_SHOP'])
  })

  it.each([
    [undefined, 'whose names begin with PAYBENCH_'],
    ['SHOP_SECRET', 'whose names begin with PAYBENCH_'],
    ['PAYBENCH_SECRET', 'from PAYBENCH_SECRET in the environment'],
  ])('names the remedy for a value whose environment variable is %s', (env, words) => {
    expect(valuesOfWindow({}, () => undefined).remedyFor('shop', { env })).toContain(words)
    expect(valuesOfWindow({}, () => undefined).remedyFor('shop', { env })).toContain('a default in the file')
  })

  it.each([
    ['PAYBENCH_SECRET', 'Start Paybench with PAYBENCH_SECRET in its environment'],
    ['SHOP_SECRET', 'Make the file read it from such a variable'],
    [undefined, 'Make the file read it from such a variable'],
  ])('never suggests a default for a secret whose environment variable is %s', (env, words) => {
    const remedy = valuesOfWindow({}, () => undefined).remedyFor('secret', { env, secret: true })
    expect(remedy).toContain(words)
    expect(remedy).not.toContain('default')
  })
})
