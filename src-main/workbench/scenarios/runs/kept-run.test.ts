import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scenario } from '#scenarios/reading/scenario'
import { aResult } from '#scenarios/testing/results'
import { createKeptRun } from './kept-run'

const SCENARIO: Scenario = { name: 'A sale', steps: [] }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a run that goes step by step', () => {
  it('takes as long as its steps, not as the pauses between them', () => {
    const run = createKeptRun(SCENARIO, () => 0, { here: true, before: undefined })
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
