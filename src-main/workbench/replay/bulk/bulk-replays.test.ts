import { afterEach, describe, expect, it } from 'vitest'
import { openFailingBench, turn, type FailingBench } from '#e2e/fixtures/hosts/failing-bench'
import type { Store } from '#store/store'

let open: FailingBench
afterEach(async () => {
  await open.bench.close()
})

/** Composes `count` messages and waits until the merchant has them. */
async function deliverMessages(count: number, chars = 10): Promise<string[]> {
  const { handlers } = open.bench
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const body = JSON.stringify({ at, filling: 'x'.repeat(chars), signature: '' })
    const { id } = await handlers['callbacks.compose']({
      body,
      signing: 'keep',
      target: 'http://127.0.0.1:1/pay',
    })
    ids.push(id)
  }
  await handlers['clock.advance']({ ms: 0 })
  return ids
}

const CHOICE = { pacing: 'flat', order: 'original', concurrency: 1, signing: 'keep' } as const
const countCallbacks = ({ callbacks }: Store): number =>
  Object.values(callbacks.countByState()).reduce((sum, count) => sum + count, 0)

describe('a bulk replay of large messages', () => {
  it('is confirmed before its first message is created, and lets other work run between messages', async () => {
    open = openFailingBench({ failing: (store) => store })
    const { bench, store } = open
    const ids = await deliverMessages(5, 1_000_000)
    const before = countCallbacks(store)
    const started = bench.handlers['replay.start']({ ...CHOICE, ids, signing: 'resign' })
    expect(countCallbacks(store)).toBe(before)
    const { id } = await started
    const made: number[] = []
    for (let last = before; last < before + 5;) {
      await turn()
      const now = countCallbacks(store)
      made.push(now - last)
      last = now
      expect((await bench.handlers['replay.get']({ id })).job.state).not.toBe('cancelled')
    }
    expect(Math.max(...made)).toBeLessThan(5)
  })
})

describe('a bulk replay whose messages cannot be saved', () => {
  it('ends with the reason, and Paybench keeps working', async () => {
    let room = Number.POSITIVE_INFINITY
    open = openFailingBench({
      failing: (store) => ({
        ...store,
        callbacks: {
          ...store.callbacks,
          insert(callback) {
            room -= 1
            if (room < 0) throw new Error('disk full')
            return store.callbacks.insert(callback)
          },
        },
      }),
    })
    const { bench, store, faults } = open
    const ids = await deliverMessages(6)
    room = 15
    const { id } = await bench.handlers['replay.start']({ ...CHOICE, ids, copies: 10 })
    for (let left = 0; left < 45;) {
      await turn()
      left = (await bench.handlers['replay.get']({ id })).job.left
    }
    const { job, items } = await bench.handlers['replay.get']({ id })
    expect(job).toMatchObject({ state: 'cancelled', accepted: 15, left: 45, waiting: 0, inFlight: 0 })
    expect(items.at(-1)?.note).toContain('disk full')
    expect(items.at(-1)?.callbackId).toBeUndefined()
    expect(faults[0]).toContain('disk full')
    room = 1
    await deliverMessages(1)
    expect(store.callbacks.countByState()).toMatchObject({ delivered: 22, scheduled: 0, held: 0 })
  })
})
