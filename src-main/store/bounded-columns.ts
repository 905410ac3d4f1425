import type { Refusal, SignatureVerdict } from '#protocol/messages'
import { boundedExplanation, boundedNote, boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'

/** The payment id that a message names, which need not be one. */
export const boundedPaymentId = (paymentId: string): string => boundedText(paymentId, LIMITS.paymentIdChars)

/** A refusal as it is stored with a message. */
export const boundedRefusal = (refusal: Refusal): Refusal => ({
  ...refusal,
  message: boundedNote(refusal.message),
  ...(refusal.field === undefined ? {} : { field: boundedText(refusal.field, LIMITS.pathChars) }),
})

/** A verdict as it is stored with a message: the signature that was received can be as long as the message. */
export const boundedVerdict = (verdict: SignatureVerdict): SignatureVerdict => ({
  ...verdict,
  explanation: boundedExplanation(verdict.explanation),
  ...(verdict.received === undefined ? {} : { received: boundedNote(verdict.received) }),
})
