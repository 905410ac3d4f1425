import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskCardNumber } from '#domain/card/card-number'
import type { ProjectSwitches } from '#domain/project/project'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { anAccount, aFollowUp, aPlan, aProject, aSubmission } from '#domain/testing/builders'
import { aPaymentLife } from '#domain/testing/payment-life'
import { callbackHeaders } from './body'
import { statusObject } from './status-object'

const switchSets: fc.Arbitrary<Partial<ProjectSwitches>> = fc.record({
  statusInPayment: fc.boolean(),
  statusFields: fc.constantFrom('mission' as const, 'extended' as const),
  intermediateLayout: fc.constantFrom('mission' as const, 'result' as const),
  cancelSpelling: fc.constantFrom('canceled' as const, 'cancelled' as const),
  publicFields: fc.constantFrom('informative' as const, 'mission_only' as const, 'all' as const),
})

describe('what leaves the platform', () => {
  it('never holds a full card number, whatever the card and the switches', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEST_CARDS),
        switchSets,
        fc.constantFrom('sale' as const, 'auth' as const),
        ({ number: cardNumber }, switches, operation) => {
          const project = aProject({ switches })
          const life = aPaymentLife({
            project,
            register: {
              operation,
              account: anAccount({ number: cardNumber }),
              plan: aPlan(cardNumber, { switches: project.switches }),
            },
          })
          life.advance(0)
          life.run(aSubmission({ customer: { email: 'nora@mail.test' } }))
          life.run(aFollowUp(operation === 'sale' ? 'refund' : 'capture'))
          while (life.advanceToNext()) expect(life.events.length).toBeLessThan(50)
          const bodies = [
            ...life.callbacks.map(({ body }) => body),
            statusObject(life.payment, 'response', project.switches),
          ]
          expect(bodies.length).toBeGreaterThan(1)
          for (const body of bodies) {
            const text = JSON.stringify(body)
            expect(text).not.toContain(cardNumber)
            expect(text).toContain(maskCardNumber(cardNumber))
            expect(text).not.toMatch(/undefined|NaN|Infinity/)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('has the header fields of contract 9.2 in their order', () => {
    expect(callbackHeaders(321)).toEqual([
      ['Content-Type', 'application/json'],
      ['Content-Length', '321'],
      ['User-Agent', 'platform-simulator'],
      ['Accept', '*/*'],
    ])
  })
})
