import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import type { Diagnosis } from './diagnose'
import { seededRandom, type SeededRandom } from '#domain/testing/seeded'
import { mistaken, PLANS, type Plan } from './testing/mistaken-signature'
import { diagnosed, randomMessage, type RandomMessage } from './testing/random-message'
import { nodeOf } from '#domain/signature/testing/canonical-text'

const diagnosisOf = (message: RandomMessage, bodyText: string): Diagnosis => {
  return diagnosed({
    root: nodeOf(bodyText),
    bodyText,
    surface: message.surface,
    encoding: 'json',
    secret: message.secret,
    crypto,
    otherSecrets: [{ projectId: 7, secret: message.otherSecret }],
  })
}

/** Whether a plan's signature differs from the correct signature of the body that is sent. */
const differs = (message: RandomMessage, plan: Plan): boolean => {
  const sent = { ...message, body: plan.send?.(message.body) ?? message.body }
  return mistaken(message, plan, crypto).signature !== mistaken(sent, {}, crypto).signature
}

const NAMES = Object.keys(PLANS)
const planOf = (name: string): Plan => PLANS[name] ?? {}

const changesLines = (plan: Plan): boolean =>
  !['json', 'bytes', 'key', 'mac', 'hash', 'encode', 'transport'].some((part) => part in plan)

/** One plan for several mistakes; null if they cannot be combined. */
const combinedPlan = (names: readonly string[]): Plan | null => {
  const plans = names.map(planOf)
  const plan = plans.reduce<Plan>((all, other) => ({ ...all, ...other }), {})
  const parts = plans.flatMap((other) => Object.keys(other))
  if (new Set(parts).size < parts.length) return null
  // A digest without a key has no key that could be wrong.
  if (plan.mac === 'plain' && plan.key !== undefined) return null
  // If a JSON text replaces the lines, the lines cannot have another mistake.
  return plan.json !== undefined && plans.some(changesLines) ? null : plan
}

const compositions = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((names) => ({ count: names.length, plan: combinedPlan(names) }))
  .filter(
    (composition): composition is { readonly count: number; readonly plan: Plan } =>
      composition.plan !== null,
  )

const messages = fc.nat().map((seed) => randomMessage(seededRandom(seed)))

/** Factor for the number of messages: `--all` tests ten times as many. */
const SHARE = process.env['PAYBENCH_TESTS'] === 'all' ? 10 : 1

describe('the search for mistakes in generated messages', () => {
  it('explains up to three combined mistakes or reports that it cannot, and is never wrong', () => {
    const explained = { times: 0, total: 0 }
    fc.assert(
      fc.property(messages, compositions, (message, { count, plan }) => {
        const { bodyText, signature, text } = mistaken(message, plan, crypto)
        const diagnosis = diagnosisOf(message, bodyText)
        explained.total += 1
        if (diagnosis.state === 'unexplained') return
        explained.times += 1
        if (diagnosis.state === 'explained') {
          for (const explanation of diagnosis.explanations) {
            expect(explanation.text).toBe(text)
            expect(explanation.mistakes.length).toBeLessThanOrEqual(count)
          }
          return
        }
        const sent = { ...message, body: plan.send?.(message.body) ?? message.body }
        expect(diagnosis.state).toBe('right')
        expect(signature).toBe(mistaken(sent, {}, crypto).signature)
      }),
      { numRuns: 40 * SHARE },
    )
    expect(explained.times / explained.total).toBeGreaterThan(0.8)
  }, 600_000)

  it.each(NAMES)('explains a single mistake: %s', (name) => {
    const chance = seededRandom(20310409)
    for (let count = SHARE; count > 0; count -= 1) {
      const plan = planOf(name)
      const message = drawMessage(chance, plan)
      const { bodyText, text } = mistaken(message, plan, crypto)
      const diagnosis = diagnosisOf(message, bodyText)
      expect(diagnosis.state === 'explained' ? diagnosis.explanations[0].text : diagnosis).toBe(text)
    }
  })

  it('never reports a mistake in a correct signature', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(diagnosisOf(message, mistaken(message, {}, crypto).bodyText).state).toBe('right')
      }),
      { numRuns: 100 * SHARE },
    )
  })
})

/** Draws messages until the mistake changes the signature: one about booleans needs a message with booleans. */
const drawMessage = (chance: SeededRandom, plan: Plan): RandomMessage => {
  for (let attempts = 500; attempts > 0; attempts -= 1) {
    const message = randomMessage(chance)
    if (differs(message, plan)) return message
  }
  throw new Error('no message in which the mistake shows')
}
