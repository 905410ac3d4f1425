import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import type { VirtualClock, WallClockWatch } from '#core/clock/virtual-clock'
import type { TokenExpiry } from '#platform/scheduler/dispatcher'
import type { Holds } from '#platform/callbacks/enqueue'
import type { PlatformIds } from '#core/ids'
import type { PaymentService } from '#platform/payments/payment-service'
import type { BenchPorts, SelfAddresses } from '#core/sending'
import type { Projects } from '#core/projects'
import type { Advancer } from '#platform/scheduler/advance'
import type { Scheduler } from '#platform/scheduler/scheduler'

/** The parts of the bench that the handlers of methods use. */
export interface BenchContext {
  readonly store: Store
  readonly ports: BenchPorts
  readonly clock: VirtualClock
  readonly wallClock: WallClockWatch
  readonly projects: Projects
  readonly ids: PlatformIds
  readonly paymentService: PaymentService
  readonly scheduler: Scheduler
  readonly advancer: Advancer
  readonly holds: Holds
  readonly tokenExpiry: TokenExpiry
  readonly changes: Changes
  readonly addresses: () => SelfAddresses | null
}
