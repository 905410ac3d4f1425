import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#e2e/fixtures/hosts/started-bench'
import type { Automation } from './testing/automation'
import { changingScenario } from './testing/changing-scenario'
import { openFlowBench, PROJECT } from './testing/flow-bench'
import { startHost } from './testing/host-run'

const CHANGES = changingScenario('http://127.0.0.1:9/elsewhere')

const state = async ({ call }: Pick<Automation, 'call'>) => {
  const { mode, rate } = await call('clock.get', {})
  const { items } = await call('projects.list', {})
  return {
    project: items.find(({ projectId }) => projectId === PROJECT.id),
    faults: (await call('faults.list', {})).rules,
    answers: (await call('answers.list', {})).rules,
    clock: mode === 'scaled' ? { mode, rate } : { mode },
  }
}

const stepOnce = async ({ call }: Pick<Automation, 'call'>): Promise<void> => {
  await call('scenarios.save', { file: 'changes.yaml', text: CHANGES, version: null })
  await call('scenarios.step', { file: 'changes.yaml' })
  await expect
    .poll(async () => (await call('scenarios.get', { file: 'changes.yaml' })).run?.state)
    .toMatch(/waiting|paused|failed|broken/)
}

describe('a scenario that changes an existing project', () => {
  it('leaves the project, the rules and the clock as they were if it is stopped halfway', async () => {
    const bench = await openFlowBench()
    const before = await state(bench)
    await stepOnce(bench)
    const during = await state(bench)
    expect(during).not.toEqual(before)
    expect(during.project?.callbackUrl).toContain('elsewhere')
    expect([during.faults.length, during.answers.length]).toEqual([
      before.faults.length + 1,
      before.answers.length + 1,
    ])
    await bench.call('scenarios.stop', {})
    expect(await state(bench)).toEqual(before)
    await bench.close()
  })

  describe('on a bench that dies', () => {
    it('is undone on the next start, even on other ports', async () => {
      const folder = await temporaryFolder()
      const first = await startHost(folder)
      // Addresses of our own listeners change with every start.
      const shown = (value: unknown, { merchant }: { readonly merchant: string }): string =>
        JSON.stringify(value).replaceAll(merchant, 'MERCHANT')
      const before = shown(await state(first), first.ready)
      await stepOnce(first)
      expect(shown(await state(first), first.ready)).not.toBe(before)
      await first.kill()

      const second = await startHost(folder)
      await expect.poll(async () => shown(await state(second), second.ready)).toBe(before)
      second.process.child.kill('SIGTERM')
      await second.process.ended
      const third = await startHost(folder)
      expect(shown(await state(third), third.ready)).toBe(before)
      await third.kill()
    }, 60_000)
  })
})
