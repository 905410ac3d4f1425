import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlannedReplay, planReplay, type ReplayOrder } from './plan'

const FLAT: ReplayOrder = { pacing: 'flat', order: 'original', copies: 1, seed: 1 }
const sources = fc
  .array(fc.nat(1_000_000), { maxLength: 40 })
  .map((times) => times.map((dueAt, at) => ({ id: `cb_${String(at)}`, dueAt })))

const names = (plan: readonly PlannedReplay[]): readonly string[] =>
  plan.map(({ id, copy }) => `${id} ${String(copy)}`)

describe('the plan of a replay', () => {
  it('sends the oldest message first, without pauses or with the original gaps', () => {
    const given = [
      { id: 'b', dueAt: 5000 },
      { id: 'a', dueAt: 2000 },
      { id: 'c', dueAt: 5000 },
    ]
    expect(planReplay(given, FLAT).map(({ id, offsetMs }) => [id, offsetMs])).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ])
    expect(planReplay(given, { ...FLAT, pacing: 'original' }).map(({ offsetMs }) => offsetMs)).toEqual([
      0, 3000, 3000,
    ])
    expect(names(planReplay(given.slice(0, 2), { ...FLAT, copies: 2 }))).toEqual(['a 0', 'a 1', 'b 0', 'b 1'])
  })

  it('depends only on the seed if shuffled, loses and duplicates nothing, and keeps the times', () => {
    fc.assert(
      fc.property(sources, fc.integer({ min: 1, max: 3 }), fc.nat(), (given, copies, seed) => {
        const order: ReplayOrder = { pacing: 'original', order: 'shuffled', copies, seed }
        const plan = planReplay(given, order)
        const straight = planReplay(given, { ...order, order: 'original' })
        expect(planReplay(given, order)).toEqual(plan)
        expect(plan.map(({ offsetMs }) => offsetMs)).toEqual(straight.map(({ offsetMs }) => offsetMs))
        expect(names(plan).toSorted()).toEqual(names(straight).toSorted())
      }),
    )
  })

  it('can produce every order', () => {
    const three = ['a', 'b', 'c'].map((id) => ({ id, dueAt: 0 }))
    const orders = new Set(
      Array.from({ length: 200 }, (_, seed) =>
        names(planReplay(three, { ...FLAT, order: 'shuffled', seed })).join(),
      ),
    )
    expect(orders.size).toBe(6)
  })

  it('is empty if there are no messages', () => {
    expect(planReplay([], { ...FLAT, order: 'shuffled' })).toEqual([])
  })
})
