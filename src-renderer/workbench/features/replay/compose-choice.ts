import { z } from 'zod'
import { callbackKind } from '#protocol/messages'
import { draftOf, keepDraft } from '#window/state/preferences'

const STORED = 'compose'
export const NO_PAYMENT = ''

const composeChoice = z.object({
  template: z.string().catch('success'),
  /** Empty: made-up values. */
  paymentKey: z.string().catch(NO_PAYMENT),
  /** How the message is listed; null: as its template says. */
  kind: callbackKind.nullable().catch(null),
})

/** What a message is composed from. */
export type ComposeChoice = Readonly<z.infer<typeof composeChoice>>

const FIRST: ComposeChoice = { template: 'success', paymentKey: NO_PAYMENT, kind: null }

/** What was chosen last. */
export function readChoice(text: string | undefined = draftOf(STORED)): ComposeChoice {
  try {
    return composeChoice.safeParse(JSON.parse(text ?? '')).data ?? FIRST
  } catch {
    return FIRST
  }
}

export function keepChoice(choice: ComposeChoice): void {
  keepDraft(STORED, JSON.stringify(choice))
}
