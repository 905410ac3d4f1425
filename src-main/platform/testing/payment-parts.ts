import { createChanges } from '../../bench/changes'
import { createVirtualClock } from '../../bench/clock/virtual-clock'
import { createPlatformIds } from '../../bench/ids'
import { createProjects } from '../../bench/projects'
import { createBenchPorts } from '../../hosts/wiring/bench-ports'
import type { Store } from '../../store/store'
import { createPaymentService } from '../payments/payment-service'

/** The service of payments over this store with what it is made of, and nothing that fires or sends. */
export function paymentParts(store: Store, onFailure: (message: string, error: unknown) => void) {
  const { crypto, randomHex, wallNow } = createBenchPorts(() => undefined, '')
  const clock = createVirtualClock(store.clock, wallNow, 0)
  const now = (): number => clock.now()
  const addresses = (): null => null
  const changes = createChanges({
    committed: () => store.committed(),
    readers: { payment: () => null, callback: () => null, exchange: () => null, capture: () => null },
    publish: () => undefined,
    isWatched: () => false,
    skip: () => undefined,
    onFailure,
  })
  const projects = createProjects({ store, addresses, randomHex, now })
  const ids = createPlatformIds(randomHex, wallNow)
  const base = { store, projects, ids, crypto, randomHex, wallNow, changes, now, addresses }
  return { ...base, clock, paymentService: createPaymentService(base) }
}
