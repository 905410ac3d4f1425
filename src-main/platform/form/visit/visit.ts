import type { AcceptedValues } from '#domain/clarification/submission'
import type { FormSettings } from '#domain/form/settings'
import type { SavedCard } from '#domain/form/view'
import type { PaymentKey } from '#domain/ids'
import { isRecord } from '#lib/json/record'

/** A token that the form created (contract 3.9, 7.1). `at`: virtual, epoch milliseconds. */
export interface MadeToken {
  readonly card: SavedCard
  readonly requestId: string
  readonly at: number
}

/**
 * One opening of the form. Until the customer confirms, nothing else is stored: no payment and no callback (contract
 * 7.8).
 */
export interface FormVisit {
  readonly id: string
  /** Epoch milliseconds on the virtual clock. */
  readonly openedAt: number
  readonly settings: FormSettings
  /** The payment that the customer confirmed, or that the form was opened for again. */
  readonly paymentKey: PaymentKey | null
  /** The values from the separate page for details; null: not entered yet. */
  readonly details: AcceptedValues | null
  /** The customer chose to try again and sees the card page. */
  readonly tryingAgain: boolean
  readonly token: MadeToken | null
  /** Number of changes of the visit, by which the page notices them. */
  readonly version: number
  /**
   * How many events of the payment the embedding page has received; null: the form was opened for an existing payment,
   * and the page has received nothing.
   */
  readonly announcedEvents: number | null
}

/** Creates a visit. */
export function newVisit(start: Pick<FormVisit, 'id' | 'openedAt' | 'settings' | 'paymentKey'>): FormVisit {
  const announcedEvents = start.paymentKey === null ? 0 : null
  return { ...start, details: null, tryingAgain: false, token: null, version: 0, announcedEvents }
}

/** Renames former members of a stored visit. Before schema 13 `announcedEvents` was called `told`. */
export function withCurrentNames(stored: unknown): unknown {
  if (!isRecord(stored) || !('told' in stored)) return stored
  const { told, ...visit } = stored
  return { ...visit, announcedEvents: told }
}

/** Returns the path of the visit. Everything of the visit is below it. */
export function visitPath(visit: FormVisit): string {
  return `/payment/${visit.id}`
}
