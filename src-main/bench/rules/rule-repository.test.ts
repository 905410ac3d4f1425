import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aStore } from '../../store/fixtures/samples'
import { readRule } from './read-rule'
import { createRuleRepository } from './rule-repository'

const rule = z.object({ id: z.string(), enabled: z.boolean(), text: z.string() })
type Rule = Readonly<z.infer<typeof rule>>

const aRule = (id: string, text = 'as it was'): Rule => ({ id, enabled: true, text })
const LAST = { at: 200, replaces: [] }

function aKeeper(store = aStore()) {
  let drawn = 0
  const keeper = createRuleRepository<Rule, Rule>({
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
    parse: (text) => readRule(rule, text),
    ruleOf: (kept) => kept,
    make: (rule) => rule,
    beginsAnew: (before, after) => before.text !== after.text,
    event: () => ({ type: 'faults.changed', rules: [], unreadable: [] }),
  })
  const ids = (): string =>
    store.rules
      .all('fault')
      .map(({ id }) => id)
      .join('')
  const countsOf = (id: string) => {
    const found = keeper.all().find((rule) => rule.id === id)
    return [found?.evaluated, found?.fired]
  }
  return { store, keeper, ids, countsOf }
}

/** Three rules, of which each has acted once. */
function three() {
  const made = aKeeper()
  for (const id of ['a', 'b', 'c']) {
    made.keeper.put(aRule(id), LAST)
    made.keeper.count(id, true)
  }
  return made
}

