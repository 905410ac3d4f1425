import type { AcceptedValues } from '../../../domain/clarification/submission'
import type { FormSettings } from '../../../domain/form/settings'
import type { SavedCard } from '../../../domain/form/view'
import type { PaymentKey } from '../../../domain/ids'
import { isRecord } from '../../../lib/json/record'

/** A token that the form made (contract 3.9, 7.1). `at` is epoch milliseconds on the virtual clock. */
export interface MadeToken {
  readonly card: SavedCard
  readonly requestId: string
  readonly at: number
}

/**
 * One opening of the form. Nothing else is written before the customer confirms: no payment, no callback
 * (contract 7.8).
 */
export interface FormSession {
  readonly id: string
  /** Epoch milliseconds on the virtual clock. */
  readonly openedAt: number
  readonly settings: FormSettings
  /** The payment that the customer confirmed, or that the form was opened for again. */
  readonly paymentKey: PaymentKey | null
  /** What was typed on a details page of its own; null: not yet. */
  readonly details: AcceptedValues | null
  /** The customer chose to try again and sees the card page. */
  readonly tryingAgain: boolean
  readonly token: MadeToken | null
  /** Changes of the session itself, so that the page notices them. */
  readonly version: number
  /**
   * How many events of the payment the embedding page has received; null: the form was opened for an existing payment, and
   * the page has received nothing.
   */
  readonly announcedEvents: number | null
}

/** A new session. */
export function newSession(
  start: Pick<FormSession, 'id' | 'openedAt' | 'settings' | 'paymentKey'>,
): FormSession {
  const announcedEvents = start.paymentKey === null ? 0 : null
  return { ...start, details: null, tryingAgain: false, token: null, version: 0, announcedEvents }
}

/** A stored session under the names of today. Before schema 13 `announcedEvents` was called `told`. */
export function withCurrentNames(stored: unknown): unknown {
  if (!isRecord(stored) || !('told' in stored)) return stored
  const { told, ...session } = stored
  return { ...session, announcedEvents: told }
}

/** Path below which everything of the session is. */
export function sessionPath(session: FormSession): string {
  return `/payment/${session.id}`
}
