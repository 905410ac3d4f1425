import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { losingBase, type LosingStep } from './fixtures/losing-base'
import { losingSteps } from './fixtures/losing-steps'
import { aPayment } from './fixtures/samples'
import { createPaymentMemory, type PaymentMemory } from './payment-memory'
import { createPayments } from './payments'
import type { PaymentRecord } from './records'

const KEYS = ['a', 'b', 'c', 'd', 'e'] as const
const IDS = ['order-1', 'order-2', 'order-\ud800', 'order-\ufffd'] as const
const STATUSES = ['processing', 'success', 'error'] as const

interface Payment {
  readonly key: (typeof KEYS)[number]
  readonly paymentId: (typeof IDS)[number]
  readonly status: (typeof STATUSES)[number]
  readonly state: string
}

type Write =
  | { readonly do: 'write'; readonly payment: Payment }
  | { readonly do: 'read'; readonly key: string; readonly paymentId: string }

const key = fc.constantFrom(...KEYS)
const paymentId = fc.constantFrom(...IDS)
const steps = losingSteps<Write>(
  fc.oneof(
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
  ),
)

/** Payments with a memory for three of them. */
function aShop() {
  const { base, carryOutAll, close } = losingBase()
  const { connection, memory } = base
  const payments = createPayments(base)
  const write = (step: Write): void => {
    if (step.do === 'read') {
      payments.byKey(step.key)
      payments.byPaymentId(1, step.paymentId)
      memory.numberOf(step.key)
      return
    }
    const record: PaymentRecord = aPayment(step.payment)
    try {
      if (!payments.update(record)) payments.insert(record)
    } catch (error) {
      // Two payments that are no errors cannot have the same id.
      if (!(error instanceof Error) || !error.message.includes('UNIQUE')) throw error
    }
  }
  return {
    connection,
    memory,
    carryOutAll: (all: readonly LosingStep<Write>[]) => {
      carryOutAll(all, write)
    },
    close,
  }
}

const seen = (memory: PaymentMemory) => ({
  byKey: KEYS.map((one) => memory.byKey(one)),
  numbers: KEYS.map((one) => memory.numberOf(one)),
  holders: IDS.map((one) => memory.keyOf(1, one)),
})

describe('the memory of payments', () => {
  it('says what the rows say, whatever was written, undone or lost', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { connection, memory, carryOutAll, close } = aShop()
        carryOutAll(all)
        expect(seen(memory)).toEqual(seen(createPaymentMemory(connection)))
        close()
      }),
      { numRuns: 80 },
    )
  })

  it('reads a payment once', () => {
    const { connection, memory, carryOutAll } = aShop()
    const payment = { key: 'a', paymentId: 'order-1', status: 'success', state: '{}' } as const
    carryOutAll([{ do: 'write', own: { do: 'write', payment } }])
    connection.run('DROP TABLE payment_states')
    expect(memory.byKey('a')).toEqual(aPayment(payment))
  })

  it('knows which payments this process wrote', () => {
    const { connection, memory, carryOutAll } = aShop()
    const payment = { key: 'a', paymentId: 'order-1', status: 'success', state: '{}' } as const
    carryOutAll([{ do: 'write', own: { do: 'write', payment } }])
    const other = createPaymentMemory(connection)
    other.byKey('a')
    expect([memory.wroteLately('a'), other.wroteLately('a'), memory.wroteLately('b')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
