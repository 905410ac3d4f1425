import { putNewest } from '#lib/limits/bounded-text'
import type { Notices } from '#core/errors'
import type { PaymentKey } from '#domain/ids'
import { MINUTE_MS } from '#lib/time/time'
import type { CallbackSummary } from '#protocol/messages'
import { BURST_REMEDY, CALLBACK_BURST } from '#protocol/bench'

/** More callbacks within a minute than a payment's own course causes. */
const MAX_CALM = 100
const MAX_PAYMENTS = 500

/** Adds a notice once a payment has got more than 100 callbacks within a minute of wall time. */
export function createCallbackBursts(options: {
  /** Epoch milliseconds. */
  readonly wallNow: () => number
  readonly notices: Pick<Notices, 'add'>
}) {
  const { wallNow, notices } = options
  const minutes = new Map<PaymentKey, { readonly from: number; count: number }>()

  return {
    /** Replays do not count: the tester sends them. */
    created({
      paymentKey,
      paymentId,
      replayOf,
    }: Pick<CallbackSummary, 'paymentKey' | 'paymentId' | 'replayOf'>): void {
      if (paymentKey === null || replayOf !== undefined) return
      const now = wallNow()
      const known = minutes.get(paymentKey)
      const minute = known === undefined || now - known.from >= MINUTE_MS ? { from: now, count: 0 } : known
      minute.count += 1
      if (minute !== known) putNewest(minutes, paymentKey, minute, MAX_PAYMENTS)
      if (minute.count !== MAX_CALM + 1) return
      notices.add({
        id: CALLBACK_BURST,
        level: 'warning',
        message: `Payment ${paymentId} got more than ${String(MAX_CALM)} callbacks within a minute.`,
        remedy: BURST_REMEDY,
      })
    },
    forget(): void {
      minutes.clear()
    },
  }
}
