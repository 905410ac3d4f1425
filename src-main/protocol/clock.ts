import { z } from 'zod'
import { isoTime, paymentKey } from './shapes'

export const clockMode = z.enum(['live', 'frozen', 'scaled'])
export type ClockMode = z.infer<typeof clockMode>

/** `rate`: virtual milliseconds for one real millisecond (1 when live, 0 when frozen). */
export const clockView = z.object({
  mode: clockMode,
  now: isoTime,
  wallNow: isoTime,
  rate: z.number(),
  advancing: z
    .object({ from: isoTime, to: isoTime, at: isoTime, firedTimers: z.int(), sentCallbacks: z.int() })
    .optional(),
  nextTimer: z
    .object({
      dueAt: isoTime,
      kind: z.enum(['timer', 'callback']),
      name: z.string(),
      /** Null for what belongs to no payment, such as a token that expires. */
      paymentKey: paymentKey.nullable(),
      paymentId: z.string(),
    })
    .optional(),
  timers: z.int(),
})
export type ClockView = z.infer<typeof clockView>

/** The clock never goes back while payments exist: later events would have earlier times. */
export const clockSetParams = z.strictObject({
  mode: clockMode.optional(),
  rate: z.number().positive().max(1_000_000).optional(),
  now: isoTime.optional(),
})

export const clockAdvanceParams = z.strictObject({
  ms: z
    .int()
    .min(0)
    .max(10 * 365 * 86_400_000),
})

/** With `notAfter` a next timer that lies later is refused with `wrong_state`, and the clock stays where it is. */
export const clockAdvanceToNextParams = z.strictObject({ notAfter: isoTime.optional() })

/** Answered when everything that became due on the way is done. */
export const advanceResult = z.object({
  now: isoTime,
  firedTimers: z.int(),
  sentCallbacks: z.int(),
})
