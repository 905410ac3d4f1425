import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomersSwitch } from '#domain/project/switches'
import { APPROVED, HOUR, MINUTE } from '#domain/testing/builders'
import { aSettledLife, type PaymentLife } from '#domain/testing/payment-life'
import { isOperationOpen } from './payment'
import { isFinal } from './statuses'

const PLAN = [{ kind: 'customer', way: 'redirect', display: [], lifetimeMs: HOUR }, APPROVED] as const

const customers = fc.constantFrom<CustomersSwitch>(
  { mode: 'wait' },
  { mode: 'wait' },
  { mode: 'pay', afterMs: 30 * MINUTE, percent: 80 },
)

type Deed =
  | { readonly does: 'another' }
  | { readonly does: 'wait'; readonly ms: number }
  | {
      readonly does: 'decide'
      readonly attempt: number
      readonly outcome: 'paid' | 'declined' | 'left'
      readonly amount: number | null
    }

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.constant({ does: 'another' as const }),
  fc.record({
    does: fc.constant('decide' as const),
    attempt: fc.nat(2),
    outcome: fc.constantFrom('paid' as const, 'paid' as const, 'declined' as const, 'left' as const),
    amount: fc.constantFrom(null, 4000),
  }),
  fc.record({
    does: fc.constant('wait' as const),
    ms: fc.constantFrom(MINUTE, 20 * MINUTE, HOUR),
  }),
)

function act(life: PaymentLife, given: Deed): void {
  const requestId = `request-${String(life.events.length)}`
  if (given.does === 'wait') life.advance(given.ms)
  else if (given.does === 'another') {
    life.run({ type: 'requestProvider', requestId })
    life.run({ type: 'startAttempt', requestId, account: null, plan: PLAN, supplied: {} })
  } else {
    const { attempt, outcome } = given
    const operationId = life.payment.operations[attempt]?.id
    if (operationId === undefined) return
    const amount = outcome === 'paid' ? given.amount : null
    life.run({ type: 'decideAtProvider', by: 'customer', operationId, outcome, amount, later: null })
  }
  life.advance(0)
}

/** What the attempts have charged, in minor units. */
const chargesOf = ({ events, payment }: PaymentLife): readonly number[] =>
  events.flatMap((event) =>
    event.type === 'operationFinished' && event.status === 'success'
      ? [event.approvedAmount ?? payment.requested.amount]
      : [],
  )

function check(life: PaymentLife): void {
  const { payment, callbacks } = life
  const { operations, attempts, status, real } = payment
  expect(operations.filter((operation) => isOperationOpen(operation.status)).length).toBeLessThanOrEqual(1)
  expect(operations.length).toBeLessThanOrEqual(3)
  const charges = chargesOf(life)
  if (charges.length > 0) expect(real.amount).toBe(charges.reduce((sum, charge) => sum + charge, 0))
  const isOver = operations.every((operation) => isFinal(operation.status)) && attempts === null
  expect(isFinal(status)).toBe(isOver)
  if (isOver) expect(status).toBe(charges.length > 0 ? 'success' : 'decline')
  for (const { id } of operations.filter((operation) => operation.status === 'success')) {
    const results = callbacks.filter(({ kind, operationId }) => kind === 'result' && operationId === id)
    expect(results).toHaveLength(1)
  }
}

describe('a payment through several providers (contract 16.7)', () => {
  it('is charged by each attempt that succeeds, and has a result once every attempt has one', () => {
    fc.assert(
      fc.property(customers, fc.array(deed, { maxLength: 12 }), (who, list) => {
        const retries = { limit: 3, windowMs: 10 * MINUTE, endsAt: null }
        const life = aSettledLife({
          register: { methodPath: 'wallet/test', plan: PLAN, retries },
          switches: { customers: who },
        })
        check(life)
        for (const one of list) {
          act(life, one)
          check(life)
        }
        while (life.advanceToNext()) check(life)
        expect(isFinal(life.payment.status)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
