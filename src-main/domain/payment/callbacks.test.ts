import { describe, expect, it } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import { aCallbackPlan, aFollowUp, aPlan, aSubmission, MINUTE, SECOND, START } from '#domain/testing/builders'
import { aPaymentLife, type PaymentLife } from '#domain/testing/payment-life'
import type { CallbackPlan } from './payment'

/** A payment with the AVS card: data requested, answered empty, answered in full, approved, refunded. */
function avsPayment(
  callbacks: Partial<CallbackPlan> = {},
  switches: Partial<ProjectSwitches> = {},
): PaymentLife {
  const life = aPaymentLife({
    switches,
    register: { callbacks: aCallbackPlan(callbacks), plan: aPlan('4000000000017006') },
  })
  life.advance(MINUTE)
  life.must(aSubmission({}))
  life.settle(aSubmission({ avs_data: { avs_post_code: 'H91', avs_street_address: '1 Quay' } }))
  life.settle(aFollowUp('refund'))
  return life
}

const kindsOf = (life: PaymentLife): readonly string[] => life.callbacks.map(({ kind }) => kind)

describe('callbacks that a payment owes (contract 9.1)', () => {
  it('report the request for data, the remaining data and every result', () => {
    const life = avsPayment()
    expect(kindsOf(life)).toEqual(['clarification', 'remaining', 'result', 'result'])
    const [sale, reversal] = life.payment.operations
    expect(life.callbacks.slice(2).map(({ operationId }) => operationId)).toEqual([sale?.id, reversal?.id])
  })

  it('show the payment as it was at the time of their event', () => {
    const bodies = avsPayment().callbacks.map(({ body }) => body)
    expect(bodies[0]).toMatchObject({ status: 'awaiting clarification' })
    expect(bodies[2]).toMatchObject({ payment: { status: 'success', sum: { amount: 4650 } } })
    expect(bodies[3]).toMatchObject({ payment: { status: 'reversed', sum: { amount: 0 } } })
  })

  it('all have the delay of the payment, counted from their event (contract 9.4)', () => {
    const life = avsPayment({ delayMs: 600 * SECOND })
    expect(life.callbacks.map(({ dueAt }) => dueAt - START)).toEqual(
      [0, MINUTE, MINUTE, MINUTE].map((at) => at + 600 * SECOND),
    )
  })

  it('prefer the settings of their operation to those of the payment (contract 12 row 3)', () => {
    const life = aPaymentLife({ register: { callbacks: aCallbackPlan({ delayMs: MINUTE }) } })
    life.must({ type: 'complete', outcome: 'success', code: null })
    for (const callbacks of [{ disabled: true }, { delayMs: 5 * SECOND }, {}]) {
      life.settle(aFollowUp('refund', { amount: 100, callbacks }))
    }
    expect(life.callbacks.map(({ dueAt }) => dueAt - START)).toEqual([MINUTE, 5 * SECOND, MINUTE])
  })

  it('are sent if the request of their operation enables them, even if the payment disabled them', () => {
    const life = aPaymentLife({ register: { callbacks: aCallbackPlan({ disabled: true }) } })
    life.must({ type: 'complete', outcome: 'success', code: null })
    life.settle(aFollowUp('refund', { callbacks: { disabled: false } }))
    expect(kindsOf(life)).toEqual(['result'])
  })

  it('are not sent for a payment that disabled them (contract 9.4)', () => {
    expect(kindsOf(avsPayment({ disabled: true }))).toEqual([])
  })
})
