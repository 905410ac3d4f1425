import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { doAllSteps } from '#lib/steps'
import { parseJson } from '#lib/json/parse'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { diagnosing, triesWithin, type Diagnosis } from './diagnose'
import { randomFrom, type RandomSource } from './testing/chance'
import { mistaken, PLANS, waysOf, type Hashing, type Plan } from './testing/mistaken-signature'
import { randomMessage, type RandomMessage } from './testing/random-message'

const crypto: DiagnosticCrypto = {
  hmac: (hash, key, message) => createHmac(hash, key).update(message).digest(),
  hash: (hash, message) => createHash(hash).update(message).digest(),
}

const hashing: Hashing = {
  hmac: (hash, key, message) => createHmac(hash, key).update(message).digest(),
  hash: (hash, ...parts) => createHash(hash).update(Buffer.concat(parts)).digest(),
}

const diagnosisOf = (message: RandomMessage, bodyText: string): Diagnosis => {
  const parsed = parseJson(bodyText)
  if (!parsed.ok) throw new Error(parsed.message)
  return doAllSteps(
    diagnosing({
      root: parsed.root,
      bodyText,
      surface: message.surface,
      encoding: 'json',
      secret: message.secret,
      otherSecrets: [{ projectId: 7, secret: message.otherSecret }],
      lenient: false,
      crypto,
      maxTries: triesWithin(Infinity),
    }),
  )
}

/** Whether a plan makes another signature than each of the others, or than the right one. */
const differs = (message: RandomMessage, plan: Plan, ...others: readonly Plan[]): boolean => {
  // What is sent instead only shows in the body, so the right signature is that of the sent body.
  const sent = { ...message, body: plan.send?.(message.body) ?? message.body }
  const { signature } = mistaken(message, plan, hashing)
  return [
    mistaken(sent, {}, hashing),
    ...others.map((other) => mistaken(other.send === undefined ? sent : message, other, hashing)),
  ].every((other) => other.signature !== signature)
}

interface Case {
  readonly name: string
  readonly message: RandomMessage
  readonly plan: Plan
}

const NAMES = Object.keys(PLANS)
const planOf = (name: string): Plan => PLANS[name] ?? {}

/** Draws until the mistake shows: `true` for booleans does nothing to a message without one. */
const drawn = (
  chance: RandomSource,
  draw: (message: RandomMessage) => Omit<Case, 'message'> | null,
): Case => {
  for (let left = 500; left > 0; left -= 1) {
    const message = randomMessage(chance)
    const found = draw(message)
    if (found !== null) return { ...found, message }
  }
  throw new Error('no message in which the mistake shows')
}

const single = (chance: RandomSource, name: string): Case =>
  drawn(chance, (message) => (differs(message, planOf(name)) ? { name, plan: planOf(name) } : null))

const leftOut = (chance: RandomSource): Case =>
  drawn(chance, (message) => {
    const way = chance.oneOf(waysOf(message.body))
    const plan: Plan = { leaveOut: way }
    return differs(message, plan) ? { name: `without ${way.join('.')}`, plan } : null
  })

/** A digest without a key has no key to be wrong. */
const NO_KEY: ReadonlySet<string> = new Set(['plain hash'])

const pair = (chance: RandomSource): Case =>
  drawn(chance, (message) => {
    const first = chance.oneOf(NAMES)
    const second = chance.oneOf(NAMES)
    const [a, b] = [planOf(first), planOf(second)]
    if (Object.keys(a).some((part) => part in b)) return null
    if (NO_KEY.has(first) && b.key !== undefined) return null
    // A JSON text in place of the lines leaves nothing else to be wrong with them.
    if ([a, b].some(({ json }) => json !== undefined) && [a, b].some(changesLines)) return null
    const plan: Plan = { ...a, ...b }
    return differs(message, plan, a, b) ? { name: `${first} + ${second}`, plan } : null
  })

const changesLines = (plan: Plan): boolean =>
  !['json', 'bytes', 'key', 'mac', 'hash', 'encode', 'transport'].some((part) => part in plan)

/** Whether the first explanation gives the string that was signed, and from it exactly what was received. */
const isExplained = ({ message, plan }: Case): boolean => {
  const { bodyText, signature, text } = mistaken(message, plan, hashing)
  const diagnosis = diagnosisOf(message, bodyText)
  if (diagnosis.state !== 'explained') return false
  const { explanations } = diagnosis
  return (
    explanations[0].text === text &&
    explanations.every((each) => each.signature === signature && each.mistakes.length <= 2)
  )
}

describe('the mistake finder over generated messages', () => {
  /** All of them take a minute; a change of the search shows in a quarter of them. */
  const SHARE = process.env['PAYBENCH_TESTS'] === 'all' ? 1 : 0.25
  const EACH = 20 * SHARE
  const PAIRS = 1000 * SHARE
  const LEFT_OUT = 100 * SHARE

  it('explains at least 98 % of wrong signatures', () => {
    const chance = randomFrom(20310409)
    const cases = [
      ...NAMES.flatMap((name) => Array.from({ length: EACH }, () => single(chance, name))),
      ...Array.from({ length: PAIRS }, () => pair(chance)),
      ...Array.from({ length: LEFT_OUT }, () => leftOut(chance)),
    ]
    const unexplained = cases.filter((each) => !isExplained(each))
    const rate = 1 - unexplained.length / cases.length
    process.stdout.write(
      `Mistakes explained first: ${(rate * 100).toFixed(2)} % of ${cases.length}. Not: ${unexplained.map(({ name }) => name).join(', ')}\n`,
    )
    expect(cases.length).toBeGreaterThanOrEqual(2000 * SHARE)
    expect(rate).toBeGreaterThanOrEqual(0.98)
  }, 600_000)

  it('never accuses a right signature', () => {
    const chance = randomFrom(7)
    const accused = Array.from({ length: 2000 * SHARE }, () => randomMessage(chance)).filter((message) => {
      const { bodyText } = mistaken(message, {}, hashing)
      return diagnosisOf(message, bodyText).state !== 'right'
    })
    expect(accused).toEqual([])
  }, 120_000)
})
