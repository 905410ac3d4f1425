import { describe, expect, it } from 'vitest'
import { useFlowBench } from './testing/merchant-bench'

const PASSES = `name: A sale that succeeds
steps:
  - sale: { as: order, amount: 46.50 EUR }
  - expect callback: { of: order, kind: result, body: { payment: { status: success } } }
`
const FAILS = PASSES.replace('status: success', 'status: decline').replace('succeeds', 'does not decline')
const WAITS = `name: Waits for what never comes
given: { clock: live }
steps:
  - sale: { as: order, amount: 1.00 EUR }
  - expect callback: { of: order, kind: clarification, within: 1 h }
`

const { bench, restart } = useFlowBench({ per: 'test' })

const save = async (file: string, text: string): Promise<void> => {
  await bench.call('scenarios.save', { file, text, version: null })
}
const runOf = async (file: string) => (await bench.call('scenarios.get', { file })).run
const untilEnded = async (file: string) => {
  await expect
    .poll(async () => (await runOf(file))?.state, { timeout: 20_000 })
    .toMatch(/passed|failed|stopped|broken/)
  return runOf(file)
}

describe('scenarios in Paybench', () => {
  it('run in their order, each in its own project, with their evidence', async () => {
    await save('good.yaml', PASSES)
    await save('bad.yaml', FAILS)
    await bench.call('scenarios.run', {
      files: ['good.yaml', 'bad.yaml', 'shipped/callbacks/forged.yaml'],
      here: true,
    })
    expect(await untilEnded('good.yaml')).toMatchObject({ state: 'passed', done: 2, failedAt: null })
    const failed = await untilEnded('bad.yaml')
    expect(failed).toMatchObject({ state: 'failed', done: 2, failedAt: 2 })
    expect(failed?.results[1]?.failure?.differences).toEqual([
      { field: 'body.payment.status', expected: '"decline"', actual: '"success"' },
    ])
    expect(await untilEnded('shipped/callbacks/forged.yaml')).toMatchObject({ state: 'passed' })
    const [payment] = failed?.payments ?? []
    const evidence = failed?.results[0]?.evidence[0]
    expect(evidence?.request).toContain(payment?.id)
    const { items } = await bench.call('projects.list', {})
    expect(items.map(({ name }) => name)).toContain('Scenario: A sale that does not decline')
    const { items: listed } = await bench.call('scenarios.list', {})
    expect(listed.find(({ file }) => file === 'bad.yaml')?.run).toMatchObject({
      state: 'failed',
      failedAt: 2,
    })
  })

  it('show no run once their text has changed, and show it again when the text is restored', async () => {
    await save('good.yaml', PASSES)
    await bench.call('scenarios.run', { files: ['good.yaml'] })
    expect(await untilEnded('good.yaml')).toMatchObject({ state: 'passed' })
    const { version } = await bench.call('scenarios.get', { file: 'good.yaml' })
    const edited = await bench.call('scenarios.save', { file: 'good.yaml', text: FAILS, version })
    expect(edited.run).toBeNull()
    const { items } = await bench.call('scenarios.list', {})
    expect(items.find(({ file }) => file === 'good.yaml')?.run).toBeNull()
    const again = { file: 'good.yaml', text: PASSES, version: edited.version }
    expect((await bench.call('scenarios.save', again)).run).toMatchObject({ state: 'passed' })
  })

  it('run step by step, continue from there, report how they ended, and refuse steps during another run', async () => {
    await save('good.yaml', PASSES)
    const refusal = await bench.refusal('scenarios.resume', { file: 'good.yaml' })
    expect(refusal.message).toContain('is not waiting for its next step')
    const none = await bench.refusal('scenarios.report', { files: ['good.yaml'] })
    expect(none.message).toContain('has run yet')
    const state = () => runOf('good.yaml')
    await bench.call('scenarios.step', { file: 'good.yaml' })
    await expect.poll(async () => (await state())?.state).toBe('paused')
    expect((await state())?.results.map(({ verb }) => verb)).toEqual(['sale'])
    const [payment] = (await state())?.payments ?? []
    expect((await bench.call('payments.get', { key: payment?.key ?? '' })).paymentId).toBe(payment?.id)
    await bench.call('scenarios.step', { file: 'good.yaml' })
    expect(await untilEnded('good.yaml')).toMatchObject({ state: 'passed', done: 2 })
    await bench.call('scenarios.step', { file: 'good.yaml' })
    await expect.poll(async () => (await state())?.state).toBe('paused')
    await bench.call('scenarios.resume', { file: 'good.yaml' })
    expect(await untilEnded('good.yaml')).toMatchObject({ state: 'passed', done: 2 })
    const { text } = await bench.call('scenarios.report', { files: ['good.yaml', 'shipped/form/paid.yaml'] })
    expect(text).toContain('A sale that succeeds')
    expect(text).toContain('POST /v2/payment/card/sale')
    await save('waits.yaml', WAITS)
    await bench.call('scenarios.run', { files: ['waits.yaml'] })
    expect(await bench.refusal('scenarios.step', { file: 'good.yaml' })).toMatchObject({ code: 'conflict' })
    await bench.call('scenarios.stop', {})
  })

  it('end their step-by-step run when another scenario is run', async () => {
    await save('good.yaml', PASSES)
    await save('other.yaml', PASSES.replace('succeeds', 'succeeds too'))
    await bench.call('scenarios.step', { file: 'good.yaml' })
    await bench.call('scenarios.run', { files: ['other.yaml'] })
    expect(await untilEnded('other.yaml')).toMatchObject({ state: 'passed' })
    expect(await untilEnded('good.yaml')).toMatchObject({ state: 'stopped', done: 1 })
  })

  it('get the secret of a project in the session, under the name that exam scenarios use', async () => {
    const { id, secret } = bench.ready.project
    const file = PASSES.replace(
      'steps:',
      `variables: { secret: { env: PAYBENCH_PROJECT_SECRET, secret: true } }
given: { project: { id: ${id}, secret: '\${secret}' } }
steps:`,
    )
    await save('of-exam.yaml', file)
    await save('unknown.yaml', file.replace(String(id), '77'))
    await bench.call('scenarios.run', { files: ['of-exam.yaml', 'unknown.yaml'] })
    expect(await untilEnded('of-exam.yaml')).toMatchObject({ state: 'passed' })
    expect(JSON.stringify(await untilEnded('of-exam.yaml'))).not.toContain(secret)
    const broken = await untilEnded('unknown.yaml')
    expect(broken?.state).toBe('broken')
    expect(broken?.failure?.message).toMatch(
      /has no value\. Start Paybench with PAYBENCH_PROJECT_SECRET in its/,
    )
  })

  it('can be stopped: the running one stops, waiting ones are dropped, and the clock is restored', async () => {
    await save('waits.yaml', WAITS)
    await save('good.yaml', PASSES)
    await bench.call('scenarios.run', { files: ['waits.yaml', 'good.yaml'], here: true })
    await expect.poll(async () => (await runOf('waits.yaml'))?.done).toBe(1)
    expect((await bench.call('clock.get', {})).mode).toBe('live')
    await bench.call('scenarios.stop', {})
    expect((await runOf('waits.yaml'))?.state).toBe('stopped')
    expect(await runOf('good.yaml')).toBeNull()
    expect((await bench.call('clock.get', {})).mode).toBe('frozen')
  })

  it('end when Paybench closes, and their runs are removed by a reset', async () => {
    await save('waits.yaml', WAITS)
    await bench.call('scenarios.run', { files: ['waits.yaml'] })
    await restart()
    const { items } = await bench.call('scenarios.list', {})
    expect(items[0]).toMatchObject({ file: 'waits.yaml', run: null })
    await save('good.yaml', PASSES)
    await bench.call('scenarios.run', { files: ['good.yaml'] })
    await untilEnded('good.yaml')
    await bench.call('bench.reset', {})
    await expect.poll(async () => await runOf('good.yaml')).toBeNull()
  })

  it('leave their own projects behind, which a reset removes if requested', async () => {
    await save('good.yaml', PASSES)
    await bench.call('scenarios.run', { files: ['good.yaml'], here: true })
    await untilEnded('good.yaml')
    const names = async () => (await bench.call('projects.list', {})).items.map(({ name }) => name)
    const before = await names()
    expect(before.filter((name) => name.startsWith('Scenario: '))).toHaveLength(1)
    await bench.call('bench.reset', {})
    expect(await names()).toEqual(before)
    await bench.call('bench.reset', { scenarioProjects: true })
    const own = before.filter((name) => !name.startsWith('Scenario: '))
    expect(await names()).toEqual(own)
    await restart()
    expect(await names()).toEqual(own)
    // A run creates its project again.
    await bench.call('scenarios.run', { files: ['good.yaml'], here: true })
    await untilEnded('good.yaml')
    expect(await names()).toHaveLength(own.length + 1)
  })

  it('are not run if they contain mistakes, which are reported with their lines', async () => {
    await save('wrong.yaml', PASSES.replace('of: order, kind', 'of: ordre, kind'))
    const { problems } = await bench.call('scenarios.get', { file: 'wrong.yaml' })
    expect(problems[0]).toMatchObject({ line: 4 })
    expect(await bench.refusal('scenarios.run', { files: ['wrong.yaml'] })).toMatchObject({
      code: 'wrong_state',
      message: expect.stringContaining('Line 4') as unknown,
    })
    for (const file of ['../x.yaml', 'shipped/callbacks/forged.yaml']) {
      const params = { file, text: PASSES, version: null }
      expect(await bench.refused('scenarios.save', params)).toBe('invalid_params file')
    }
  })
})
