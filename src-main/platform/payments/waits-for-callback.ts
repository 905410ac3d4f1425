import type { PaymentKey } from '#domain/ids'
import type { Store } from '#store/store'

/**
 * Whether a timer of the payment that is due at this time (virtual, epoch milliseconds) has to wait: a callback that is due
 * before a timer of its payment is answered before that timer fires.
 */
export function waitsForCallback(store: Store, paymentKey: PaymentKey, dueAt: number): boolean {
  return store.callbacks.dueBefore(paymentKey, dueAt).some(({ unreadable }) => unreadable === undefined)
}
