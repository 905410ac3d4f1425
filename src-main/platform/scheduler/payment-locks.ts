import type { PaymentKey } from '#domain/ids'

/** Payments whose timers and callbacks wait. */
export interface PaymentLocks {
  /** Locks the payment until the returned function is called. A payment that is locked twice is unlocked twice. */
  lock(paymentKey: PaymentKey): () => void
  readonly keys: ReadonlySet<string>
}

export function createPaymentLocks(onUnlock: () => void): PaymentLocks {
  const counts = new Map<string, number>()
  return {
    lock(paymentKey) {
      counts.set(paymentKey, (counts.get(paymentKey) ?? 0) + 1)
      let isLocked = true
      return () => {
        if (!isLocked) return
        isLocked = false
        const count = (counts.get(paymentKey) ?? 1) - 1
        if (count > 0) counts.set(paymentKey, count)
        else counts.delete(paymentKey)
        onUnlock()
      }
    },
    get keys() {
      return new Set(counts.keys())
    },
  }
}
