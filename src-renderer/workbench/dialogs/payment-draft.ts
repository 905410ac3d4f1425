import { z } from 'zod'
import { findTestCard } from '../../../src-main/core/provider/test-cards'
import { draftOf, keepDraft } from '../state/preferences'
import type { NewPayment } from './new-payment'

const DRAFT = 'newPayment'

const draft = z.object({
  amount: z.string().catch('10.00'),
  currency: z.string().catch('EUR'),
  customerId: z.string().catch(''),
  card: z.string().catch('4000000000000077'),
  description: z.string().catch(''),
  operation: z.enum(['sale', 'auth']).catch('sale'),
  outcome: z.enum(['hold', 'card']).catch('hold'),
})

function storedDraft(): z.infer<typeof draft> {
  try {
    return draft.parse(JSON.parse(draftOf(DRAFT) ?? '{}'))
  } catch {
    return draft.parse({})
  }
}

/** What was typed last, with a fresh id: the old one is taken by now. */
export function paymentDraft(projectId: string, paymentId: string): NewPayment {
  return { ...storedDraft(), projectId, paymentId }
}

/** Keeps what is typed, for the next payment too; a card number that is no test card is never kept. */
export function keepPaymentDraft(form: NewPayment): void {
  const { projectId: _project, paymentId: _id, card, ...rest } = form
  keepDraft(DRAFT, JSON.stringify({ ...rest, card: findTestCard(card) === null ? '' : card }))
}
