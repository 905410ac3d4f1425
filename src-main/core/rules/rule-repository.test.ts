import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aStore } from '#store/testing/samples'
import { createRuleRepository } from './rule-repository'

const rule = z.object({ id: z.string(), enabled: z.boolean(), text: z.string() })
type Rule = Readonly<z.infer<typeof rule>>

const aRule = (id: string, text = 'as it was'): Rule => ({ id, enabled: true, text })

function aRepository(store = aStore()) {
  let drawn = 0
  const repository = createRuleRepository<Rule, Rule, Rule>({
    store,
    changes: {
      payment: () => undefined,
      callback: () => undefined,
      exchange: () => undefined,
      capture: () => undefined,
      other: () => undefined,
    },
    list: 'fault',
    name: 'rule',
    randomHex: () => String((drawn += 1)),
    newPlace: 200,
    shape: rule,
    viewOf: ({ kept }) => kept,
    ruleOf: (kept) => kept,
    make: (rule) => rule,
    restartsCounts: (before, after) => before.text !== after.text,
    event: () => ({ type: 'faults.changed', rules: [] }),
  })
  const ids = (): string =>
    store.rules
      .all('fault')
      .map(({ id }) => id)
      .join('')
  const countsOf = (id: string) => {
    const found = repository.all().find((rule) => rule.id === id)
    return [found?.evaluated, found?.fired]
  }
  return { store, repository, ids, countsOf }
}

/** Three rules, each of which has fired once. */
function threeRules() {
  const made = aRepository()
  for (const id of ['a', 'b', 'c']) {
    made.repository.put(aRule(id))
    made.repository.countOne(id, true)
  }
  return made
}

describe('a rule of the list', () => {
  it('is inserted at the given position, while a known rule keeps its position', () => {
    const { repository, ids } = threeRules()
    repository.put(aRule('d'), { at: 1, replaces: [] })
    expect(ids()).toBe('adbc')
    repository.put({ ...aRule('b'), enabled: false }, { at: 0, replaces: ['a', 'b', 'gone'] })
    expect([ids(), repository.all()[1]?.kept.enabled]).toEqual(['dbc', false])
  })

  it('keeps its counts when it is changed, and counts from 0 when it becomes another rule', () => {
    const { repository, countsOf } = threeRules()
    repository.put({ ...aRule('a'), enabled: false })
    repository.put(aRule('b', 'another'))
    expect([countsOf('a'), countsOf('b')]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  it('moves by a number of positions, among all rules or some, but not beyond the ends', () => {
    const { repository, ids } = threeRules()
    repository.move('a', 1, undefined)
    expect(ids()).toBe('bac')
    repository.move('c', -9, undefined)
    expect(ids()).toBe('cba')
    repository.move('c', 1, ['c', 'a'])
    expect(ids()).toBe('bac')
    repository.move('c', 1, undefined)
    expect(ids()).toBe('bac')
  })

  it('is disabled alone or together with all others', () => {
    const { repository } = threeRules()
    const enabledStates = () => repository.all().map(({ kept }) => kept.enabled)
    repository.enable(['b', 'gone'], false)
    expect(enabledStates()).toEqual([true, false, true])
    repository.enable(undefined, false)
    expect(enabledStates()).toEqual([false, false, false])
  })

  it('is refused if its id is unknown, or if the list is full', () => {
    const { repository } = aRepository()
    expect(() => repository.remove('x')).toThrow(/no rule "x"/)
    expect(() => repository.move('x', 1, undefined)).toThrow(/no rule "x"/)
    expect(() => repository.enable(['x'], true)).toThrow(/no rule "x"/)
    repository.save(Array.from({ length: 200 }, (_, n) => aRule(`r${String(n)}`)))
    expect(() => repository.put(aRule('x'))).toThrow(/already 200 rules/)
    repository.put(aRule('r7', 'known'))
    repository.remove('r3')
    repository.put(aRule('x'))
    expect(repository.all()).toHaveLength(200)
  })
})

describe('undoing a change', () => {
  it('puts a removed rule back at its position, with its counts', () => {
    const { repository, ids, countsOf } = threeRules()
    const undo = repository.remove('b')
    repository.countOne('a', true)
    repository.undo(undo)
    expect([ids(), countsOf('a'), countsOf('b')]).toEqual(['abc', [2, 2], [1, 1]])
  })

  it('restores the counts that the change reset and the rules that it replaced', () => {
    const { repository, ids, countsOf } = threeRules()
    const undoPut = repository.put(aRule('a', 'another'))
    repository.countOne('a', true)
    repository.undo(undoPut)
    expect([repository.all()[0]?.kept.text, countsOf('a')]).toEqual(['as it was', [1, 1]])
    const undoQuick = repository.put(aRule('q'), { at: 0, replaces: ['b'] })
    expect(ids()).toBe('qac')
    repository.undo(undoQuick)
    expect(ids()).toBe('abc')
  })

  it('is refused until later changes are undone, and when it is repeated', () => {
    const { repository, ids } = threeRules()
    const first = repository.move('c', -2, undefined)
    const second = repository.enable(undefined, false)
    expect(() => {
      repository.undo(first)
    }).toThrow(/Undo the later changes first/)
    repository.undo(second)
    repository.undo(first)
    expect(ids()).toBe('abc')
    expect(() => {
      repository.undo(first)
    }).toThrow(/can no longer be undone/)
  })
})

it('a stored rule that does not fit the shape has no effect, but remains stored', () => {
  const store = aStore()
  const record = (id: string, data: string) => ({ id, data, evaluated: 3, fired: 2 })
  const rows = [record('a', JSON.stringify(aRule('a'))), record('x', '{"id":"x"}'), record('d', '{"id":')]
  store.rules.replaceAll('fault', rows)
  const { repository } = aRepository(store)
  expect(repository.all().map(({ id }) => id)).toEqual(['a'])
  repository.enable(undefined, false)
  repository.reset(undefined)
  expect(store.rules.all('fault')[1]?.data).toBe('{"id":"x"}')
})
