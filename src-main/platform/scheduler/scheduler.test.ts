import { expect, it } from 'vitest'
import { openFailingBench, turn } from '#e2e/fixtures/hosts/failing-bench'
import { openMemoryStore } from '#e2e/fixtures/hosts/memory-bench'
import { gate } from '#core/testing/listening'
import { createHolds } from '#platform/callbacks/enqueue'
import { paymentParts } from '#e2e/fixtures/hosts/payment-parts'
import { createTokenExpiry } from './dispatcher'
import { createScheduler } from './scheduler'

it('the scheduler repeats a delivery attempt that throws, and reports the error', async () => {
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
  expect(faults).toEqual(['An attempt to deliver cb_1 failed: Error: broken'])
  await scheduler.stop()
  await store.close()
})

it('the scheduler retries a callback after a second if its attempt cannot be recorded', async () => {
  let failing = true
  let tries = 0
  const { opened: delivery, open: reportDelivery } = gate()
  const { bench } = openFailingBench({
    failing: (store) => ({
      ...store,
      attempts: {
        ...store.attempts,
        start(attempt) {
          tries += 1
          if (failing) throw new Error('disk full')
          return store.attempts.start(attempt)
        },
      },
    }),
    send() {
      reportDelivery()
      return Promise.resolve(200)
    },
  })
  const { key } = await bench.handlers['payments.create']({ amount: 1, currency: 'EUR' })
  await bench.handlers['payments.complete']({ key, outcome: 'success' })
  for (let passed = 0; passed < 200; passed += 1) await turn()
  expect(tries).toBe(1)
  const { notices } = await bench.handlers['bench.info']({})
  expect(notices.map(({ level, message }) => [level, message.includes('disk full')])).toEqual([
    ['error', true],
  ])

  await expect(bench.handlers['clock.advance']({ ms: 0 })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/retried every second.*could not be recorded/),
  })

  failing = false
  await delivery
  await bench.handlers['clock.advance']({ ms: 0 })
  const { items } = await bench.handlers['callbacks.list']({})
  expect(items[0]).toMatchObject({ state: 'delivered', attemptCount: 1 })
  expect(tries).toBe(3)
  await bench.close()
})
