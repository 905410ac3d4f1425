import fc from 'fast-check'
import type { ProjectSwitches } from '#domain/project/project'
import type { CustomersSwitch } from '#domain/project/switches'
import { DAY, HOUR, MINUTE, START } from './builders'
import { aPaymentLife, type PaymentLife } from './payment-life'
import type { Register } from '#domain/payment/commands'
import { newSeries } from '#domain/payment/series'
import { plans } from './outcome-plans'
import { type Deed, deeds, laterDeeds, type Memory } from './payment-deeds'

const beginnings: fc.Arbitrary<Pick<Register, 'kind' | 'operation' | 'debitOf'>> = fc.constantFrom(
  { kind: 'purchase', operation: 'sale' },
  { kind: 'purchase', operation: 'sale' },
  { kind: 'purchase', operation: 'auth' },
  { kind: 'purchase', operation: 'auth' },
  { kind: 'account verification', operation: 'account verification' },
  { kind: 'payout', operation: 'payout' },
  { kind: 'recurring', operation: 'recurring' },
  {
    kind: 'recurring',
    operation: 'recurring',
    debitOf: { id: 70_001, currency: 'EUR', endsAt: START + 900 * DAY, isScheduled: true },
  },
)

const requests: fc.Arbitrary<Partial<Register>> = fc.record({
  sum: fc.record({
    amount: fc.constantFrom(1, 4650, 4650, 12_000, 12_001, 10_000_000_000_000),
    currency: fc.constantFrom('EUR', 'EUR', 'JPY'),
  }),
  supplied: fc.constantFrom<Register['supplied']>(
    {},
    { 'avs_data.avs_post_code': '00000', 'avs_data.avs_street_address': '1 Quay' },
    { 'customer.email': 'nora@mail.test', 'customer.billing.country': 'IE' },
  ),
  plan: plans,
  retries: fc.option(
    fc.record({
      limit: fc.constantFrom(1, 2, 3, 5),
      windowMs: fc.constantFrom(MINUTE, 10 * MINUTE, 2 * DAY),
      endsAt: fc.constantFrom(null, null, START + 5 * MINUTE, START + 9 * DAY),
    }),
    { nil: null, freq: 3 },
  ),
})

const registrations: fc.Arbitrary<Partial<Register>> = fc
  .tuple(requests, beginnings)
  .map(([request, beginning]) => ({
    ...request,
    ...beginning,
    // No customer is present when a series is charged.
    plan: (request.plan ?? []).filter(
      ({ kind }) => (kind !== 'challenge' && kind !== 'customer') || beginning.kind !== 'recurring',
    ),
  }))

const switchSets: fc.Arbitrary<Partial<ProjectSwitches>> = fc.record({
  processingDeadlineMs: fc.constantFrom(MINUTE, 30 * MINUTE, 45 * MINUTE, 24 * HOUR),
  holdTimeMs: fc.constantFrom(HOUR, 7 * DAY),
  holdEnd: fc.constantFrom('cancel' as const, 'capture' as const),
  followUps: fc.constantFrom('approve' as const, 'approve' as const, 'decline' as const, 'hold' as const),
  partialApproval: fc.boolean(),
  customers: fc.constantFrom<CustomersSwitch>(
    { mode: 'wait' },
    { mode: 'wait' },
    { mode: 'wait' },
    { mode: 'pay', afterMs: MINUTE, percent: 80 },
    { mode: 'decline', afterMs: 0, code: '20000' },
    { mode: 'leave', afterMs: MINUTE },
  ),
  changedAmount: fc.constantFrom('accept' as const, 'decline' as const, 'hold' as const),
  reversalRule: fc.constantFrom('amount' as const, 'day' as const),
  intermediateCallbacks: fc.boolean(),
  clarificationAnswers: fc.constantFrom(
    'both' as const,
    'callbacks_only' as const,
    'responses_only' as const,
  ),
})

interface Story {
  readonly register: Partial<Register>
  readonly switches: Partial<ProjectSwitches>
  readonly list: readonly Deed[]
}

const stories = (maxLength: number): fc.Arbitrary<Story> =>
  fc.record({
    register: registrations,
    switches: switchSets,
    list: fc.array(deeds, { maxLength, size: 'max' }),
  })

/** Payments that succeed and register a series, with later actions: follow-ups, clarifications, series changes. */
export const laterStories = (maxLength: number): fc.Arbitrary<Story> =>
  fc.record({
    register: fc
      .tuple(fc.constantFrom('sale' as const, 'auth' as const), fc.constantFrom('U', 'R', 'R'))
      .map(([operation, type]) => ({
        operation,
        plan: [{ kind: 'result' as const, outcome: 'success' as const, code: '0', delayMs: 0, stated: true }],
        series: newSeries(70_001, { type }, 990),
      })),
    switches: switchSets,
    list: fc.array(laterDeeds, { maxLength, size: 'max' }),
  })

export const allStories = (maxLength: number): fc.Arbitrary<Story> =>
  fc.oneof({ weight: 2, arbitrary: stories(maxLength) }, { weight: 1, arbitrary: laterStories(maxLength) })

/** Registers a payment and performs the actions in order; `look` sees the payment before the first and after each. */
export function liveThrough(
  { register, switches, list }: Story,
  look: (life: PaymentLife) => void = () => undefined,
): PaymentLife {
  const life = aPaymentLife({ register, switches })
  const memory: Memory = { last: {} }
  look(life)
  for (const deed of list) {
    deed.act(life, memory)
    look(life)
  }
  return life
}
