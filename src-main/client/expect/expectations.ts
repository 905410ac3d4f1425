import type { PatternOf } from '#lib/match/pattern'
import {
  type CallbackDetail,
  type CallbackView,
  CALLBACKS,
  CAPTURES,
  type ExchangeDetail,
  type ExchangeView,
  EXCHANGES,
  type PaymentDetail,
  PAYMENTS,
  type WatchedClient,
} from './subjects'
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
export const createExpectations = (client: WatchedClient, projectId?: number): Expectations => ({
  callback: (expected, options) => waitFor({ client, subject: CALLBACKS, projectId }, expected, options),
  capture: (expected, options) => waitFor({ client, subject: CAPTURES, projectId }, expected, options),
  exchange: (expected, options) => waitFor({ client, subject: EXCHANGES, projectId }, expected, options),
  payment: (expected, options) => waitFor({ client, subject: PAYMENTS, projectId }, expected, options),
})
