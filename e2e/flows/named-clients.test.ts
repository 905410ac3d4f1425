import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBench, type Bench } from '#client/bench'
import type { BenchEvent } from '#protocol/events'
import { aFaultRule } from './testing/fault-rules'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'

const { bench } = useFlowBench({ per: 'file', clock: 'live' })
let ana: Bench
const seen: BenchEvent[] = []

beforeAll(async () => {
  const { workbench, token } = bench.ready
  const address = { url: workbench ?? '', token: token ?? '' }
  ana = await connectBench({ ...address, name: 'Ana' })
  ana.onEvent((event) => seen.push(event))
})
afterAll(() => ana.close())

/** Calls a method over HTTP, under `name` unless it is null. */
const callAs = (name: string | null, method: string, params: unknown): Promise<Response> =>
  fetch(`${bench.ready.workbench ?? ''}/api/v1/${method}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${bench.ready.token ?? ''}`,
      ...(name === null ? {} : { 'Paybench-Client': Buffer.from(name).toString('latin1') }),
    },
    body: JSON.stringify(params),
  })

const lastOf = async (subject: string) => {
  const { changes } = await ana.bench.info({})
  return changes.findLast(({ subjects }) => subjects.includes(subject))
}

it('every client sees who changed the clock', async () => {
  await ana.clock.set({ mode: 'frozen' })
  expect(await lastOf('clock')).toMatchObject({ by: 'Ana', isNamed: true, text: 'froze the clock' })
  await callAs('Zoë, CI 42', 'clock.advance', { ms: 90_000 })
  const change = { by: 'Zoë, CI 42', text: 'moved the clock forward by 1 min 30 s' }
  expect(await lastOf('clock')).toMatchObject(change)
  await expect.poll(() => seen.findLast(({ type }) => type === 'bench.changed')).toMatchObject({ change })
  await callAs(null, 'clock.set', { mode: 'scaled', rate: 60 })
  expect(await lastOf('clock')).toMatchObject({
    by: 'a script',
    isNamed: false,
    text: 'set the clock to ×60',
  })
})

it('Paybench remembers who last changed each rule and each project', async () => {
  for (const [id, name] of [
    ['one', 'First'],
    ['two', 'Second'],
  ] as const) {
    expect(
      await (await callAs('CI', 'faults.put', { rule: aFaultRule({ kind: 'drop' }, { id, name }) })).json(),
    ).toHaveProperty('result')
  }
  await ana.faults.switch({ ids: ['two'], enabled: false })
  expect(await lastOf('faults:one')).toMatchObject({ by: 'CI', text: 'saved the fault rule “First”' })
  expect(await lastOf('faults:two')).toMatchObject({ by: 'Ana', text: 'turned a fault rule off' })
  await ana.projects.update({ projectId: PROJECT.id, name: 'Shop' })
  expect(await lastOf(`projects:${PROJECT.id}`)).toMatchObject({ by: 'Ana' })
  await callAs('CI', 'bench.reset', { projectId: PROJECT.id })
  const emptied = { by: 'CI', text: `emptied project ${PROJECT.id}` }
  expect(await lastOf(`projects:${PROJECT.id}`)).toMatchObject(emptied)
})

it('the list of changes is bounded, and contains no refused call', async () => {
  const before = (await ana.bench.info({})).changes
  expect((await callAs('CI', 'faults.remove', { id: 'nowhere' })).status).toBe(404)
  expect((await ana.bench.info({})).changes).toEqual(before)
  for (let projectId = 20_000; projectId < 20_120; projectId += 1) {
    await ana.projects.create({ projectId })
    await ana.projects.update({ projectId, name: 'x' })
  }
  expect((await ana.bench.info({})).changes).toHaveLength(100)
})

it.each(['', ' ', 'x'.repeat(41), 'a\u202eb', 'a\u200bb'])('the client name %j is refused', async (name) => {
  const { workbench, token } = bench.ready
  const address = { url: workbench ?? '', token: token ?? '', name }
  await expect(connectBench(address)).rejects.toMatchObject({ code: 'invalid_params' })
  if (name.trim() === '') return
  expect(await (await callAs(name, 'clock.get', {})).text()).toContain('1 to 40 visible characters')
})
