import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds } from './rounds'

/** Work whose rounds end when the test says so. */
function heldWork() {
  const ends: (() => void)[] = []
  return {
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    begun: () => ends.length,
    async finish() {
      ends.at(-1)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('lets a round come to its end however much changes meanwhile, and then runs once more', async () => {
  const { work, begun, finish } = heldWork()
  const rounds = createRounds(work, 1500)
  for (let change = 0; change < 5; change += 1) {
    rounds.again()
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(begun()).toBe(1)
  await finish()
  await vi.advanceTimersByTimeAsync(1499)
  expect(begun()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun()).toBe(2)
  await finish()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun()).toBe(2)
})

it('waits a pause after the first of many changes, not after the last', async () => {
  const { work, begun, finish } = heldWork()
  const rounds = createRounds(work, 1500)
  await finish()
  for (let change = 0; change < 4; change += 1) {
    rounds.again()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(begun()).toBe(2)
})

it('goes on after a round that failed, and ends for good', async () => {
  let begun = 0
  const rounds = createRounds(() => {
    begun += 1
    return Promise.reject(new Error('no line'))
  }, 10)
  await vi.advanceTimersByTimeAsync(0)
  rounds.again()
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toBe(2)
  rounds.again()
  rounds.end()
  rounds.again()
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun).toBe(2)
})
