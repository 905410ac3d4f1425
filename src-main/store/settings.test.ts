import { describe, expect, it } from 'vitest'
import { aCallback, anAttempt, anExchange, anOutcome, aPayment, aStore, utf8 } from './testing/samples'

const rule = (id: string, fired = 0) => ({ id, data: `{"name":"${id}"}`, evaluated: fired * 2, fired })

describe('rules', () => {
  it('keep their order, and stay in their list', () => {
    const store = aStore()
    store.rules.replaceAll('fault', [rule('b'), rule('a', 3)])
    store.rules.replaceAll('answer', [rule('c')])
    expect(store.rules.all('fault')).toEqual([rule('b'), rule('a', 3)])
    store.rules.replaceAll('fault', [rule('a', 3)])
    expect(store.rules.all('fault').map(({ id }) => id)).toEqual(['a'])
    expect(store.rules.all('answer').map(({ id }) => id)).toEqual(['c'])
    store.rules.replaceAll('answer', [rule('a')])
    store.rules.countOne('answer', 'a', true)
    expect(store.rules.all('fault')).toEqual([rule('a', 3)])
  })

  it('count how often they were evaluated and fired', () => {
    const store = aStore()
    store.rules.replaceAll('fault', [rule('a')])
    expect(store.rules.countOne('fault', 'a', true)).toBe(true)
    expect(store.rules.countOne('fault', 'a', false)).toBe(true)
    expect(store.rules.all('fault')).toEqual([{ ...rule('a'), evaluated: 2, fired: 1 }])
    expect(store.rules.countOne('fault', 'b', true)).toBe(false)
  })
})

describe('a mark', () => {
  const mark = { ruleId: 'rule_1', text: 'Delayed by 5 s' }

  it('is kept with a callback, as are the hold and the lane of the callback', () => {
    const store = aStore()
    store.payments.insert(aPayment())
    store.callbacks.insert(aCallback({ state: 'held', hold: '{"by":"tester"}', marks: [mark], lane: 'job' }))
    expect(store.callbacks.byId('cb_1')).toMatchObject({
      hold: '{"by":"tester"}',
      marks: [mark],
      lane: 'job',
    })
    expect(store.callbacks.held().map(({ id }) => id)).toEqual(['cb_1'])
    store.callbacks.update('cb_1', {
      state: 'scheduled',
      hold: null,
      targetUrl: 'http://other.test/x',
      targetIsOwnPath: false,
      marks: [],
    })
    expect(store.callbacks.row('cb_1')).toMatchObject({
      hold: null,
      targetUrl: 'http://other.test/x',
      targetIsOwnPath: false,
      marks: [],
    })
    expect(store.callbacks.held()).toEqual([])
  })

  it('is kept with an attempt, as are the bytes that were written', () => {
    const store = aStore()
    store.payments.insert(aPayment())
    store.callbacks.insert(aCallback())
    const seq = store.attempts.start(anAttempt({ marks: [mark] }))
    const written = { requestBody: utf8('{}'), wire: utf8('POST') }
    store.attempts.finish(seq, anOutcome({ ...written, failureCode: 'cut', failureMessage: 'cut' }))
    expect(store.attempts.byCallback('cb_1')).toMatchObject([{ marks: [mark], ...written }])
  })

  it('is kept with an exchange, as is the id of the replayed exchange', () => {
    const store = aStore()
    store.exchanges.insert(anExchange())
    store.exchanges.insert(anExchange({ id: 'ex_2', replayOf: 'ex_1', source: 'imported' }))
    expect(store.exchanges.mark('ex_2', [mark])).toBe(true)
    expect(store.exchanges.byId('ex_2')).toMatchObject({
      replayOf: 'ex_1',
      marks: [mark],
      source: 'imported',
    })
    expect(store.exchanges.replaysOf('ex_1').map(({ id }) => id)).toEqual(['ex_2'])
  })
})
