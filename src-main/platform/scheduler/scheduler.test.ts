import { expect, it } from 'vitest'
import { openMemoryStore } from '#e2e/fixtures/hosts/memory-bench'
import { createTokenExpiry } from './token-expiry'
import { createHolds } from '#platform/callbacks/holds'
import { paymentParts } from '#e2e/fixtures/hosts/payment-parts'
import { createScheduler } from './scheduler'

it('continues after an attempt that throws, and does not wait for it', async () => {
  const store = openMemoryStore()
  const faults: string[] = []
  const onFailure = (message: string, error: unknown): void => {
    faults.push(`${message}: ${String(error)}`)
  }
  const parts = paymentParts(store, onFailure)
  const { changes, now } = parts
  let tries = 0
  const scheduler = createScheduler({
    ...parts,
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
    tokenExpiry: createTokenExpiry(parts),
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
