import { describe, expect, it } from 'vitest'
import { useScenarioBench } from './testing/scenario-runs'

const { connection, run } = useScenarioBench()

const steps = (within: string): string => `steps:
  - sale: {as: order, amount: 46.50 EUR, card: clarification-avs}
  - expect payment: {of: order, status: decline, code: "603", within: ${within}}
`

describe('a scenario on a scaled clock', () => {
  it('runs virtual time at that rate, and restores the clock', async () => {
    await connection.call('clock.set', { mode: 'scaled', rate: 7 })
    const began = performance.now()
    const result = await run(`name: A\ngiven: {clock: {scaled: 10000}}\n${steps('31 min')}`)
    expect(result.steps.find(({ state }) => state === 'failed')?.failure ?? null).toBeNull()
    // 30 minutes of virtual time are 180 ms here.
    expect(performance.now() - began).toBeLessThan(60_000)
    expect(await connection.call('clock.get', {})).toMatchObject({ mode: 'scaled', rate: 7 })
    await connection.call('clock.set', { mode: 'frozen' })
  })

  it('waits no longer than the virtual time that the step gives', async () => {
    const result = await run(`name: B\ngiven: {clock: {scaled: 200}}\n${steps('5 min')}`)
    expect(result.steps[1]).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining('within 5 min of virtual time') },
    })
  })

  it('lets a period pass in which nothing comes', async () => {
    const result = await run(`name: C
given: {clock: {scaled: 1000}, project: {switches: {outcome: {mode: hold}}}}
steps:
  - sale: {as: order, amount: 46.50 EUR}
  - expect nothing: {of: order, for: 5 min}
  - complete: {of: order, outcome: success}
  - expect callback: {of: order, kind: result, within: 1 h}
  - expect nothing: {of: order, for: 5 min}
`)
    expect(result.steps.find(({ state }) => state === 'failed')?.failure ?? null).toBeNull()
    expect(result.state).toBe('passed')
  })
})
