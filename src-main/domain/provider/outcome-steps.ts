import { z } from 'zod'
import { CARD_DECLINE_CODE, SUCCESS_CODE } from '#domain/result-code/result-codes'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { isWebAddress } from '#lib/web-address'

const line = z.string().max(10_000)

/** Fields that are asked for, as `ClarificationFields`. */
export const fields = z.record(line, z.array(line))
/** Values that must be exactly these, by `key.name`: a one-time code that the provider knows. */
export const expects = z.record(line, z.string())
/** The challenge of an issuer (contract 4.4). */
export const challenge = z.object({
  version: z.enum(['1', '2']),
  /** True where the issuer fell back to version 1. */
  fallback: z.boolean(),
  /** The code that passes; any other declines. */
  valid: line,
  /** Where the issuer's page sends the customer with its answer; absent where the form shows that page (contract 13.3). */
  returnUrl: z
    .string()
    .max(2000)
    .refine(isWebAddress, 'must be an absolute http or https URL')
    .exactOptional(),
})

/** What the provider still does, step by step (contract 7.9). */
export const plan = z.array(
  z.discriminatedUnion('kind', [
    /** It asks for data before it goes on. */
    z.object({ kind: z.literal('clarify'), fields, expects: expects.exactOptional() }),
    challenge.extend({ kind: z.literal('challenge') }),
    /** It gives its result. */
    z.object({
      kind: z.literal('result'),
      outcome: z.enum(['success', 'decline']),
      code: line,
      /** How long the provider takes, in milliseconds. */
      delayMs: z.number(),
      /** True when the card's row names the outcome; only otherwise may the address check decline (contract 5.9). */
      stated: z.boolean(),
      /** An amount above this is approved only up to it, where the project allows it. */
      partialApproval: z.object({ above: z.number(), currency: line }).exactOptional(),
    }),
  ]),
)

/** One thing the provider does; a plan is carried out from its first step to its last. */
export type OutcomeStep = ReadonlyDeep<z.infer<typeof plan>[number]>
export type ChallengeStep = Extract<OutcomeStep, { readonly kind: 'challenge' }>
type ResultStep = Extract<OutcomeStep, { readonly kind: 'result' }>

/** A success that the card's row states, at once. */
export function succeeded(): ResultStep {
  return { kind: 'result', outcome: 'success', code: SUCCESS_CODE, delayMs: 0, stated: true }
}

/** A success of a card whose row states no outcome; `delayMs` is what the provider takes. */
export function unstatedSuccess(delayMs = 0): ResultStep {
  return { ...succeeded(), delayMs, stated: false }
}

/** A decline that the card's row states, at once. */
export function declined(code: string = CARD_DECLINE_CODE): ResultStep {
  return { kind: 'result', outcome: 'decline', code, delayMs: 0, stated: true }
}

/** The one provider service that the platform talks to, as its messages name it (contract 3.3, 3.6). */
export const PROVIDER = { id: 77, endpointId: 4 } as const
