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

/** Patterns have the members of the result, with `body` parsed as JSON. Every method rejects as `waitFor` does. */
export interface Expectations {
  /** Waits until a matching callback has been created; `{state: 'delivered'}` waits for its delivery. */
  callback(expected: PatternOf<CallbackView>, options?: WaitOptions): Promise<CallbackDetail>
  /** Waits for a request at the merchant's listener; `{reply: any}` waits for its response. */
  capture(expected: PatternOf<ExchangeView>, options?: WaitOptions): Promise<ExchangeDetail>
  /** Waits for a request at the platform: API or form. */
  exchange(expected: PatternOf<ExchangeView>, options?: WaitOptions): Promise<ExchangeDetail>
  /** Waits for a payment that matches. Does not see a status that the payment left before the call. */
  payment(expected: PatternOf<PaymentDetail>, options?: WaitOptions): Promise<PaymentDetail>
}

/** `projectId` limits the expectations to one project. */
export const createExpectations = (client: WatchedClient, projectId?: number): Expectations => ({
  callback: (expected, options) => waitFor({ client, subject: CALLBACKS, projectId }, expected, options),
  capture: (expected, options) => waitFor({ client, subject: CAPTURES, projectId }, expected, options),
  exchange: (expected, options) => waitFor({ client, subject: EXCHANGES, projectId }, expected, options),
  payment: (expected, options) => waitFor({ client, subject: PAYMENTS, projectId }, expected, options),
})
