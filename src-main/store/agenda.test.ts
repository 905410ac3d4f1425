import { describe, expect, it } from 'vitest'
import { aCallback, anExchange, aPayment, aStore, START } from './fixtures/samples'
import type { Store } from './store'

/** Whether something else may be due after the work. */
const changesAgenda = (store: Store, work: () => unknown): boolean => {
  const before = store.agendaVersion
  work()
  return store.agendaVersion !== before
}

const prepared = (): Store => {
  const store = aStore()
  store.payments.insert(aPayment())
  store.callbacks.insert(aCallback({ id: 'cb_1' }))
  store.timers.set({ id: 't', paymentKey: 'pay_1', name: 'provider', dueAt: START })
  store.exchanges.insert(anExchange({ id: 'ex_1' }))
  return store
}

describe('the agenda', () => {
  it.each<readonly [string, (store: Store) => unknown]>([
    [
      'a timer that is set',
      ({ timers }) => timers.set({ id: 'u', paymentKey: 'pay_1', name: 'hold', dueAt: START }),
    ],
    ['a timer that is removed', ({ timers }) => timers.remove('t')],
    ['the timers of a payment that are removed', ({ timers }) => timers.removeForPayment('pay_1')],
    ['a callback', ({ callbacks }) => callbacks.insert(aCallback({ id: 'cb_2' }))],
    ['a callback that is put off', ({ callbacks }) => callbacks.update('cb_1', { nextAttemptAt: START + 1 })],
    ['a payment that changes', ({ payments }) => payments.update(aPayment({ status: 'success' }))],
    ['the time up to which tokens were handled', ({ settings }) => settings.set('tokens.expiredUpTo', '1')],
    ['a reset', (store) => store.reset()],
    [
      'a write that is undone',
      (store) => {
        const undone = new Error('undone')
        expect(() =>
          store.write(() => {
            store.timers.remove('t')
            throw undone
          }),
        ).toThrow(undone)
      },
    ],
  ])('is changed by %s', (_what, work) => {
    const store = prepared()
    expect(changesAgenda(store, () => work(store))).toBe(true)
  })

  it('is not changed by what every request writes', () => {
    const store = prepared()
    const writes = (id: string) => (): void => {
      store.exchanges.insert(anExchange({ id }))
      store.exchanges.setResponse('ex_1', { status: 200, headers: [], body: null, durationMs: 1 })
      store.flush()
    }
    expect(changesAgenda(store, writes('ex_2'))).toBe(false)
    store.timers.next()
    store.callbacks.next()
    expect(changesAgenda(store, writes('ex_3'))).toBe(false)
  })
})
