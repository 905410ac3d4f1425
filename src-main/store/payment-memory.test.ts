import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect, type Connection } from './connection'
import { createCounters } from './counters'
import { aPayment } from './fixtures/samples'
import { createGroup } from './group'
import { migrate } from './migrate'
import { MIGRATIONS } from './migrations/list'
import { createPaymentMemory, type PaymentMemory } from './payment-memory'
import { createPayments } from './payments'
import type { PaymentRecord } from './records'
import { createSavepoints } from './savepoints'
import { createChangeLog } from './changes'
import { createLocalIndex } from './index/local-index'

const KEYS = ['a', 'b', 'c', 'd', 'e'] as const
const IDS = ['order-1', 'order-2', 'order-\ud800', 'order-\ufffd'] as const
const STATUSES = ['processing', 'success', 'error'] as const

interface Payment {
  readonly key: (typeof KEYS)[number]
  readonly paymentId: (typeof IDS)[number]
  readonly status: (typeof STATUSES)[number]
  readonly state: string
}

type Step =
  | { readonly do: 'write'; readonly payment: Payment }
  | { readonly do: 'read'; readonly key: string; readonly paymentId: string }
  | { readonly do: 'part'; readonly steps: readonly Step[]; readonly fails: boolean }
  | { readonly do: 'commit' | 'lostCommit' | 'end' }

const key = fc.constantFrom(...KEYS)
const paymentId = fc.constantFrom(...IDS)
const { step } = fc.letrec<{ step: Step }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      do: fc.constant('write' as const),
      payment: fc.record({
        key,
        paymentId,
        status: fc.constantFrom(...STATUSES),
        state: fc.constantFrom('{}', '{"n":1}', `{"long":"${'x'.repeat(40)}"}`),
      }),
    }),
    fc.record({ do: fc.constant('read' as const), key, paymentId }),
    fc.record({
      do: fc.constant('part' as const),
      steps: fc.array(tie('step'), { maxLength: 5 }),
      fails: fc.boolean(),
    }),
    fc.record({ do: fc.constantFrom('commit' as const, 'lostCommit' as const, 'end' as const) }),
  ),
}))

class Planned extends Error {}

/** Payments with a memory for three of them, and a connection on which the next commit can be made to fail. */
function aShop() {
  const inner = connect(':memory:', 0)
  migrate(inner, MIGRATIONS)
  let losesNext = false
  const watched: Connection = {
    ...inner,
    get inTransaction() {
      return inner.inTransaction
    },
    run(sql, ...values) {
      if (sql === 'COMMIT' && losesNext) throw new Planned('the disk is full')
      return inner.run(sql, ...values)
    },
  }
  const savepoints = createSavepoints(watched)
  const { connection } = savepoints
  const memory = createPaymentMemory(connection, { most: 3, stateCharacters: 30_000 })
  const counters = createCounters(connection)
  const changes = createChangeLog(connection, () => undefined)
  const group = createGroup(savepoints, [counters, memory, changes], () => undefined)
  const index = createLocalIndex(inner, {
    directory: null,
    flush: () => {
      group.flush()
    },
    position: () => changes.position,
    onReached: () => undefined,
    onFailure: () => undefined,
  })
  const payments = createPayments({ connection, group, counters, changes, memory, index, newId: () => 'id' })
  group.write(() => {
    connection.run(
      "INSERT INTO projects (project_id, name, secret, switches, created_at) VALUES (1, '', '', '{}', 0)",
    )
  })
  group.flush()

  const write = (payment: Payment): void => {
    const record: PaymentRecord = aPayment(payment)
    try {
      if (!payments.update(record)) payments.insert(record)
    } catch (error) {
      // Two payments that are no errors cannot have the same id.
      if (!(error instanceof Error) || !error.message.includes('UNIQUE')) throw error
    }
  }

  const carryOut = (one: Step): void => {
    switch (one.do) {
      case 'write':
        write(one.payment)
        return
      case 'read':
        payments.byKey(one.key)
        payments.byPaymentId(1, one.paymentId)
        memory.numberOf(one.key)
        return
      case 'part':
        try {
          group.write(() => {
            for (const inside of one.steps) carryOut(inside)
            if (one.fails) throw new Planned()
          })
        } catch (error) {
          if (!(error instanceof Planned)) throw error
        }
        return
      case 'commit':
        if (!group.isWriting) group.flush()
        return
      case 'lostCommit':
        if (group.isWriting) return
        losesNext = true
        try {
          group.flush()
        } catch (error) {
          if (!(error instanceof Planned)) throw error
        } finally {
          losesNext = false
        }
        return
      case 'end':
        // The database itself ends a transaction, as over a full disk.
        if (group.isWriting) {
          if (inner.inTransaction) inner.run('ROLLBACK')
          throw new Planned()
        }
    }
  }
  const close = (): void => {
    carryOut({ do: 'lostCommit' })
    inner.close()
  }
  return { connection, memory, carryOut, close }
}

const seen = (memory: PaymentMemory) => ({
  byKey: KEYS.map((one) => memory.byKey(one)),
  numbers: KEYS.map((one) => memory.numberOf(one)),
  holders: IDS.map((one) => memory.keyOf(1, one)),
})

describe('the memory of payments', () => {
  it('says what the rows say, whatever was written, undone or lost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const { connection, memory, carryOut, close } = aShop()
        for (const one of steps) {
          try {
            carryOut(one)
          } catch (error) {
            if (!(error instanceof Planned)) throw error
          }
        }
        expect(seen(memory)).toEqual(seen(createPaymentMemory(connection)))
        close()
      }),
      { numRuns: 80 },
    )
  })

  it('reads a payment once', () => {
    const { connection, memory, carryOut } = aShop()
    carryOut({ do: 'write', payment: { key: 'a', paymentId: 'order-1', status: 'success', state: '{}' } })
    connection.run('DROP TABLE payment_states')
    expect(memory.byKey('a')).toEqual(
      aPayment({ key: 'a', paymentId: 'order-1', status: 'success', state: '{}' }),
    )
  })
})
