import { createSelfRequests } from '#core/self-address'
import { createDeliveries, type Deliveries } from '#platform/callbacks/delivery'
import { createFaultRules, createMessageFaults } from '#platform/callbacks/fault-rules'
import { createHolds } from '#platform/callbacks/enqueue'
import { createTokenExpiry } from '#platform/scheduler/dispatcher'
import { createPaymentService } from '#platform/payments/payment-service'
import { createAdvancer } from '#platform/scheduler/advance'
import { createScheduler } from '#platform/scheduler/scheduler'
import type { BenchBase } from './bench-base'
import type { CallbackId } from '#domain/ids'

/** Runs commands on payments, fires their timers and sends their callbacks. */
export type PaymentEngine = ReturnType<typeof createPaymentEngine>

/** The parts of the bench that method handlers use. */
export type BenchContext = PaymentEngine['context']

/** No timer fires and nothing is sent until the scheduler in the returned context is started. */
export function createPaymentEngine(
  base: BenchBase,
  observer: {
    readonly watch: (deliveries: Deliveries) => Deliveries
    /** Called when a fault rule has stopped a callback before its first attempt. */
    readonly onStopped: (callbackId: CallbackId) => void
    readonly onAdvanced: () => void
  },
) {
  const paymentService = createPaymentService({
    ...base,
    // No timer fires in a read-only session.
    now: base.isReadOnly ? () => Number.NEGATIVE_INFINITY : base.now,
  })
  const faultRules = createFaultRules(base)
  const holds = createHolds(base)
  const selfRequests = createSelfRequests(() => performance.now())
  const mayLeave = createMessageFaults({ ...base, faultRules, holds })
  const deliveries = createDeliveries({ ...base, faultRules, holds, selfRequests })
  const tokenExpiry = createTokenExpiry(base)
  const scheduler = createScheduler({
    ...base,
    paymentService,
    holds,
    tokenExpiry,
    deliveries: observer.watch(deliveries),
    mayLeave(callback) {
      const leaves = mayLeave(callback)
      if (!leaves) observer.onStopped(callback.id)
      return leaves
    },
  })
  const advancer = createAdvancer({ clock: base.clock, scheduler, onProgress: observer.onAdvanced })
  return {
    context: { ...base, paymentService, scheduler, advancer, holds, tokenExpiry },
    faultRules,
    selfRequests,
  }
}
