/** How an order starts at the merchant. */
export interface Checkout {
  readonly method: 'GET' | 'POST'
  /** May have `{amount}`, `{currency}` and `{card}`. */
  readonly url: string
}

/** Where an order can be seen, and how it is read. */
export interface OrderView {
  /** Address of an order as JSON, with `{payment_id}`. */
  readonly url: string
  /** Path to its state. */
  readonly state: readonly string[]
  /** States of an order that is paid, and of one that was declined. */
  readonly paid: readonly string[]
  readonly declined: readonly string[]
  /** Path to the number of deliveries, or to a list of them. */
  readonly deliveries: readonly string[] | null
  /** Path to the amount that was paid, in minor units. */
  readonly amount: readonly string[] | null
}

/** What is to be examined. */
export interface ExamSetup {
  readonly callbackUrl: string
  readonly projectId: number
  readonly checkout: Checkout | null
  readonly orders: OrderView | null
  /** Whether the merchant answers clarifications by itself. */
  readonly clarification: boolean
}

/**
 * How the person who starts an exam gives each part of its setup: a sentence for reasons that name a missing part, in the
 * terms of the command line or of the window.
 */
export interface SetupRemedies {
  readonly checkout: string
  readonly orders: string
  /** States of a declined order. */
  readonly declined: string
  /** Path to the deliveries of an order. */
  readonly deliveries: string
  /** Path to the amount that was paid. */
  readonly amount: string
  readonly clarification: string
}

/** The merchant under examination: the setup, and what its first order has shown. */
export interface Merchant extends ExamSetup {
  readonly remedies: SetupRemedies
  /** How it goes on from the checkout; `none`: the exam makes the payments itself. */
  readonly style: 'form' | 'api' | 'none'
  /** Where the answer of the checkout has the page or the address of the form. */
  readonly opens: 'text' | 'headers.location'
  /** Where the customer comes back to after success, with `{payment_id}`; null: not known. */
  readonly successUrl: string | null
  /** Real time that the merchant gets to do nothing wrong, milliseconds. */
  readonly quietMs: number
  /** Ten days before the exam, as dates stand in callbacks (contract 3.1). */
  readonly tenDaysAgo: string
}
