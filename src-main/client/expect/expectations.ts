import type { PatternOf } from '../../lib/match/pattern'
import type { CallbackView, ExchangeView } from './message-view'
import type { CallbackDetail, ExchangeDetail, PaymentDetail, WatchedClient } from './subject'
import { callbacks, captures, exchanges, payments } from './subjects'
import { waitFor, type WaitOptions } from './wait-for'

/** What a test waits for. The members of the pattern are those of the result; `body` is the JSON of the body. */
export interface Expectations {
  /** A callback of the platform, from the moment at which it is made; `{state: 'delivered'}` waits for its delivery. */
  callback(expected: PatternOf<CallbackView>, options?: WaitOptions): Promise<CallbackDetail>
  /** A request that arrived at the merchant's listener; `{reply: any}` waits for its response. */
  capture(expected: PatternOf<ExchangeView>, options?: WaitOptions): Promise<ExchangeDetail>
  /** A request that arrived at the platform: the API or the form. */
  exchange(expected: PatternOf<ExchangeView>, options?: WaitOptions): Promise<ExchangeDetail>
  /** A payment in a state. A state that it has left before the call is not found. */
  payment(expected: PatternOf<PaymentDetail>, options?: WaitOptions): Promise<PaymentDetail>
}

/** Expectations over a client; `projectId` limits them to what belongs to this project. */
export function createExpectations(client: WatchedClient, projectId?: number): Expectations {
  return {
    callback: (expected, options) => waitFor(client, callbacks(client, projectId), expected, options),
    capture: (expected, options) => waitFor(client, captures(client, projectId), expected, options),
    exchange: (expected, options) => waitFor(client, exchanges(client, projectId), expected, options),
    payment: (expected, options) => waitFor(client, payments(client, projectId), expected, options),
  }
}
