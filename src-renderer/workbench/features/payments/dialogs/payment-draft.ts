import { z } from 'zod'
import { maskCardNumber } from '#domain/card/card-number'
import { findTestCardByMask } from '#domain/provider/test-cards'
import { draftOf, keepDraft } from '#window/state/preferences'
import type { NewPayment } from './new-payment'

/** Differs from the name of older drafts, which always contain `hold`. */
const DRAFT = 'payment'
const DEFAULT_CARD = maskCardNumber('4000000000000077')

const draft = z.object({
  amount: z.string().catch('10.00'),
  currency: z.string().catch('EUR'),
  customerId: z.string().catch(''),
  /** Masked: the browser's storage holds no card number, not even that of a test card. */
  card: z.string().catch(DEFAULT_CARD),
  description: z.string().catch(''),
  operation: z.enum(['sale', 'auth']).catch('sale'),
  outcome: z.enum(['hold', 'card', 'follow']).catch('follow'),
  series: z.enum(['', 'C', 'U', 'R']).catch(''),
})

function storedDraft(): z.infer<typeof draft> {
  try {
    return draft.parse(JSON.parse(draftOf(DRAFT) ?? '{}'))
  } catch {
    return draft.parse({})
  }
}

/** What was typed last, with a new id: the old one is taken by now. */
export function paymentDraft(projectId: string, paymentId: string): NewPayment {
  const { card, ...rest } = storedDraft()
  return { ...rest, card: findTestCardByMask(card)?.number ?? '', projectId, paymentId }
}

/**
 * Keeps what the next payment begins with after one was created: its data, but not what was decided about this one, which
 * is easily overlooked.
 */
export function keepForNextPayment(form: NewPayment): void {
  keepPaymentDraft({ ...form, operation: 'sale', outcome: 'follow', series: '' })
}

/** Keeps what is typed; a card that is not a test card is left out. */
export function keepPaymentDraft(form: NewPayment): void {
  const { projectId: _project, paymentId: _id, card, ...rest } = form
  const masked = maskCardNumber(card)
  const isKnown = findTestCardByMask(masked)?.number === card
  keepDraft(DRAFT, JSON.stringify({ ...rest, card: isKnown ? masked : '' }))
}
