import { describe, expect, it } from 'vitest'
import { anAccount, aPayment, aProject, MINUTE, START } from '#domain/testing/builders'
import { type PaymentLife, aSettledLife } from '#domain/testing/payment-life'
import type { TimelineStep } from '#protocol/payments'
import { fromEvent, fromState } from '#platform/payments/payment-writer'
import { timelineOf } from './timeline'

const declining = { kind: 'result', outcome: 'decline', code: '10000', delayMs: 0, stated: true } as const

/** A form payment that waits for its challenge; its first attempt will be declined, with another one left. */
function aRetriedLife(): PaymentLife {
  return aSettledLife({
    register: {
      origin: 'form',
      retries: { limit: 2, windowMs: 10 * MINUTE, endsAt: null },
      plan: [{ kind: 'challenge', version: '1', valid: '123456', fallback: true }, declining],
    },
  })
}

function timeline(life: PaymentLife, write: (event: object) => object = (event) => event): TimelineStep[] {
  return timelineOf({
    payment: life.payment,
    project: aProject(),
    events: life.events.map((event, index) => ({
      seq: index + 1,
      paymentKey: life.payment.key,
      at: event.at,
      type: event.type,
      data: JSON.stringify(write({ ...event, wallAt: START + index })),
    })),
    exchanges: [],
    callbacks: [],
  })
}

const titles = (steps: readonly TimelineStep[]) =>
  steps.map(({ from, to, title }) => `${from} ${to}: ${title}`)

describe('the timeline of a payment on the form', () => {
  it('shows the challenge and what ends it', () => {
    const life = aRetriedLife()
    const steps = timeline(life)
    expect(titles(steps)).toEqual([
      'form platform: Payment registered, 46.50 EUR',
      'platform provider: sale 46.50 EUR',
      'provider customer: 3-D Secure challenge, version 1 (fallback)',
      'platform platform: End of the 3-D Secure wait: decline 108',
      expect.stringContaining('Processing deadline: decline 10602'),
    ])
    expect(steps[2]).toMatchObject({ kind: 'event', status: 'awaiting 3ds result' })
    expect(steps[3]).toMatchObject({ kind: 'planned' })
  })

  it('shows the attempts, how many are left, and their end', () => {
    const life = aRetriedLife()
    life.settle({ type: 'submitChallenge', requestId: 'r', code: '123456' })
    expect(timeline(life).at(-1)?.title).toBe('End of further attempts: the decline becomes final')
    expect(timeline(life).at(-2)).toMatchObject({
      title: 'sale: decline 10000',
      detail: expect.stringMatching(/^General decline. The customer has 1 more attempt until /),
      status: 'awaiting customer',
    })
    life.must({
      type: 'startAttempt',
      requestId: 'r2',
      account: anAccount({ number: '4111111111111111' }),
      plan: [],
      supplied: {},
    })
    expect(timeline(life)).toContainEqual(
      expect.objectContaining({ from: 'customer', title: 'Attempt 2 started', detail: '411111******1111' }),
    )
  })

  it.each([
    [null, 'Challenge cancelled by the customer'],
    ['0', 'Challenge failed: wrong code'],
    ['123456', 'Challenge passed'],
  ])('shows the outcome of the challenge (code entered: %s)', (code, title) => {
    const life = aRetriedLife()
    life.must({ type: 'submitChallenge', requestId: 'r', code })
    expect(titles(timeline(life))).toContain(`customer provider: ${title}`)
  })

  it('shows what ended the attempts', () => {
    const gaveUp = aRetriedLife()
    gaveUp.must({ type: 'submitChallenge', requestId: 'r', code: null })
    gaveUp.must({ type: 'giveUp' })
    expect(titles(timeline(gaveUp)).at(-1)).toBe('customer platform: The customer abandoned the payment')
    const late = aRetriedLife()
    late.must({ type: 'submitChallenge', requestId: 'r', code: null })
    late.advance(10 * MINUTE)
    expect(titles(timeline(late)).at(-1)).toBe('platform platform: The time for further attempts is over')
  })
})

it("the timeline of a payment by a method shows the provider's page, and what was decided there", () => {
  const page = { kind: 'customer', way: 'redirect', display: [], lifetimeMs: 60 * MINUTE } as const
  const life = aSettledLife({ register: { plan: [page, declining] } })
  const later = { afterMs: MINUTE, outcome: 'success' } as const
  life.must({ type: 'decideAtProvider', by: 'customer', outcome: 'left', amount: null, later })
  life.must({ type: 'decideAtProvider', by: 'tester', outcome: 'paid', amount: 4000, later: null })
  expect(titles(timeline(life))).toEqual(
    expect.arrayContaining([
      'provider customer: The customer is sent to the provider’s page',
      'customer provider: The customer left the provider’s page',
      'tester provider: The customer paid, 40.00 EUR',
    ]),
  )
  expect(timeline(life).map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/^The result, success, follows at /),
  )
})

describe('events that an older version stored', () => {
  it('are shown without the wall times that it did not store', () => {
    const life = aSettledLife({ register: { plan: [declining] } })
    const withoutNewMembers = (event: object): object =>
      Object.fromEntries(
        Object.entries(event).filter(([name]) => !['wallAt', 'kind', 'retries', 'attempts'].includes(name)),
      )
    const steps = timeline(life, withoutNewMembers)
    expect(steps.map(({ title }) => title)).toEqual(timeline(life).map(({ title }) => title))
    expect(steps.every((step) => step.wallAt === undefined)).toBe(true)
    expect(timeline(life)[0]?.wallAt).toBe(new Date(START).toISOString())
  })

  it('are read as those of a purchase whose declines are final', () => {
    expect(fromEvent('{"type":"registered"}')).toMatchObject({
      kind: 'purchase',
      retries: null,
      wallAt: null,
    })
    expect(fromEvent('{"type":"operationFinished"}')).toMatchObject({ attempts: null })
    expect(fromEvent('{"type":"attemptsEnded","cause":"gave up"}')).toMatchObject({ cause: 'abandoned' })
    expect(fromEvent('{"type":"attemptsEnded","cause":"time over"}')).toMatchObject({ cause: 'time over' })
    const later = { challenge: null, retries: null, retriesEndAt: null, attempts: null }
    const old = Object.entries(aPayment()).filter(([name]) => !Object.hasOwn(later, name))
    expect(fromState(JSON.stringify(Object.fromEntries(old)))).toMatchObject({
      key: aPayment().key,
      ...later,
    })
  })
})
