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
  it('are added at the top, and lose no simultaneous change', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => bench.call('answers.put', { rule: aResponseRule(id) })))
    expect(idsOf(await bench.call('answers.list', {})).toSorted()).toEqual(['a', 'b', 'c'])
    const { rules } = await bench.call('answers.put', { rule: aResponseRule('d') })
    expect(rules[0]?.id).toBe('d')
    await Promise.all([
      bench.call('answers.switch', { ids: ['a'], enabled: false }),
      bench.call('answers.switch', { ids: ['b'], enabled: false }),
      bench.call('answers.remove', { id: 'c' }),
    ])
    const after = await bench.call('answers.list', {})
    expect(Object.fromEntries(after.rules.map(({ id, enabled }) => [id, enabled]))).toEqual({
      a: false,
      b: false,
      d: true,
    })
  })

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
  it('are added at the end, move relative to the rules that are shown, and can be restored by undo', async () => {
    for (const id of ['a', 'b', 'c'])
      await bench.call('faults.put', { rule: aFault({ kind: 'drop' }, { id }) })
    const moved = await bench.call('faults.move', { id: 'a', by: 1, among: ['a', 'c'] })
    expect(idsOf(moved)).toEqual(['b', 'c', 'a'])
    const { undo } = await bench.call('faults.switch', { enabled: false })
    const removal = await bench.call('faults.remove', { id: 'b' })
    await expect(bench.call('faults.undo', { undo })).rejects.toThrow(
      /conflict.*Undo the later changes first/,
    )
    await bench.call('faults.undo', { undo: removal.undo })
    const { rules } = await bench.call('faults.undo', { undo })
    expect(rules.map(({ id, enabled }) => [id, enabled])).toEqual([
      ['b', true],
      ['c', true],
      ['a', true],
    ])
    await expect(bench.call('faults.undo', { undo })).rejects.toThrow(/not_found.*can no longer be undone/)
  })

  it('are refused if their project does not exist, with the name of the field', async () => {
    const rule = aFault({ kind: 'drop' }, { match: { projectId: 4711 } })
    await expect(bench.call('faults.put', { rule })).rejects.toThrow('"field":"rule.match.projectId"')
  })
})
