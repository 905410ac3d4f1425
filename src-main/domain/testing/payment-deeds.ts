import fc from 'fast-check'
import { findField } from '#domain/clarification/catalogue'
import { additionalDataOf, type ClarificationFields, flattenFields } from '#domain/clarification/fields'
import type { TimerName } from '#domain/payment/commands'
import type { Payment } from '#domain/payment/payment'
import { aFollowUp, aSubmission, DAY, HOUR, MINUTE, SECOND } from './builders'
import { askable, plans } from './outcome-plans'
import type { PaymentLife } from './payment-life'

/** An action that changes a payment, or tries to. */
export interface Deed {
  readonly name: string
  readonly given: unknown
  act(life: PaymentLife, memory: Memory): unknown
}

/** The data that was submitted last. */
export interface Memory {
  last: Record<string, unknown>
}

const deed = <Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  act: (life: PaymentLife, given: Given, memory: Memory) => unknown,
): fc.Arbitrary<Deed> =>
  given.map((value) => ({ name, given: value, act: (life, memory) => act(life, value, memory) }))
const nothing = fc.constant(null)

const fields: fc.Arbitrary<ClarificationFields> = fc.oneof(
  { weight: 4, arbitrary: askable },
  fc.constant({}),
  fc.constant({ 'a.b': ['x'] }),
)
const asking = deed('ask', fields, (life, asked) => life.run({ type: 'requestClarification', fields: asked }))

type Values = Parameters<typeof additionalDataOf>[0]

/** Ways to fill a submission; `right` holds valid values for the fields still missing, by path. */
const SUBMITTED = {
  empty: () => ({}),
  partial: (right: Values) => additionalDataOf(right.slice(0, Math.floor(right.length / 2))),
  wrong: (right: Values) =>
    additionalDataOf(
      right.map(([path]) => (path.endsWith('security_code') ? [path, '000000'] : [`${path}.no`, 'text'])),
    ),
  complete: additionalDataOf,
  junk: () => ({ customer: [], avs_data: null, toString: 'x', ['__proto__']: { email: 'a@b.test' } }),
  repeat: null,
}

const rightValues = ({ clarification: open }: Payment): Values =>
  flattenFields(open?.remaining ?? {}).map(({ path }) => [
    path,
    open?.expects[path] ?? findField(path)?.sample ?? 'something',
  ])

const submitting = deed(
  'submit',
  fc.constantFrom(...(Object.keys(SUBMITTED) as (keyof typeof SUBMITTED)[])),
  (life, how, memory) => {
    life.advance(0)
    memory.last = SUBMITTED[how]?.(rightValues(life.payment)) ?? memory.last
    life.run(aSubmission(memory.last))
  },
)

const entering = deed(
  'one-time code',
  fc.constantFrom('resend', 'resend', '654321', '000000'),
  (life, code) => {
    const requestId = `request-${String(life.events.length)}`
    return code === 'resend'
      ? life.run({ type: 'resendCode', by: 'merchant', requestId })
      : life.run(aSubmission({ additional_data: { otp_code: code } }))
  },
)

const completing = deed(
  'complete',
  fc.record({
    outcome: fc.constantFrom('success' as const, 'decline' as const),
    code: fc.constantFrom(null, '10105', '777777', '0', '9999'),
  }),
  (life, end) => life.run({ type: 'complete', ...end }),
)

const following = deed(
  'follow',
  fc.record({
    type: fc.constantFrom('capture' as const, 'cancel' as const, 'refund' as const, 'refund' as const),
    amount: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 4700 }) },
      { weight: 1, arbitrary: fc.constantFrom(-1, 0, 0.5, NaN, 13_000) },
    ),
    currency: fc.constantFrom(null, null, null, 'EUR', 'USD'),
    merchantRefundId: fc.constantFrom(null, null, 'r-1', 'r-2'),
    held: fc.boolean(),
  }),
  (life, { type, ...rest }) => life.run(aFollowUp(type, rest)),
)

const waiting = deed(
  'wait',
  fc.constantFrom(0, 1, 10 * SECOND, 29 * MINUTE, 30 * MINUTE, 30 * MINUTE - 1, 12 * HOUR, 2 * DAY, 8 * DAY),
  (life, ms) => life.advance(ms),
)
const next = deed('next', nothing, (life) => life.advanceToNext())
const expiring = deed('expire', nothing, (life) => life.run({ type: 'expireClarification' }))
const givingUp = deed('give up', nothing, (life) => life.run({ type: 'giveUp' }))

const challenging = deed('challenge', fc.constantFrom('right', 'right', '000000', null), (life, typed) => {
  const code = typed === 'right' ? (life.payment.challenge?.valid ?? '') : typed
  return life.run({ type: 'submitChallenge', requestId: 'request-3ds', code })
})

const deciding = deed(
  'decide at the provider',
  fc.record({
    by: fc.constantFrom('customer' as const, 'tester' as const),
    outcome: fc.constantFrom('paid', 'declined', 'cancelled', 'left', 'left'),
    amount: fc.constantFrom(null, null, null, 1, 4000, 0),
    later: fc.constantFrom(
      null,
      { afterMs: SECOND, outcome: 'success' },
      { afterMs: SECOND, outcome: 'success' },
      { afterMs: DAY, outcome: 'decline' },
    ),
  }),
  (life, given) => life.run({ type: 'decideAtProvider', ...given }),
)

const attempting = deed('attempt', plans, (life, plan) =>
  life.run({
    type: 'startAttempt',
    requestId: `request-${String(life.events.length)}`,
    account: null,
    plan,
    supplied: {},
  }),
)

const firing = deed(
  'timer',
  fc.constantFrom<TimerName>(
    'provider',
    'clarification',
    'challenge',
    'customer',
    'attempts',
    'deadline',
    'hold',
    'series',
  ),
  (life, timer) => life.run({ type: 'timerFired', timer }),
)

export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 2, arbitrary: asking },
  { weight: 5, arbitrary: submitting },
  { weight: 3, arbitrary: entering },
  { weight: 1, arbitrary: expiring },
  { weight: 4, arbitrary: challenging },
  { weight: 4, arbitrary: deciding },
  { weight: 4, arbitrary: attempting },
  { weight: 1, arbitrary: givingUp },
  { weight: 2, arbitrary: completing },
  { weight: 5, arbitrary: following },
  { weight: 1, arbitrary: firing },
  { weight: 4, arbitrary: waiting },
  { weight: 3, arbitrary: next },
)

const changingSeries = deed(
  'series',
  fc.record({
    change: fc.constantFrom('update' as const, 'update' as const, 'cancel' as const),
    fields: fc.constantFrom<Readonly<Record<string, unknown>>>(
      {},
      { amount: 700 },
      { period: 'Q', interval: 2, time: '09:30:00' },
      { expiry_year: 2031, expiry_month: 12 },
      { expiry_year: 2020, expiry_month: 1 },
    ),
  }),
  (life, given) => {
    const requestId = `request-${String(life.events.length)}`
    return life.run({ type: 'changeSeries', by: 'merchant', requestId, ...given })
  },
)

/** Actions on a payment after its first operation. */
export const laterDeeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: following },
  { weight: 5, arbitrary: asking },
  { weight: 4, arbitrary: submitting },
  { weight: 2, arbitrary: completing },
  { weight: 2, arbitrary: waiting },
  { weight: 1, arbitrary: next },
  { weight: 1, arbitrary: expiring },
  { weight: 1, arbitrary: changingSeries },
)
