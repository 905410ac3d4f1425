import type { Store } from '#store/store'
import type { Changes } from './changes'
import type { VirtualClock } from './clock/virtual-clock'
import type { PlatformIds } from './ids'
import type { Projects } from './projects'
import type { SelfRequests } from './self-address'
import type { BenchPorts, SelfAddresses } from './sending'

/** What the parts of Paybench share; each part names the members that it uses. */
export interface BenchServices extends Omit<BenchPorts, 'log' | 'sendExact'> {
  readonly store: Store
  readonly projects: Projects
  readonly ids: PlatformIds
  readonly clock: VirtualClock
  readonly changes: Changes
  /** Virtual time, epoch milliseconds. */
  readonly now: () => number
  /** Null until the listeners are open. */
  readonly addresses: () => SelfAddresses | null
  /** Lets our own listeners recognise requests that we sent ourselves. */
  readonly selfRequests: SelfRequests
  /** Turns a callback URL that leads to Paybench into a reference that survives a change of ports. */
  readonly reference: (url: string) => string
  readonly onFailure: (message: string, error: unknown) => void
  /** Aborted when Paybench stops. */
  readonly ending: AbortSignal
}
