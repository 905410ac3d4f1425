import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AVS_PAIR, findField, ONE_TIME_CODE, STANDARD_EIGHT, TWELVE_NAMES } from '../clarification/catalogue'
import { flattenFields, isEmptyFields } from '../clarification/fields'
import type { ClarificationFields } from '../clarification/fields'

import { isRecord } from '../../lib/json/record'
import type { ProjectSwitches } from '../project/project'
import type { OutcomeStep } from '../provider/outcome'
import { planFor } from '../provider/outcome'
import { TEST_CARDS } from '../provider/test-cards'
import { aFollowUp, aProject, aSubmission, DAY, HOUR, MINUTE, SECOND, START } from '../testing/builders'
import { aPaymentLife } from '../testing/payment-life'
import { MOVES } from '../testing/payment-moves'
import type { PaymentLife } from '../testing/payment-life'
import type { Register, TimerName } from './commands'
import type { PaymentEvent } from './events'
import { evolve } from './evolve'
import { isOperationOpen } from './payment'
import type { Payment } from './payment'
import { newSeries } from './series'
import { isFinal, isFirstOperation, OPERATION_STATUSES, PAYMENT_STATUSES } from './statuses'

const askable: fc.Arbitrary<ClarificationFields> = fc.constantFrom<ClarificationFields>(
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
)

const challengeStep: fc.Arbitrary<OutcomeStep> = fc.constantFrom<OutcomeStep>(
  { kind: 'challenge', version: '2', valid: '123456', fallback: false },
  { kind: 'challenge', version: '1', valid: '1qwezxc', fallback: true },
)

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

const plans: fc.Arbitrary<readonly OutcomeStep[]> = fc.oneof(
  fc
    .tuple(
      fc.array(fc.oneof(clarifyStep, challengeStep), { maxLength: 3 }),
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
    // Nobody is there to be challenged when a series is charged.
    plan: (request.plan ?? []).filter(({ kind }) => kind !== 'challenge' || beginning.kind !== 'recurring'),
  }))

const switchSets: fc.Arbitrary<Partial<ProjectSwitches>> = fc.record({
  processingDeadlineMs: fc.constantFrom(MINUTE, 30 * MINUTE, 45 * MINUTE, 24 * HOUR),
  holdTimeMs: fc.constantFrom(HOUR, 7 * DAY),
  holdEnd: fc.constantFrom('cancel' as const, 'capture' as const),
  followUps: fc.constantFrom('approve' as const, 'approve' as const, 'decline' as const, 'hold' as const),
  partialApproval: fc.boolean(),
  reversalRule: fc.constantFrom('amount' as const, 'day' as const),
  intermediateCallbacks: fc.boolean(),
  clarificationAnswers: fc.constantFrom(
    'both' as const,
    'callbacks_only' as const,
    'responses_only' as const,
  ),
})

type Deed =
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

