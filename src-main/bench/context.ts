import type { Store } from '../store/store'
import type { Changes } from './changes'
import type { VirtualClock } from './clock/virtual-clock'
import type { TokenExpiry } from './form/token-expiry'
import type { Holds } from './outbox/holds'
import type { PlatformIds } from './payments/ids'
import type { Ledger } from './payments/ledger'
import type { BenchPorts, OwnAddresses } from './ports'
import type { Projects } from './projects'
import type { Advancer } from './scheduler/advance'
import type { Scheduler } from './scheduler/scheduler'

/** The parts of the bench that the contract's methods work with. */
export interface BenchContext {
  readonly store: Store
  readonly ports: BenchPorts
  readonly clock: VirtualClock
  readonly projects: Projects
  readonly ids: PlatformIds
  readonly ledger: Ledger
  readonly scheduler: Scheduler
  readonly advancer: Advancer
  readonly holds: Holds
  readonly tokenExpiry: TokenExpiry
  readonly changes: Changes
  readonly addresses: () => OwnAddresses | null
}
