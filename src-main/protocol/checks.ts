import { z } from 'zod'
import { callbackId, callbackIdParam, isoTime } from './shapes'

/** Checks of the receiver with one callback; see docs/exam.md. */
export const QUICK_CHECKS = ['sendTwice', 'forge', 'reorder', 'late', 'unknownOrder'] as const
export type QuickCheck = (typeof QUICK_CHECKS)[number]

/** What a check is called, and what it sends. */
export const QUICK_CHECK_WORDS: Readonly<
  Record<QuickCheck, { readonly name: string; readonly sends: string }>
> = {
  sendTwice: { name: 'Send twice', sends: 'The callback, and the same bytes again. Both have to get 200.' },
  forge: {
    name: 'Forge',
    sends:
      'A wrong signature, a body that was altered after signing, and no signature. None may get 200, and the genuine callback has to.',
  },
  reorder: {
    name: 'Reorder',
    sends: 'The result of the payment, then a callback from before it. Both have to get 200.',
  },
  late: { name: 'Late', sends: 'The callback with dates of ten days ago. It has to get 200.' },
  unknownOrder: {
    name: 'Unknown order',
    sends: 'The callback about an order that nobody has made. It must not get 200.',
  },
}

/**
 * In the order of reports. `not observed`: nothing can be said, and the reason says what would change that.
 */
export const checkVerdict = z.enum(['failed', 'not observed', 'passed'])
export type CheckVerdict = z.infer<typeof checkVerdict>

/** A message of a check. `status` is null where none came; long requests and responses end early, and say so. */
const checkedMessage = z.object({
  id: callbackId,
  /** What it is, such as `Without a signature`. */
  what: z.string(),
  /** What the merchant has to do: answer with 200, or with anything else. */
  expected: z.enum(['200', 'not 200']),
  status: z.int().nullable(),
  request: z.string(),
  response: z.string().nullable(),
})
export type CheckedMessage = z.infer<typeof checkedMessage>

/** What a check has shown. `rule` is the number of the rule in contract 10; `at` is virtual time. */
export const callbackCheck = z.object({
  check: z.enum(QUICK_CHECKS),
  rule: z.int(),
  title: z.string(),
  verdict: checkVerdict,
  /** What was seen, or why nothing was and what would change that. */
  reason: z.string(),
  /** What the merchant has to do to keep the rule, or, where the bench itself answered, how to reach the merchant. */
  remedy: z.string(),
  /** `capture server`: the bench's own, without passing the messages on, so that no code of a merchant was involved. */
  answeredBy: z.enum(['merchant', 'capture server']),
  /** What only a person who looks at the order can see. */
  look: z.string(),
  at: isoTime,
  /** In the order of sending. */
  sent: z.array(checkedMessage),
})
export type CallbackCheck = z.infer<typeof callbackCheck>

export const callbackCheckParams = z.strictObject({ id: callbackIdParam, check: z.enum(QUICK_CHECKS) })
/** The newest result of each check of a callback, as long as the session is open. */
export const callbackChecksResult = z.object({ items: z.array(callbackCheck) })
