import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALLBACK_COUNTS } from '#domain/payment/callbacks'
import { losingBase, type LosingStep, losingSteps } from './testing/losing-base'
import { aCallback, anAttempt, aPayment, START, utf8 } from './testing/samples'
import { createCallbackMemory, createPaymentMemory, type PaymentMemory } from './memory'
import { createPayments } from './payments'
import type { NewCallback, PaymentRecord } from './records'
import { createAnnotations } from './settings'
import { createAttempts } from './attempts'
import { createCallbacks } from './callbacks'
import type { CallbackChange } from './rows'

const CALLBACK_IDS = ['a', 'b', 'c', 'd', 'e'] as const

type CallbackWrite =
  | { readonly do: 'insert'; readonly id: string; readonly change: Partial<NewCallback> }
  | { readonly do: 'update'; readonly id: string; readonly change: CallbackChange }
  | { readonly do: 'attempt' | 'annotate'; readonly id: string }

const id = fc.constantFrom(...CALLBACK_IDS)
const dueAt = fc.constantFrom(null, START, START + 1, START + 2)
const note = fc.constantFrom(null, 'a note', 'half \ud800', 'nul \0', 'long '.repeat(2000))
const marks = fc.constantFrom([], [{ ruleId: null, text: 'half \udc00' }])
const state = fc.constantFrom('scheduled' as const, 'failed' as const, 'delivering' as const, 'held' as const)
const change = fc.record({ state, nextAttemptAt: dueAt, note, marks, nextN: fc.nat(2) }, { requiredKeys: [] })

const callbackSteps = losingSteps<CallbackWrite>(
  fc.oneof(
    fc.record({
      do: fc.constant('insert' as const),
      id,
      change: fc.record({
        nextAttemptAt: dueAt,
        note,
        marks,
        paymentKey: fc.constantFrom(null, 'pay_1'),
        targetUrl: fc.constantFrom(null, 'http://127.0.0.1/\ud800'),
        body: fc.constantFrom('{}', `{"long":"${'x'.repeat(40)}"}`).map(utf8),
      }),
    }),
    fc.record({ do: fc.constant('update' as const), id, change }),
    fc.record({ do: fc.constantFrom('attempt' as const, 'annotate' as const), id }),
  ),
)

/** Callbacks with a memory for three of them. */
function aSender() {
  const { base, carryOutAll, close } = losingBase()
  const callbacks = createCallbacks(base)
  const attempts = createAttempts(base, callbacks)
  const annotations = createAnnotations(base)
  createPayments(base).insert(aPayment())
  base.group.flush()
  const write = (step: CallbackWrite): void => {
    const isThere = base.connection.get('SELECT 1 FROM callbacks WHERE id = ?', step.id) !== undefined
    switch (step.do) {
      case 'insert':
        if (!isThere) callbacks.insert(aCallback({ ...step.change, id: step.id }))
        return
      case 'update':
        callbacks.update(step.id, step.change)
        return
      case 'attempt':
        if (isThere) attempts.start(anAttempt({ callbackId: step.id }))
        return
      case 'annotate':
        annotations.set('callback', step.id, '{"note":"seen"}')
    }
  }
  return {
    base,
    carryOutAll: (all: readonly LosingStep<CallbackWrite>[]) => {
      carryOutAll(all, write)
    },
    close,
  }
}

/** What the repositories return with this memory. */
function seenOfCallback(base: ReturnType<typeof aSender>['base']) {
  const callbacks = createCallbacks(base)
  const attempts = createAttempts(base, callbacks)
  return {
    whole: CALLBACK_IDS.map((one) => callbacks.byId(one)),
    rows: CALLBACK_IDS.map((one) => callbacks.row(one)),
    wereAttempted: CALLBACK_IDS.map((one) => attempts.hasAny(one)),
    due: callbacks.due(START + 1, 10),
    next: callbacks.next(),
    counts: callbacks.countByState(),
    payments: base.connection.all(
      `SELECT ${CALLBACK_COUNTS.map((count) => `callbacks_${count}`).join()} FROM payments`,
    ),
  }
}

/** The base with an empty memory, so that the repositories read every row again. */
const withoutMemory = (base: ReturnType<typeof aSender>['base']) => ({
  ...base,
  callbackMemory: createCallbackMemory(),
})

describe('the memory of callbacks', () => {
  it('agrees with the rows, whatever was written, undone or lost', () => {
    fc.assert(
      fc.property(callbackSteps, (all) => {
        const { base, carryOutAll, close } = aSender()
        carryOutAll(all)
        expect(seenOfCallback(base)).toEqual(seenOfCallback(withoutMemory(base)))
        close()
      }),
      { numRuns: 150 },
    )
  })

  it('returns an unsent callback without reading a table, and forgets it once it is delivered', () => {
    const { base } = aSender()
    const callbacks = createCallbacks(base)
    callbacks.insert(aCallback({ id: 'a' }))
    base.connection.run('DROP TABLE callback_contents')
    expect(callbacks.byId('a')?.body).toEqual(aCallback().body)
    callbacks.update('a', { state: 'delivered', nextAttemptAt: null })
    expect(base.callbackMemory.byId('a')).toBeNull()
    expect(callbacks.row('a')?.state).toBe('delivered')
  })
})

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
      // Two payments cannot have the same id unless one is in `error`.
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

const contentOf = (memory: PaymentMemory) => ({
  byKey: KEYS.map((one) => memory.byKey(one)),
  numbers: KEYS.map((one) => memory.numberOf(one)),
  holders: IDS.map((one) => memory.keyOf(1, one)),
})

describe('the memory of payments', () => {
  it('agrees with the rows, whatever was written, undone or lost', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { connection, memory, carryOutAll, close } = aShop()
        carryOutAll(all)
        expect(contentOf(memory)).toEqual(contentOf(createPaymentMemory(connection)))
        close()
      }),
      { numRuns: 80 },
    )
  })

  it('returns, without reading its table, a payment that was just written', () => {
    const { connection, memory, carryOutAll } = aShop()
    const payment = { key: 'a', paymentId: 'order-1', status: 'success', state: '{}' } as const
    carryOutAll([{ do: 'write', own: { do: 'write', payment } }])
    connection.run('DROP TABLE payment_states')
    expect(memory.byKey('a')).toEqual(aPayment(payment))
  })
})
