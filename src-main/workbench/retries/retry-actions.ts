import { RETRY_ACTIONS, type RetryAction } from '#protocol/messages'
import { refusalOfRetry } from '#protocol/retry-refusal'
import type { CallbackRow } from '#store/records'

type Steered = Pick<CallbackRow, 'state' | 'nextAttemptAt' | 'attemptCount' | 'targetUrl'>

/** Says why the action is not possible for the callback now; null: it is possible. */
export function retryRefusal(action: RetryAction, callback: Steered): string | null {
  const { state, attemptCount, nextAttemptAt, targetUrl } = callback
  return refusalOfRetry(action, {
    state,
    attemptCount,
    isPlanned: nextAttemptAt !== null,
    hasTarget: targetUrl !== null,
  })
}

/** Returns the actions that are possible for the callback now. */
export function retryActions(callback: Steered): RetryAction[] {
  return RETRY_ACTIONS.filter((action) => retryRefusal(action, callback) === null)
}