const deeds: fc.Arbitrary<Deed> = fc.oneof(
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
const laterDeeds: fc.Arbitrary<Deed> = fc.oneof(
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

function dataFor(
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

/** Registers a payment and does one deed after the other; `look` sees the payment before the first and after each. */
function liveThrough(
  { register, switches, list }: Story,
  look: (life: PaymentLife) => void = () => undefined,
): PaymentLife {
  const life = aPaymentLife({ register, project: aProject({ switches }) })
  let last: Record<string, unknown> = {}
  look(life)
  for (const deed of list) {
    if (deed.kind === 'submit') {
      life.advance(0)
      last = dataFor(deed.how, life.payment, last)
      life.run(aSubmission(last))
    } else {
      perform(life, deed)
    }
    look(life)
  }
  return life
}

function perform(life: PaymentLife, deed: Exclude<Deed, { kind: 'submit' }>): void {
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

const paymentStatuses: ReadonlySet<string> = new Set(PAYMENT_STATUSES.map(({ status }) => status))
const operationStatuses: ReadonlySet<string> = new Set(OPERATION_STATUSES.map(({ status }) => status))

function holdInvariants(life: PaymentLife): void {
  const { payment, now } = life
  expect(paymentStatuses).toContain(payment.status)
  for (const { status } of payment.operations) expect(operationStatuses).toContain(status)
  const open = payment.operations.filter(({ status }) => isOperationOpen(status))
  expect(open.length).toBeLessThanOrEqual(1)

  expect(payment.refunded).toBeGreaterThanOrEqual(0)
  expect(payment.refunded).toBeLessThanOrEqual(payment.real.amount)
  expect(payment.held).toBeGreaterThanOrEqual(0)
  const { clarification } = payment
  if ((clarification?.resumes ?? payment).status === 'awaiting capture')
    expect(payment.held).toBeGreaterThan(0)
  else expect(payment.held).toBe(0)
  expect(clarification !== null).toBe(payment.status === 'awaiting clarification')
  if (clarification !== null) {
    expect(isEmptyFields(clarification.remaining)).toBe(false)
    expect(clarification.expiresAt).toBe(
      Math.min(lastHeard(life.events) + 30 * MINUTE, open[0]?.deadlineAt ?? payment.deadlineAt),
    )
    const later = open.some(({ type }) => !isFirstOperation(type))
    expect(clarification.resumes !== undefined).toBe(later)
    if (later) expect(laterStatuses).toContain(clarification.resumes?.status)
    expect(payment.resultCode).toBe('9999')
    expect(open).toMatchObject([{ id: clarification.operationId, status: 'awaiting clarification' }])
  }
  const { challenge, attempts, retries } = payment
  expect(challenge !== null).toBe(payment.status === 'awaiting 3ds result')
  if (challenge !== null) {
    expect(challenge.expiresAt).toBe(Math.min(challenge.requestedAt + 30 * MINUTE, payment.deadlineAt))
    expect(open).toMatchObject([{ id: challenge.operationId, status: 'awaiting 3ds result' }])
  }
  const tried = payment.operations.filter(({ type }) => isFirstOperation(type))
  expect(tried.length).toBeLessThanOrEqual(retries?.limit ?? 1)
  expect(attempts !== null).toBe(payment.status === 'awaiting customer')
  if (attempts !== null) {
    expect(open).toEqual([])
    expect(attempts.left).toBe((retries?.limit ?? 1) - tried.length)
    expect(attempts.left).toBeGreaterThan(0)
    expect(attempts.endsAt).toBe(payment.retriesEndAt)
    expect(attempts.endsAt).toBeLessThanOrEqual(payment.deadlineAt)
    expect(payment.resultCode).toBe(tried.at(-1)?.code)
  }
  for (const { status } of tried.slice(0, -1)) expect(status).toBe('decline')

  holdTimers(life)
  const first = tried.at(-1)
  if (first !== undefined && !isOperationOpen(first.status)) expect(payment.plan).toEqual([])
  if (first !== undefined && isOperationOpen(first.status) && now > payment.deadlineAt) {
    throw new Error('The payment outlived its deadline')
  }
  if (open.some(({ deadlineAt }) => now > (deadlineAt ?? Infinity))) {
    throw new Error('A held operation outlived its deadline')
  }
}

const LATER_OPERATIONS = ['capture', 'cancel', 'refund', 'reversal']
/** In which a capture, cancel or refund can begin. */
const laterStatuses = ['awaiting capture', 'success', 'partially refunded', 'partially reversed']

/** The moment from which the wait counts: the detection, or the last clarification request. */
function lastHeard(events: readonly PaymentEvent[]): number {
  return (
    events.findLast(({ type }) => type === 'clarificationRequested' || type === 'clarificationSubmitted')
      ?.at ?? NaN
  )
}

/** Which timers a payment needs, told from its statuses alone. */
function holdTimers({ payment, timers, now }: PaymentLife): void {
  const active = payment.operations.find(({ status }) => isOperationOpen(status))
  const firstIsOpen = active !== undefined && isFirstOperation(active.type)
  const asked = payment.status === 'awaiting clarification'
  const challenged = payment.status === 'awaiting 3ds result'
  const waits = asked || challenged
  const held = active?.deadlineAt !== undefined
  const providerOwes = active !== undefined && !waits && (firstIsOpen ? payment.plan.length > 0 : !held)
  const needed = [
    ...(providerOwes ? ['provider'] : []),
    ...(asked ? ['clarification'] : []),
    ...(challenged ? ['challenge'] : []),
    ...(payment.status === 'awaiting customer' ? ['attempts'] : []),
    ...(firstIsOpen || held ? ['deadline'] : []),
    ...(payment.status === 'awaiting capture' && active === undefined ? ['hold'] : []),
  ]
  const names = timers.map(({ name }) => name)
  expect(names.filter((name) => name !== 'series')).toEqual(needed)
  const { series, operations } = payment
  const comesByItself =
    series?.type === 'R' && operations[0]?.status === 'success' && series.isCanceled !== true
  if (!comesByItself) expect(names).not.toContain('series')
  for (const { dueAt } of timers) expect(dueAt).toBeGreaterThanOrEqual(now)
}

const knownMoves: ReadonlySet<string> = new Set(MOVES)

/** The move of each step that changes the status; a tester may end an operation in any intermediate status. */
const movesOf = (life: PaymentLife): readonly string[] =>
  life.steps.flatMap(({ event, before, after }) => {
    const isEndedByTester =
      event.type === 'operationFinished' &&
      event.by === 'tester' &&
      before !== null &&
      !isFinal(before.status)
    const hasMoved = before?.status !== after.status
    return hasMoved && !isEndedByTester ? [`${before?.status ?? 'nothing'} > ${after.status}`] : []
  })

/** Every event on its own: what may move, what may never move again, and that time does not run backwards. */
function holdHistory(life: PaymentLife): void {
  let at = -Infinity
  for (const { event, before, after } of life.steps) {
    expect(event.at).toBeGreaterThanOrEqual(at)
    at = event.at
    expect(after.updatedAt).toBe(event.at)
    if (event.type === 'waitEnded' && event.cause !== 'tester') {
      const wait = before?.clarification ?? before?.challenge
      const active = before?.operations.find(({ status }) => isOperationOpen(status))
      const end = event.cause === 'timeout' ? wait?.expiresAt : (active?.deadlineAt ?? before?.deadlineAt)
      expect(event.at).toBe(end)
    }
  }
  for (const move of movesOf(life)) expect(knownMoves).toContain(move)
  expect(life.events.reduce<Payment | null>(evolve, null)).toEqual(life.payment)
  const finished = life.events.filter((event) => event.type === 'operationFinished')
  const final = life.events.filter(
    (event) =>
      (event.type === 'operationFinished' && event.attempts === null) ||
      event.type === 'attemptsEnded' ||
      event.type === 'seriesChanged',
  )
  const results = life.callbacks.filter(({ kind }) => kind === 'result')
  expect(results.map(({ dueAt }) => dueAt)).toEqual(final.map(({ at }) => at))
  expect(new Set(results.map(({ operationId }) => operationId)).size).toBe(results.length)
  // One final result for every end of the payment, whether it came with the operation or after the last attempt.
  const ends = life.steps.filter(
    ({ before, after }) => before?.status !== after.status && after.status === 'decline',
  )
  for (const { event, after } of ends) {
    const told = results.filter(
      ({ body, dueAt }) => dueAt === event.at && paymentIn(body)['status'] === after.status,
    )
    expect(told).toHaveLength(1)
  }
  for (const { kind, body } of life.callbacks) {
    if (kind !== 'intermediate') continue
    expect(['awaiting 3ds result', 'awaiting customer']).toContain(body['status'])
    const told = paymentIn(body)
    const available = body['status'] === 'awaiting customer'
    expect(told['is_new_attempts_available']).toBe(available)
    expect(Number(told['attempts_timeout']) > 0).toBe(available)
  }
  expect(new Set(finished.map(({ operationId }) => operationId)).size).toBe(finished.length)
}

function paymentIn(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const payment = body['payment']
  return isRecord(payment) ? payment : {}
}

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

/** Payments that have succeeded, with captures, cancels and refunds. */
const laterStories = (maxLength: number): fc.Arbitrary<Story> =>
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

const allStories = (maxLength: number): fc.Arbitrary<Story> =>
  fc.oneof({ weight: 2, arbitrary: stories(maxLength) }, { weight: 1, arbitrary: laterStories(maxLength) })

describe('the life of a payment, whatever happens to it', () => {
  it('keeps its invariants after every command and every timer', () => {
    fc.assert(
      fc.property(allStories(25), (story) => holdHistory(liveThrough(story, holdInvariants))),
      { numRuns: 600 },
    )
  })

  it('ends by itself when it is left alone', () => {
    fc.assert(
      fc.property(allStories(10), (story) => {
        const life = liveThrough(story)
        let turns = 0
        while (life.advanceToNext()) {
          holdInvariants(life)
          turns += 1
          expect(turns).toBeLessThan(50)
        }
        expect(isFinal(life.payment.status)).toBe(true)
        expect(life.payment.operations.filter(({ status }) => isOperationOpen(status))).toEqual([])
        const firsts = life.payment.operations
          .filter(({ type }) => isFirstOperation(type))
          .map(({ id }) => id)
        const results = life.callbacks.filter(
          ({ kind, operationId }) => kind === 'result' && firsts.includes(operationId),
        )
        expect(results).toHaveLength(1)
      }),
      { numRuns: 450 },
    )
  })

  it('is not prolonged beyond its deadline by any number of requests', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 29 }), { minLength: 60, maxLength: 80 }),
        fc.constantFrom(HOUR, 5 * HOUR, 24 * HOUR),
        (minutes, processingDeadlineMs) => {
          const life = aPaymentLife({
            register: { plan: [{ kind: 'clarify', fields: AVS_PAIR }] },
            project: aProject({ switches: { processingDeadlineMs } }),
          })
          life.advance(0)
          for (const step of minutes) {
            life.advance(step * MINUTE)
            life.run(aSubmission({}))
          }
          life.advance(24 * HOUR)
          expect(life.payment.status).toBe('decline')
          const ended = life.events.find(({ type }) => type === 'waitEnded')
          expect(ended?.at).toBeLessThanOrEqual(life.payment.deadlineAt)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('decides the same twice', () => {
    fc.assert(
      fc.property(allStories(15), (story) => {
        expect(liveThrough(story).events).toEqual(liveThrough(story).events)
      }),
      { numRuns: 100 },
    )
  })

  it('makes every known move', () => {
    const made = new Set<string>()
    const asked = new Set<string>()
    const samples = [
      ...fc.sample(allStories(25), { numRuns: 900, seed: 2031 }),
      ...fc.sample(laterStories(40), { numRuns: 2500, seed: 2031 }),
    ]
    for (const story of samples) {
      const life = liveThrough(story, ({ payment }) => {
        const { operationId } = payment.clarification ?? {}
        const waiting = payment.operations.find(({ id }) => id === operationId)
        if (waiting !== undefined) asked.add(waiting.type)
      })
      for (const move of movesOf(life)) made.add(move)
    }
    for (const type of ['sale', 'auth', 'account verification', 'payout', 'recurring', ...LATER_OPERATIONS]) {
      expect(asked).toContain(type)
    }
    expect([...made].sort()).toEqual([...MOVES].sort())
  })
})
