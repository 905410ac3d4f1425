import type { CallbackState, RetryAction } from './messages'

/** What decides whether an action on a callback is possible. */
interface SteeredCallback {
  readonly state: CallbackState
  readonly attemptCount: number
  /** Whether the next attempt has a due time. */
  readonly isPlanned: boolean
  readonly hasTarget: boolean
}

const IN_FLIGHT = 'An attempt is in flight. Wait for its response, then try again.'
const DELIVERED = 'The callback was delivered, so nothing more is planned. Resend it to start a new schedule.'
const OVER =
  'The last attempt failed and no further one is planned. Resend the callback to start a new schedule.'
const NO_TARGET = 'The callback has no target. Set one first.'

/** Says why the action is not possible now; null if it is possible. */
export function refusalOfRetry(action: RetryAction, callback: SteeredCallback): string | null {
  const { state, attemptCount, isPlanned, hasTarget } = callback
  if (state === 'delivering') return IN_FLIGHT
  const isOver = state === 'failed' && !isPlanned
  switch (action) {
    case 'sendNow':
      if (state === 'delivered') return DELIVERED
      if (state === 'dropped')
        return hasTarget ? 'The callback was dropped. Release it to send it.' : NO_TARGET
      return isOver ? OVER : null
    case 'hold':
      if (state === 'held') return 'The callback is already held. Release it to send it.'
      if (state === 'delivered') return DELIVERED
      if (state === 'dropped')
        return 'The callback was dropped: nothing will be sent, so there is nothing to hold.'
      return isOver ? OVER : null
    case 'release':
      if (state === 'dropped') return hasTarget ? null : NO_TARGET
      return state === 'held' ? null : 'Only a callback that is held or dropped can be released.'
    case 'cancel':
      if (state === 'delivered') return DELIVERED
      if (state === 'dropped') return 'The callback was already dropped. Release it to send it.'
      return isOver ? OVER : null
    case 'retarget':
      return state === 'delivered'
        ? 'The callback was delivered, so its target can no longer change. Replay it to send it elsewhere.'
        : null
    case 'resend':
      if (!hasTarget) return NO_TARGET
      if (attemptCount === 0 && state === 'scheduled')
        return 'The callback has not been sent yet, so there is nothing to repeat. Send it now instead.'
      return null
  }
}
