import { afterEach, beforeEach, expect, it } from 'vitest'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { aFaultRule } from './testing/fault-rules'
import { exportSession, importSession } from './testing/session-client'
import { asLines, withRows } from './testing/session-mutations'
import { exchange } from './testing/wire-client'

let bench: FlowBench

beforeEach(async () => {
  bench = await openFlowBench()
})
afterEach(() => bench.close())

/** What stands in the store in the place of a rule, by its id. */
const KEPT: Readonly<Record<string, string>> = {
  later: JSON.stringify({
    ...aFaultRule({ kind: 'drop' }, { id: 'later' }),
    name: 'Of tomorrow',
    fault: { kind: 'teleport' },
  }),
  broken: '{"id":"broken","na',
  deaf: JSON.stringify({ rule: { id: 'deaf', name: 'Never' }, since: 0 }),
}

/** A session file with a fault rule that works between two, and an answer rule, that cannot be read. */
async function withUnreadable(): Promise<Buffer> {
  await bench.call('faults.save', {
    rules: ['later', 'works', 'broken'].map((id) => aFaultRule({ kind: 'drop' }, { id })),
  })
  await bench.call('answers.save', {
    rules: [
      {
        id: 'deaf',
        name: '',
        enabled: true,
        match: {},
        after: 'last',
        per: 'rule',
        steps: [{ kind: 'reply', status: 500, headers: [], body: '', delayMs: 0 }],
      },
    ],
  })
  const { bytes } = await exportSession(bench)
  return withRows(asLines(bytes), 'rules', ([seq, id, list, position, data, ...counts]) => [
    ...[seq, id, list, position, KEPT[String(id)] ?? data, ...counts],
  ])
}

it('are shown with the reason, do nothing, go along in a session file, and can be removed', async () => {
  let file = await withUnreadable()
  // The second time with what the first one exported.
  for (const _round of [1, 2]) {
    const { id } = await importSession(bench, file)
    await bench.call('sessions.open', { id, mode: 'live' })
    const faults = await bench.call('faults.list', {})
    expect(faults.rules.map((rule) => rule.id)).toEqual(['works'])
    expect(faults.unreadable).toEqual([
      { id: 'later', name: 'Of tomorrow', reason: expect.stringContaining('fault.kind') as unknown },
      { id: 'broken', name: '', reason: expect.stringContaining('damaged') as unknown },
    ])
    expect(await bench.call('answers.list', {})).toMatchObject({ rules: [], unreadable: [{ name: 'Never' }] })
    expect((await exchange(`${bench.ready.merchant}/x`, { body: '{}' })).status).toBe(200)
    file = (await exportSession(bench)).bytes
    const { undo, unreadable } = await bench.call('faults.remove', { id: 'broken' })
    expect(unreadable.map((rule) => rule.id)).toEqual(['later'])
    expect((await bench.call('faults.undo', { undo })).unreadable).toEqual(faults.unreadable)
    await bench.call('sessions.close', {})
  }
})
