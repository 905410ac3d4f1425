import type { ReadonlyDeep } from '#lib/readonly-deep'
import type { ExaminedMerchant } from '#protocol/exam'

/** What a person says about the merchant to examine. */
export type ExamSetup = ReadonlyDeep<Omit<ExaminedMerchant, 'platformPort' | 'hosts'>>

/** The address may contain `{amount}`, `{currency}`, `{card}` and `{method}`. */
export type Checkout = NonNullable<ExamSetup['checkout']>

/** How to read an order: an address with `{payment_id}`, paths in its JSON, and what its states mean. */
export type OrderView = NonNullable<ExamSetup['orders']>

/** Parts of an order that the exam reads by paths. */
export const ORDER_PARTS = ['state', 'deliveries', 'amount'] as const
export type OrderPart = (typeof ORDER_PARTS)[number]

/** What a person can say about the merchant, in words that follow `needs`. */
export const SETUP_PARTS = {
  checkout: 'a checkout address',
  orders: 'an order address',
  state: 'the path to the state of an order',
  declined: 'the states of a declined order',
  deliveries: 'the path to the deliveries of an order',
  amount: 'the path to the amount paid',
  clarification: 'a back end that answers clarifications',
  statusRequests: 'a back end that requests the status',
} as const
export type SetupPart = keyof typeof SETUP_PARTS

/** How a person gives each part of the setup, in sentences about the command line or the window. */
export type SetupRemedies = Readonly<Record<SetupPart, string>>

export interface Merchant extends ExamSetup {
  readonly remedies: SetupRemedies
  /** Whether the checkout opened the form or called the API; `none` if it did neither or there is no checkout. */
  readonly style: 'form' | 'api' | 'none'
  /** The part of the checkout's response with the page or the address of the form. */
  readonly opens: 'text' | 'headers.location'
  /** Why the checkout did not lead to an order, with its remedy; null if it did or there is no checkout. */
  readonly problem: string | null
  /** Return address after a success, with `{payment_id}`; null if unknown. */
  readonly successUrl: string | null
  /** How long an order must not change before a trial passes, wall-clock milliseconds. */
  readonly quietMs: number
  /** Whether the merchant requests the status itself: it has done so, or its setup says so. */
  readonly requestsStatus: boolean
  /** Whether its checkout sells by the payment method that the request names, through the API. */
  readonly sellsByMethods: boolean
  /** One day and ten days before the exam, in the date format of callbacks (contract 3.1). */
  readonly yesterday: string
  readonly tenDaysAgo: string
}
