import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect, type Connection, createSavepoints, withNul, withoutNul } from './connection'
import { createGroup } from './group'
import { aCallback, anExchange, aPayment, aStore, START } from './testing/samples'
import type { Store } from './store'

/** What a write does, step by step: it adds a row, or runs another write, and catches that write's failure. */
interface Work {
  readonly steps: readonly (number | Work)[]
  readonly fails: boolean
}

const { work } = fc.letrec<{ work: Work }>((tie) => ({
  work: fc.record({
    steps: fc.array(fc.oneof({ maxDepth: 4 }, fc.integer({ min: 0, max: 99 }), tie('work')), {
      maxLength: 5,
    }),
    fails: fc.boolean(),
  }),
}))

/** The rows that must remain: a write that fails undoes everything inside it. */
const rowsLeftBy = ({ steps, fails }: Work): readonly number[] =>
  fails ? [] : steps.flatMap((step) => (typeof step === 'number' ? [step] : rowsLeftBy(step)))

const anEmptyTable = () => {
  const statements: string[] = []
  const inner = connect(':memory:', 0)
  const watched: Connection = {
    ...inner,
    get inTransaction() {
      return inner.inTransaction
    },
    run(sql, ...values) {
      statements.push(sql)
      return inner.run(sql, ...values)
    },
  }
  inner.exec('CREATE TABLE rows (value INTEGER)')
  const savepoints = createSavepoints(watched)
  const group = createGroup(savepoints, [], () => undefined)
  const { connection } = savepoints
  const add = (value: number): void => {
    connection.run('INSERT INTO rows (value) VALUES (?)', value)
  }
  const carryOut = ({ steps, fails }: Work): void => {
    try {
      group.write(() => {
        for (const step of steps) {
          if (typeof step === 'number') add(step)
          else carryOut(step)
        }
        if (fails) throw new Error('planned')
      })
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'planned') throw error
    }
  }
  const rows = () => connection.all('SELECT value FROM rows ORDER BY rowid').map(({ value }) => value)
  const savepointCount = () => statements.filter((sql) => sql.startsWith('SAVEPOINT')).length
  return { group, add, carryOut, rows, savepointCount }
}

describe('nested writes', () => {
  it('keep the rows of a write only if it and all writes around it succeed', () => {
    fc.assert(
      fc.property(fc.array(work, { maxLength: 4 }), (works) => {
        const { group, carryOut, rows } = anEmptyTable()
        for (const one of works) carryOut(one)
        group.flush()
        expect(rows()).toEqual(works.flatMap(rowsLeftBy))
      }),
      { numRuns: 500 },
    )
  })

  it('create no savepoint if nothing is written, and only one if several writes begin at the same point', () => {
    const { group, add, savepointCount } = anEmptyTable()
    group.write(() => group.write(() => undefined))
    expect(savepointCount()).toBe(0)
    group.write(() => {
      group.write(() => {
        add(1)
      })
      add(2)
    })
    expect(savepointCount()).toBe(1)
    group.write(() => {
      add(3)
      group.write(() => {
        add(4)
      })
    })
    expect(savepointCount()).toBe(3)
  })
})

/** Whether the work may have changed what is due. */
const changesAgenda = (store: Store, work: () => unknown): boolean => {
  const before = store.agendaVersion
  work()
  return store.agendaVersion !== before
}

const aPreparedStore = (): Store => {
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
    ['the removal of the timers of a payment', ({ timers }) => timers.removeForPayment('pay_1')],
    ['a new callback', ({ callbacks }) => callbacks.insert(aCallback({ id: 'cb_2' }))],
    ['a postponed callback', ({ callbacks }) => callbacks.update('cb_1', { nextAttemptAt: START + 1 })],
    ['a payment that changes', ({ payments }) => payments.update(aPayment({ status: 'success' }))],
    ['a new value of tokens.expiredUpTo', ({ settings }) => settings.set('tokens.expiredUpTo', '1')],
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
    const store = aPreparedStore()
    expect(changesAgenda(store, () => work(store))).toBe(true)
  })

  it('is not changed by what every request writes', () => {
    const store = aPreparedStore()
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

const trickyText = fc
  .array(fc.constantFrom('\0', '\uFDD0', '0', '1', 'a', '\u{1F600}'))
  .map((parts) => parts.join(''))

describe('texts with NUL', () => {
  it('have a unique stored form without NUL, from which they are restored', () => {
    fc.assert(
      fc.property(trickyText, trickyText, (text, other) => {
        expect(withoutNul(text)).not.toContain('\0')
        expect(withNul(withoutNul(text))).toBe(text)
        expect(withoutNul(text) === withoutNul(other)).toBe(text === other)
      }),
    )
  })

  it('are stored in full, and found by their full text only', () => {
    const connection = connect(':memory:', 0)
    connection.exec('CREATE TABLE texts (value TEXT UNIQUE)')
    const texts = ['a\0b', 'a\0c', 'a', '\0', '\uFDD0', '\uFDD00', 'plain']
    for (const text of texts) connection.run('INSERT INTO texts VALUES (?)', text)
    expect(connection.all('SELECT value FROM texts ORDER BY rowid').map(({ value }) => value)).toEqual(texts)
    for (const text of texts) {
      expect(connection.get('SELECT value FROM texts WHERE value = ?', text)).toMatchObject({ value: text })
    }
    connection.close()
  })
})
