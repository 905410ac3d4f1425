import { describe, expect, it } from 'vitest'
import { useFlowBench } from './testing/merchant-bench'
import { aRule, reply } from './testing/answer-rules'
import { aFaultRule as aFault } from './testing/fault-rules'
import { exchange } from './testing/wire-client'

const { bench } = useFlowBench({ per: 'test' })

const aResponseRule = (id: string, statuses: readonly number[] = [500]) =>
  aRule(
    statuses.map((status) => reply(status)),
    { id },
  )
const post = async () => (await exchange(`${bench.ready.merchant}/x`, { body: '{}' })).status
const idsOf = ({ rules }: { readonly rules: readonly { readonly id: string }[] }) => rules.map(({ id }) => id)

describe('response rules that are changed one by one', () => {
  it('continue their script after their removal is undone, and restart it if its responses change', async () => {
    await bench.call('answers.put', { rule: aResponseRule('script', [500, 501, 502]) })
    expect([await post(), await post()]).toEqual([500, 501])
    const { undo, rules } = await bench.call('answers.remove', { id: 'script' })
    expect([rules, await post()]).toEqual([[], 200])
    expect((await bench.call('answers.undo', { undo })).rules).toMatchObject([{ id: 'script', fired: 2 }])
    expect(await post()).toBe(502)
    await bench.call('answers.put', { rule: { ...aResponseRule('script', [500, 501, 502]), name: 'named' } })
    expect(await post()).toBe(502)
    await bench.call('answers.put', { rule: aResponseRule('script', [503, 504]) })
    expect([await post(), await post()]).toEqual([503, 504])
  })
})

describe('fault rules that are changed one by one', () => {
  it('are added at the end, response rules at the top, and can be moved and moved back', async () => {
    for (const id of ['a', 'b']) {
      await bench.call('faults.put', { rule: aFault({ kind: 'drop' }, { id }) })
      await bench.call('answers.put', { rule: aResponseRule(id) })
    }
    expect(idsOf(await bench.call('faults.list', {}))).toEqual(['a', 'b'])
    expect(idsOf(await bench.call('answers.list', {}))).toEqual(['b', 'a'])
    const moved = await bench.call('faults.move', { id: 'a', by: 1, among: ['a', 'b'] })
    expect(idsOf(moved)).toEqual(['b', 'a'])
    expect(idsOf(await bench.call('faults.undo', { undo: moved.undo }))).toEqual(['a', 'b'])
  })

  it('are refused if their project does not exist, with the name of the field', async () => {
    const rule = aFault({ kind: 'drop' }, { match: { projectId: 4711 } })
    await expect(bench.call('faults.put', { rule })).rejects.toThrow('"field":"rule.match.projectId"')
  })
})
