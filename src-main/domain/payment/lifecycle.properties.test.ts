import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmptyFields } from '#domain/clarification/fields'
import { isRecord } from '#lib/json/node'
import { HOUR, MINUTE, SECOND } from '#domain/testing/builders'
import type { PaymentLife } from '#domain/testing/payment-life'
import { MOVES } from '#domain/testing/payment-moves'
import type { PaymentEvent } from './events'
import { evolve } from './evolve'
import { isOperationOpen, openProviderPage, type Payment } from './payment'
import { isFinal, isFirstOperation, OPERATION_STATUSES, PAYMENT_STATUSES } from './statuses'
import { laterStories, allStories, liveThrough } from '#domain/testing/payment-stories'

const paymentStatuses: ReadonlySet<string> = new Set(PAYMENT_STATUSES)
const operationStatuses: ReadonlySet<string> = new Set(OPERATION_STATUSES)

const INTERMEDIATE = [
  'awaiting 3ds result',
  'awaiting redirect result',
  'awaiting customer action',
  'awaiting customer',
]

function checkInvariants(life: PaymentLife): void {
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
    checkCode(life)
  }
  const { challenge, attempts, retries } = payment
  expect(challenge !== null).toBe(payment.status === 'awaiting 3ds result')
  if (challenge !== null) {
    expect(challenge.expiresAt).toBe(Math.min(challenge.requestedAt + 30 * MINUTE, payment.deadlineAt))
    expect(open).toMatchObject([{ id: challenge.operationId, status: 'awaiting 3ds result' }])
  }
  const page = openProviderPage(payment)
  if (page !== null) {
    const isRedirected = payment.status === 'awaiting redirect result'
    expect(page.way === 'redirect').toBe(isRedirected)
    expect([null, 'left']).toContain(page.outcome)
    expect(page.expiresAt).toBe(page.askedAt + HOUR)
    expect(open).toMatchObject([{ id: page.operationId, status: payment.status }])
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

  checkTimers(life)
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
/** Payment statuses in which a capture, cancel or refund can begin. */
const laterStatuses = ['awaiting capture', 'success', 'partially refunded', 'partially reversed']

/** When the wait last began: at the request for data, or at the merchant's latest submission. */
function lastHeard(events: readonly PaymentEvent[]): number {
  return (
    events.findLast(({ type }) => type === 'clarificationRequested' || type === 'clarificationSubmitted')
      ?.at ?? NaN
  )
}

/** Checks the time of a one-time code, and how often it can be sent again. */
function checkCode({ payment, events }: PaymentLife): void {
  const round = events.slice(events.findLastIndex(({ type }) => type === 'clarificationRequested'))
  const sent = round.filter((event) => 'code' in event)
  const code = payment.clarification?.code
  expect(code !== undefined).toBe(sent.length > 0)
  if (code === undefined) return
  const lifetime = code.newAttemptAt - (sent.at(-1)?.at ?? NaN)
  expect(lifetime).toBeGreaterThanOrEqual(90 * SECOND)
  expect(lifetime).toBeLessThan(91 * SECOND)
  expect(code.resendsLeft).toBe(3 - round.filter(({ type }) => type === 'codeResent').length)
}

/** Checks that a payment has exactly the timers that its state requires. */
function checkTimers({ payment, timers, now }: PaymentLife): void {
  const active = payment.operations.find(({ status }) => isOperationOpen(status))
  const firstIsOpen = active !== undefined && isFirstOperation(active.type)
  const asked = payment.status === 'awaiting clarification'
  const challenged = payment.status === 'awaiting 3ds result'
  const paying = openProviderPage(payment) !== null
  const waits = asked || challenged || paying
  const held = active?.deadlineAt !== undefined
  const providerOwes = active !== undefined && !waits && (firstIsOpen ? payment.plan.length > 0 : !held)
  const needed = [
    ...(providerOwes ? ['provider'] : []),
    ...(asked ? ['clarification'] : []),
    ...(challenged ? ['challenge'] : []),
    ...(paying ? ['customer'] : []),
    ...(payment.status === 'awaiting customer' ? ['attempts'] : []),
    ...((firstIsOpen && !paying) || held ? ['deadline'] : []),
    ...(payment.status === 'awaiting capture' && active === undefined ? ['hold'] : []),
  ]
  const names = timers.map(({ name }) => name)
  expect(names.filter((name) => name !== 'series')).toEqual(needed)
  const { series, operations } = payment
  const isCharging = series?.type === 'R' && operations[0]?.status === 'success' && series.isCanceled !== true
  if (!isCharging) expect(names).not.toContain('series')
  for (const { dueAt } of timers) expect(dueAt).toBeGreaterThanOrEqual(now)
}

const knownMoves: ReadonlySet<string> = new Set(MOVES)

/** All changes of status, except where the tester ended an operation in an intermediate status. */
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

/** Checks events and callbacks: only known moves, at most one result per operation, times in ascending order. */
function checkHistory(life: PaymentLife): void {
  let at = -Infinity
  for (const { event, before, after } of life.steps) {
    expect(event.at).toBeGreaterThanOrEqual(at)
    at = event.at
    expect(after.updatedAt).toBe(event.at)
    if (event.type === 'waitEnded' && event.cause !== 'tester') {
      const wait = before?.clarification ?? before?.challenge ?? (before && openProviderPage(before))
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
  // One final result callback for every decline, whether with the operation or at the end of the attempts.
  const ends = life.steps.filter(
    ({ before, after }) => before?.status !== after.status && after.status === 'decline',
  )
  for (const { event, after } of ends) {
    const finalCallbacks = results.filter(
      ({ body, dueAt }) => dueAt === event.at && paymentIn(body)['status'] === after.status,
    )
    expect(finalCallbacks).toHaveLength(1)
  }
  for (const { kind, body } of life.callbacks) {
    if (kind !== 'intermediate') continue
    expect(INTERMEDIATE).toContain(body['status'])
    const payment = paymentIn(body)
    const available = body['status'] === 'awaiting customer'
    expect(payment['is_new_attempts_available']).toBe(available)
    expect(Number(payment['attempts_timeout']) > 0).toBe(available)
  }
  expect(new Set(finished.map(({ operationId }) => operationId)).size).toBe(finished.length)
}

function paymentIn(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const payment = body['payment']
  return isRecord(payment) ? payment : {}
}

describe('the life of a payment, whatever happens to it', () => {
  it('keeps its invariants after every command and every timer', () => {
    fc.assert(
      fc.property(allStories(25), (story) => checkHistory(liveThrough(story, checkInvariants))),
      { numRuns: 600 },
    )
  })

  it('always ends without further commands', () => {
    fc.assert(
      fc.property(allStories(10), (story) => {
        const life = liveThrough(story)
        let turns = 0
        while (life.advanceToNext()) {
          checkInvariants(life)
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

  it('has the same events for the same commands', () => {
    fc.assert(
      fc.property(allStories(15), (story) => {
        expect(liveThrough(story).events).toEqual(liveThrough(story).events)
      }),
      { numRuns: 100 },
    )
  })

  it('makes every known move in at least one of many samples', () => {
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