describe('one rule of the list', () => {
  it('is put in its place, and a known one keeps it', () => {
    const { keeper, ids } = three()
    keeper.put(aRule('d'), { at: 1, replaces: [] })
    expect(ids()).toBe('adbc')
    keeper.put({ ...aRule('b'), enabled: false }, { at: 0, replaces: ['a', 'b', 'gone'] })
    expect([ids(), keeper.all()[1]?.kept.enabled]).toEqual(['dbc', false])
  })

  it('keeps its counts when it is changed, and begins anew when it is another story', () => {
    const { keeper, countsOf } = three()
    keeper.put({ ...aRule('a'), enabled: false }, LAST)
    keeper.put(aRule('b', 'another'), LAST)
    expect([countsOf('a'), countsOf('b')]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  it('moves by places, of all or of some, and not beyond the ends', () => {
    const { keeper, ids } = three()
    keeper.move('a', 1, undefined)
    expect(ids()).toBe('bac')
    keeper.move('c', -9, undefined)
    expect(ids()).toBe('cba')
    keeper.move('c', 1, ['c', 'a'])
    expect(ids()).toBe('bac')
    keeper.move('c', 1, undefined)
    expect(ids()).toBe('bac')
  })

  it('is switched alone or with all others', () => {
    const { keeper } = three()
    const on = () => keeper.all().map(({ kept }) => kept.enabled)
    keeper.enable(['b', 'gone'], false)
    expect(on()).toEqual([true, false, true])
    keeper.enable(undefined, false)
    expect(on()).toEqual([false, false, false])
  })

  it('is refused where it is not there, or where the list is full', () => {
    const { keeper } = aKeeper()
    expect(() => keeper.remove('x')).toThrow(/no rule "x"/)
    expect(() => keeper.move('x', 1, undefined)).toThrow(/no rule "x"/)
    expect(() => keeper.enable(['x'], true)).toThrow(/no rule "x"/)
    keeper.replace(Array.from({ length: 200 }, (_, n) => aRule(`r${String(n)}`)))
    expect(() => keeper.put(aRule('x'), LAST)).toThrow(/200 rules already/)
    keeper.put(aRule('r7', 'known'), LAST)
    keeper.remove('r3')
    keeper.put(aRule('x'), LAST)
    expect(keeper.all()).toHaveLength(200)
  })
})

describe('a change that is taken back', () => {
  it('brings a removed rule to its place, with what it had counted', () => {
    const { keeper, ids, countsOf } = three()
    const undo = keeper.remove('b')
    keeper.remove('c')
    keeper.put(aRule('d'), LAST)
    keeper.undo(undo)
    expect([ids(), countsOf('b')]).toEqual(['abd', [1, 1]])
  })

  it('leaves alone what others changed meanwhile', () => {
    const { keeper, ids } = three()
    const undo = keeper.enable(undefined, false)
    keeper.remove('a')
    keeper.put(aRule('b', 'edited since'), LAST)
    keeper.count('c', true)
    keeper.undo(undo)
    expect(ids()).toBe('bc')
    expect(keeper.all().map(({ kept, fired }) => [kept.text, kept.enabled, fired])).toEqual([
      ['edited since', true, 0],
      ['as it was', true, 2],
    ])
  })

  it('gives back the counts that it ended, and the rules that it replaced', () => {
    const { keeper, ids, countsOf } = three()
    const undoPut = keeper.put(aRule('a', 'another'), LAST)
    keeper.count('a', true)
    keeper.undo(undoPut)
    expect([keeper.all()[0]?.kept.text, countsOf('a')]).toEqual(['as it was', [1, 1]])
    const undoQuick = keeper.put(aRule('q'), { at: 0, replaces: ['b'] })
    expect(ids()).toBe('qac')
    keeper.undo(undoQuick)
    expect(ids()).toBe('abc')
  })

  it('gives a moved rule its place back', () => {
    const { keeper, ids } = three()
    const undo = keeper.move('c', -2, undefined)
    expect(ids()).toBe('cab')
    keeper.undo(undo)
    expect(ids()).toBe('abc')
  })

  it('is refused a second time, and where nothing of it is left', () => {
    const { keeper } = three()
    const undo = keeper.put(aRule('d'), LAST)
    keeper.undo(undo)
    expect(() => {
      keeper.undo(undo)
    }).toThrow(/cannot be taken back any more/)
    const edited = keeper.put(aRule('d'), LAST)
    keeper.put(aRule('d', 'edited since'), LAST)
    expect(() => {
      keeper.undo(edited)
    }).toThrow(/nothing is left to take back/)
  })
})

describe('a rule that this version cannot read', () => {
  /** Rules a and c, and between them one of another version. */
  function withUnreadable() {
    const store = aStore()
    const record = (id: string, data: unknown) => ({ id, data: JSON.stringify(data), evaluated: 3, fired: 2 })
    const foreign = record('x', { id: 'x', shape: 'of a later version' })
    store.rules.replaceAll('fault', [record('a', aRule('a')), foreign, record('c', aRule('c'))])
    return { ...aKeeper(store), foreign }
  }

  it('does nothing, and stays at its neighbours when the list is saved', () => {
    const { store, keeper, ids, foreign } = withUnreadable()
    expect(keeper.all().map(({ id }) => id)).toEqual(['a', 'c'])
    keeper.replace([aRule('c'), aRule('a'), aRule('n')])
    expect([ids(), store.rules.all('fault')[2]]).toEqual(['caxn', foreign])
    keeper.replace([aRule('n')])
    expect(ids()).toBe('xn')
  })

  it('is named with the reason, also where it is damaged, and can be removed and brought back', () => {
    const { store, keeper, ids } = withUnreadable()
    const before = store.rules.all('fault')
    const record = (id: string, data: string) => ({ id, data, evaluated: 0, fired: 0 })
    const deep = { rule: { name: 'by a later version' }, since: 'now' }
    store.rules.replaceAll('fault', [...before, record('d', '{"id":'), record('e', JSON.stringify(deep))])
    expect(keeper.unreadable()).toEqual([
      { id: 'x', name: '', reason: expect.stringContaining('enabled: ') as unknown },
      { id: 'd', name: '', reason: expect.stringContaining('damaged') as unknown },
      { id: 'e', name: 'by a later version', reason: expect.stringContaining('does not know') as unknown },
    ])
    expect(keeper.all().map(({ id }) => id)).toEqual(['a', 'c'])
    const undo = keeper.remove('d')
    expect(ids()).toBe('axce')
    keeper.undo(undo)
    expect([ids(), store.rules.all('fault')[3]?.data]).toEqual(['axcde', '{"id":'])
  })

  it('stays when rules beside it are put, moved, switched and removed', () => {
    const { store, keeper, foreign } = withUnreadable()
    keeper.put(aRule('n'), LAST)
    keeper.move('c', -1, undefined)
    keeper.enable(undefined, false)
    keeper.remove('a')
    keeper.reset('c')
    expect(store.rules.all('fault')).toContainEqual(foreign)
  })
})
