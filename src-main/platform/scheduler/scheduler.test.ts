import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../e2e/fixtures/hosts/memory-bench'
import { createBenchPorts } from '../../hosts/wiring/bench-ports'
import { createChanges } from '../../bench/changes'
import { createVirtualClock } from '../../bench/clock/virtual-clock'
import { createTokenExpiry } from './token-expiry'
import { createHolds } from '../callbacks/holds'
import { createPlatformIds } from '../../bench/ids'
import { createPaymentService } from '../payments/payment-service'
import { createProjects } from '../../bench/projects'
import { createScheduler } from './scheduler'

it('continues after an attempt that throws, and does not wait for it', async () => {
  const store = openMemoryStore()
  const { crypto, randomHex, wallNow } = createBenchPorts(() => undefined, '')
  const clock = createVirtualClock(store.clock, wallNow, 0)
  const now = (): number => clock.now()
  const faults: string[] = []
  const onFailure = (message: string, error: unknown): void => {
    faults.push(`${message}: ${String(error)}`)
  }
  const changes = createChanges({
    committed: () => store.committed(),
    readers: { payment: () => null, callback: () => null, exchange: () => null, capture: () => null },
    publish: () => undefined,
    isWatched: () => false,
    skip: () => undefined,
    onFailure,
  })
  const projects = createProjects({ store, addresses: () => null, randomHex, now })
  const ids = createPlatformIds(randomHex, wallNow)
  let tries = 0
  const scheduler = createScheduler({
    store,
    clock,
    paymentService: createPaymentService({
      store,
      projects,
      ids,
      crypto,
      randomHex,
      wallNow,
      changes,
      now,
      addresses: () => null,
    }),
    deliveries: {
      attempt(id) {
        tries += 1
        if (tries === 1) return Promise.reject(new Error('broken'))
        store.callbacks.update(id, { state: 'delivered', nextAttemptAt: null })
        return Promise.resolve(true)
      },
      setAside: (_, reason) => {
        throw reason
      },
    },
    holds: createHolds({ store, changes }),
    tokenExpiry: createTokenExpiry({ store, projects, ids, crypto, changes, now }),
    mayLeave: () => true,
    onFailure,
  })
  store.callbacks.insert({
    ...{ id: 'cb_1', paymentKey: null, paymentId: '', projectId: 1, kind: 'other', createdAt: now() },
    ...{ targetUrl: 'http://127.0.0.1:1/', targetIsOwnPath: false, method: 'POST', headers: [] },
    ...{ body: new Uint8Array(), state: 'scheduled', attemptCount: 0, firstDueAt: now(), nextN: 0 },
    ...{ nextAttemptAt: now(), lastStatus: null, lastDurationMs: null, replayOf: null, note: null },
    operationId: null,
  })
  scheduler.start()
  await scheduler.quiet()
  expect(tries).toBe(2)
  expect(faults).toEqual(['An attempt to deliver cb_1 broke off: Error: broken'])
  await scheduler.stop()
  await store.close()
})
