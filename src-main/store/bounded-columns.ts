import { boundedExplanation, boundedNote, boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { StoredRefusal, StoredVerdict } from './records'

/**
 * Texts of a message that lists show, never read in whole where they are longer than they may be: databases of earlier
 * versions hold notes of millions of characters.
 */
export const BOUNDED_NOTE = `substr(m.note, 1, ${String(LIMITS.noteChars)})`
export const BOUNDED_PAYMENT_ID = `substr(m.payment_id, 1, ${String(LIMITS.paymentIdChars)})`

/** The payment id that a message names, which need not be one. */
export const boundedPaymentId = (paymentId: string): string => boundedText(paymentId, LIMITS.paymentIdChars)

/** A refusal as it is stored with a message. */
export const boundedRefusal = (refusal: StoredRefusal): StoredRefusal => ({
  ...refusal,
  message: boundedNote(refusal.message),
  ...(refusal.field === undefined ? {} : { field: boundedText(refusal.field, LIMITS.pathChars) }),
})

/** A verdict as it is stored with a message: the signature that was received can be as long as the message. */
export const boundedVerdict = (verdict: StoredVerdict): StoredVerdict => ({
  ...verdict,
  explanation: boundedExplanation(verdict.explanation),
  ...(verdict.received === undefined ? {} : { received: boundedNote(verdict.received) }),
})
