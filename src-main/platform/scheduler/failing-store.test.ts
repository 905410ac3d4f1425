import { expect, it } from 'vitest'
import { createBenchPorts } from '#hosts/wiring/bench-ports'
import { createBench } from '#workbench/create-bench'
import { MEMORY_BENCH, openMemoryStore } from '#e2e/fixtures/hosts/memory-bench'

it('retries a callback after a second, not at once, where its attempt cannot be recorded', async () => {
  const store = openMemoryStore()
  let failing = true
  let tries = 0
  let delivered: () => void = () => undefined
  const delivery = new Promise<void>((resolve) => {
    delivered = resolve
  })
  const response = {
    status: 200,
    ...{ httpVersion: '1.1', headers: [], body: new Uint8Array(), truncated: false },
  }
  const bench = createBench({
    store: {
      ...store,
      attempts: {
        ...store.attempts,
        start(attempt) {
          tries += 1
          if (failing) throw new Error('disk full')
          return store.attempts.start(attempt)
        },
      },
    },
    ...MEMORY_BENCH,
    ports: {
      ...createBenchPorts(() => undefined, ''),
      send: () => {
        delivered()
        return Promise.resolve({
          ...{
            requestHead: new Uint8Array(),
            response,
            failure: null,
            durationMs: 1,
            tlsVersion: null,
            wire: null,
            certificateError: null,
          },
        })
      },
    },
  })
  const nowhere = {
    platform: '',
    platformTls: '',
    merchant: 'http://127.0.0.1:1',
    merchantTls: '',
    workbench: null,
  }
  bench.start({ addresses: nowhere, listeners: [], caPem: null, workbenchOrigin: null, notices: [] })
  const { key } = await bench.handlers['payments.create']({ amount: 1, currency: 'EUR' })
  await bench.handlers['payments.complete']({ key, outcome: 'success' })
  for (let turn = 0; turn < 200; turn += 1) await new Promise<void>((next) => setImmediate(next))
  expect(tries).toBe(1)
  const { notices } = await bench.handlers['bench.info']({})
  expect(notices.map(({ level, message }) => [level, message.includes('disk full')])).toEqual([
    ['error', true],
  ])

  await expect(bench.handlers['clock.advance']({ ms: 0 })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('could not be recorded. It is tried again every second'),
  })

  failing = false
  await delivery
  await bench.handlers['clock.advance']({ ms: 0 })
  const { items } = await bench.handlers['callbacks.list']({})
  expect(items[0]).toMatchObject({ state: 'delivered', attemptCount: 1 })
  expect(tries).toBe(3)
  await bench.close()
})
