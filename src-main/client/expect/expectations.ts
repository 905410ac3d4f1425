import type { PatternOf } from '#lib/match/pattern'
import type { CallbackView, ExchangeView } from './message-view'
import type { CallbackDetail, ExchangeDetail, PaymentDetail, WatchedClient } from './subject'
import { callbacks, captures, exchanges, payments } from './subjects'
import { waitFor, type WaitOptions } from './wait-for'

/**
 * Waits for things that happen on the bench. A pattern has the members of the result, with `body` as the JSON value of
 * the body. Every method rejects as described at `waitFor`.
 */
export interface Expectations {
  /**
   * Waits for a callback of the platform. It matches as soon as it is created; `{state: 'delivered'}` waits for its
   * delivery.
   */
  callback(expected: PatternOf<CallbackView>, options?: WaitOptions): Promise<CallbackDetail>
  /** Waits for a request that arrived at the merchant's listener; `{reply: any}` waits for its response. */
  capture(expected: PatternOf<ExchangeView>, options?: WaitOptions): Promise<ExchangeDetail>
  /** Waits for a request that arrived at the platform: at the API or the form. */
  exchange(expected: PatternOf<ExchangeView>, options?: WaitOptions): Promise<ExchangeDetail>
  /** Waits for a payment in a state. A state that it left before the call is not found. */
  payment(expected: PatternOf<PaymentDetail>, options?: WaitOptions): Promise<PaymentDetail>
}

/** Creates the expectations of a client. `projectId` limits them to one project. */
export function createExpectations(client: WatchedClient, projectId?: number): Expectations {
  return {
    callback: (expected, options) => waitFor(client, callbacks(client, projectId), expected, options),
    capture: (expected, options) => waitFor(client, captures(client, projectId), expected, options),
    exchange: (expected, options) => waitFor(client, exchanges(client, projectId), expected, options),
    payment: (expected, options) => waitFor(client, payments(client, projectId), expected, options),
  }
}
