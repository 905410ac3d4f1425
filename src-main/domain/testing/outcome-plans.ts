import fc from 'fast-check'
import { AVS_PAIR, ONE_TIME_CODE, STANDARD_EIGHT, TWELVE_NAMES } from '#domain/clarification/catalogue'
import type { ClarificationFields } from '#domain/clarification/fields'
import { planFor } from '#domain/provider/outcome'
import type { OutcomeStep } from '#domain/provider/outcome-steps'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { DAY, HOUR, MINUTE, SECOND } from './builders'

export const askable: fc.Arbitrary<ClarificationFields> = fc.constantFrom<ClarificationFields>(
  AVS_PAIR,
  STANDARD_EIGHT,
  TWELVE_NAMES,
  ONE_TIME_CODE,
  { customer: ['email'], passport: ['free_name', 'deep.free.name'] },
  { account: ['number'], avs_data: ['avs_post_code'] },
)

const clarifyStep: fc.Arbitrary<OutcomeStep> = fc.oneof(
  askable.map((fields) => ({ kind: 'clarify' as const, fields })),
  fc.constant<OutcomeStep>({
    kind: 'clarify',
    fields: { customer: ['security_code', 'email'] },
    expects: { 'customer.security_code': '123456' },
  }),
  fc.constant<OutcomeStep>({
    kind: 'clarify',
    fields: { additional_data: ['otp_code'] },
    expects: { 'additional_data.otp_code': '123456' },
    sendsCode: true,
  }),
)

const challengeStep: fc.Arbitrary<OutcomeStep> = fc.constantFrom<OutcomeStep>(
  { kind: 'challenge', version: '2', valid: '123456', fallback: false },
  { kind: 'challenge', version: '1', valid: '1qwezxc', fallback: true },
)

const customerStep: fc.Arbitrary<OutcomeStep> = fc
  .constantFrom('redirect' as const, 'qr' as const, 'instructions' as const)
  .map((way) => ({ kind: 'customer' as const, way, display: [], lifetimeMs: HOUR }))

const resultStep: fc.Arbitrary<OutcomeStep> = fc
  .record({
    outcome: fc.constantFrom('success' as const, 'success' as const, 'decline' as const),
    delayMs: fc.constantFrom(0, 1, 20 * SECOND, 40 * MINUTE, 2 * DAY),
    stated: fc.boolean(),
    partial: fc.boolean(),
  })
  .map(({ outcome, delayMs, stated, partial }) => ({
    kind: 'result' as const,
    outcome,
    code: outcome === 'success' ? '0' : '10105',
    delayMs,
    stated,
    ...(partial ? { partialApproval: { above: 12_000, currency: 'EUR' } } : {}),
  }))

export const plans: fc.Arbitrary<readonly OutcomeStep[]> = fc.oneof(
  fc
    .tuple(
      fc.array(fc.oneof(clarifyStep, challengeStep, customerStep), { maxLength: 3 }),
      fc.array(resultStep, { maxLength: 1 }),
    )
    .map(([rounds, result]) => [...rounds, ...result]),
  fc
    .record({
      card: fc.constantFrom(...TEST_CARDS),
      fields: fc.option(askable, { nil: null }),
      registersRecurring: fc.boolean(),
      threeDSecure: fc.boolean(),
    })
    .map(({ card, fields, registersRecurring, threeDSecure }) =>
      planFor({
        cardNumber: card.number,
        switches: { outcome: fields === null ? { mode: 'card' } : { mode: 'clarify', fields } },
        registersRecurring,
        threeDSecure,
      }),
    ),
)
