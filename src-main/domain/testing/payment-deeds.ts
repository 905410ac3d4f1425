import fc from 'fast-check'
import { findField } from '#domain/clarification/catalogue'
import { type ClarificationFields, flattenFields } from '#domain/clarification/fields'
import type { OutcomeStep } from '#domain/provider/outcome-steps'
import { aFollowUp, DAY, HOUR, MINUTE, SECOND } from './builders'
import type { PaymentLife } from './payment-life'
import type { TimerName } from '#domain/payment/commands'
import type { Payment } from '#domain/payment/payment'
import { askable, plans } from './outcome-plans'

export type Deed =
  | { readonly kind: 'challenge'; readonly how: 'right' | 'wrong' | 'cancel' }
  | { readonly kind: 'attempt'; readonly plan: readonly OutcomeStep[] }
  | { readonly kind: 'giveUp' }
  | { readonly kind: 'ask'; readonly fields: ClarificationFields }
  | { readonly kind: 'submit'; readonly how: 'empty' | 'partial' | 'wrong' | 'complete' | 'junk' | 'repeat' }
  | { readonly kind: 'expire' }
  | { readonly kind: 'complete'; readonly outcome: 'success' | 'decline'; readonly code: string | null }
  | {
      readonly kind: 'follow'
      readonly type: 'capture' | 'cancel' | 'refund'
      readonly amount: number | null
      readonly currency: string | null
      readonly refundId: string | null
      readonly held: boolean
    }
  | {
      readonly kind: 'series'
      readonly change: 'update' | 'cancel'
      readonly fields: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'timer'; readonly timer: TimerName }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'next' }

const asking: fc.Arbitrary<Deed> = fc
  .oneof({ weight: 4, arbitrary: askable }, fc.constant({}), fc.constant({ 'a.b': ['x'] }))
  .map(ask)

const submitting: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('submit' as const),
  how: fc.constantFrom('empty', 'partial', 'wrong', 'complete', 'junk', 'repeat'),
})

const completing: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('complete' as const),
  outcome: fc.constantFrom('success' as const, 'decline' as const),
  code: fc.constantFrom(null, '10105', '777777', '0', '9999'),
})

const following: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('follow' as const),
  type: fc.constantFrom('capture' as const, 'cancel' as const, 'refund' as const, 'refund' as const),
  amount: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 4700 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 0.5, NaN, 13_000) },
  ),
  currency: fc.constantFrom(null, null, null, 'EUR', 'USD'),
  refundId: fc.constantFrom(null, null, 'r-1', 'r-2'),
  held: fc.boolean(),
})

const waiting: fc.Arbitrary<Deed> = fc
  .constantFrom(0, 1, 10 * SECOND, 29 * MINUTE, 30 * MINUTE, 30 * MINUTE - 1, 12 * HOUR, 2 * DAY, 8 * DAY)
  .map((ms) => ({ kind: 'wait' as const, ms }))

export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 2, arbitrary: asking },
  { weight: 5, arbitrary: submitting },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'expire' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('challenge' as const),
      how: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const, 'cancel' as const),
    }),
  },
  { weight: 4, arbitrary: plans.map((plan) => ({ kind: 'attempt' as const, plan })) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'giveUp' }) },
  { weight: 2, arbitrary: completing },
  { weight: 5, arbitrary: following },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<TimerName>(
        'provider',
        'clarification',
        'challenge',
        'attempts',
        'deadline',
        'hold',
        'series',
      )
      .map((timer) => ({ kind: 'timer' as const, timer })),
  },
  { weight: 4, arbitrary: waiting },
  { weight: 3, arbitrary: fc.constant<Deed>({ kind: 'next' }) },
)

const changingSeries: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('series' as const),
  change: fc.constantFrom('update' as const, 'update' as const, 'cancel' as const),
  fields: fc.constantFrom<Readonly<Record<string, unknown>>>(
    {},
    { amount: 700 },
    { period: 'Q', interval: 2, time: '09:30:00' },
    { expiry_year: 2031, expiry_month: 12 },
    { expiry_year: 2020, expiry_month: 1 },
  ),
})

/** What happens to a payment after its first operation. */
export const laterDeeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: following },
  { weight: 5, arbitrary: asking },
  { weight: 4, arbitrary: submitting },
  { weight: 2, arbitrary: completing },
  { weight: 2, arbitrary: waiting },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'next' }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'expire' }) },
  { weight: 1, arbitrary: changingSeries },
)

function ask(fields: ClarificationFields): Deed {
  return { kind: 'ask', fields }
}

/** `additional_data` that puts a value at each path. */
function dataAt(values: readonly (readonly [path: string, value: unknown])[]): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const [path, value] of values) {
    const names = path.split('.')
    let container = data
    for (const name of names.slice(0, -1)) {
      const inner = container[name]
      const next: Record<string, unknown> =
        typeof inner === 'object' && inner !== null ? Object.fromEntries(Object.entries(inner)) : {}
      container[name] = next
      container = next
    }
    container[names.at(-1) ?? ''] = value
  }
  return data
}

/** Values that are right for what the payment still owes. */
function rightValues(payment: Payment): readonly (readonly [string, unknown])[] {
  const open = payment.clarification
  return flattenFields(open?.remaining ?? {}).map(({ key, name, path }) => [
    path,
    open?.expects[path] ?? findField(key, name)?.sample ?? 'something',
  ])
}

export function dataFor(
  how: (Deed & { kind: 'submit' })['how'],
  payment: Payment,
  last: Record<string, unknown>,
): Record<string, unknown> {
  const right = rightValues(payment)
  switch (how) {
    case 'empty':
      return {}
    case 'partial':
      return dataAt(right.slice(0, Math.floor(right.length / 2)))
    case 'wrong':
      return dataAt(right.map(([path]) => [path, path.endsWith('security_code') ? '000000' : { no: 'text' }]))
    case 'complete':
      return dataAt(right)
    case 'junk':
      return { customer: [], avs_data: null, toString: 'x', ['__proto__']: { email: 'a@b.test' } }
    case 'repeat':
      return last
  }
}

export function perform(life: PaymentLife, deed: Exclude<Deed, { kind: 'submit' }>): void {
  switch (deed.kind) {
    case 'ask':
      life.run({ type: 'requestClarification', fields: deed.fields })
      return
    case 'challenge': {
      const code = { right: life.payment.challenge?.valid ?? '', wrong: '000000', cancel: null }[deed.how]
      life.run({ type: 'submitChallenge', requestId: 'request-3ds', code })
      return
    }
    case 'attempt':
      life.run({
        type: 'startAttempt',
        requestId: `request-${String(life.events.length)}`,
        account: null,
        plan: deed.plan,
        supplied: {},
      })
      return
    case 'giveUp':
      life.run({ type: 'giveUp' })
      return
    case 'expire':
      life.run({ type: 'expireClarification' })
      return
    case 'complete':
      life.run({ type: 'complete', outcome: deed.outcome, code: deed.code })
      return
    case 'follow': {
      const { type, amount, currency, refundId, held } = deed
      life.run(aFollowUp(type, { amount, currency, merchantRefundId: refundId, held }))
      return
    }
    case 'series':
      life.run({
        type: 'changeSeries',
        change: deed.change,
        by: 'merchant',
        requestId: `request-${String(life.events.length)}`,
        fields: deed.fields,
      })
      return
    case 'timer':
      life.run({ type: 'timerFired', timer: deed.timer })
      return
    case 'wait':
      life.advance(deed.ms)
      return
    case 'next':
      life.advanceToNext()
  }
}
