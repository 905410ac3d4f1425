import { z } from 'zod'
import { customerWay, displayItem } from '#domain/project/method-shape'
import { CARD_DECLINE_CODE, SUCCESS_CODE } from '#domain/result-code/result-codes'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { isWebAddress } from '#lib/web-address'

const line = z.string().max(10_000)

export const fields = z.record(line, z.array(line))
/** Exact values by `key.name`, such as a one-time code that the provider knows. */
export const expects = z.record(line, z.string())
/** Contract 4.4. */
export const challenge = z.object({
  version: z.enum(['1', '2']),
  /** Whether the issuer fell back to version 1. */
  fallback: z.boolean(),
  /** The code that passes; any other leads to a decline. */
  valid: line,
  /** Where the browser takes the issuer's result; absent if the form shows the issuer's page (contract 13.3). */
  returnUrl: z
    .string()
    .max(2000)
    .refine(isWebAddress, 'must be an absolute http or https URL')
    .exactOptional(),
})

/** Remaining steps of the provider (contract 7.9, 16.4). */
export const plan = z.array(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('clarify'),
      fields,
      expects: expects.exactOptional(),
      /** The provider sends the customer a one-time code, which can be sent again (contract 16.4). */
      sendsCode: z.literal(true).exactOptional(),
    }),
    challenge.extend({ kind: z.literal('challenge') }),
    z.object({
      kind: z.literal('customer'),
      way: customerWay,
      display: z.array(displayItem),
      /** Milliseconds until a payment that nobody pays is declined. */
      lifetimeMs: z.number(),
    }),
    z.object({
      kind: z.literal('result'),
      outcome: z.enum(['success', 'decline']),
      code: line,
      delayMs: z.number(),
      /** True if the card's row names the outcome; the address check may decline only if false (contract 5.9). */
      stated: z.boolean(),
      /** Approves larger amounts only up to this one, if the project allows it. */
      partialApproval: z.object({ above: z.number(), currency: line }).exactOptional(),
    }),
  ]),
)

export type OutcomeStep = ReadonlyDeep<z.infer<typeof plan>[number]>
export type ChallengeStep = Extract<OutcomeStep, { readonly kind: 'challenge' }>
type ResultStep = Extract<OutcomeStep, { readonly kind: 'result' }>

/** An immediate success that the card's row states. */
export function succeeded(): ResultStep {
  return { kind: 'result', outcome: 'success', code: SUCCESS_CODE, delayMs: 0, stated: true }
}

/** A success of a card whose row states no outcome, after `delayMs`. */
export function unstatedSuccess(delayMs = 0): ResultStep {
  return { ...succeeded(), delayMs, stated: false }
}

/** An immediate decline that the card's row states. */
export function declined(code: string = CARD_DECLINE_CODE): ResultStep {
  return { kind: 'result', outcome: 'decline', code, delayMs: 0, stated: true }
}

/** The provider that the platform's messages name (contract 3.3, 3.6). */
export const PROVIDER = { id: 77, endpointId: 4 } as const

/** How many providers a payment can try one after another; their ids follow that of the first (contract 16.7). */
export const CASCADE_PROVIDERS = 3
