import type { CallbackAttempt } from '#protocol/messages'

/** Whether the attempt was sent and has neither a response nor an error yet. */
export function isInFlight({ status, error }: Pick<CallbackAttempt, 'status' | 'error'>): boolean {
  return status === undefined && error === undefined
}
