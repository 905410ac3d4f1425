import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds } from './rounds'

/** Work whose rounds end on demand. */
function heldWork() {
  const ends: (() => void)[] = []
  return {
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    started: () => ends.length,
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

it('finishes a round however much changes meanwhile, and then runs once more', async () => {
  const { work, started, finish } = heldWork()
  const rounds = createRounds(work, 1500)
  for (let change = 0; change < 5; change += 1) {
    rounds.again()
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(started()).toBe(1)
  await finish()
  await vi.advanceTimersByTimeAsync(1499)
  expect(started()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(started()).toBe(2)
  await finish()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started()).toBe(2)
})

it('waits a pause after the first of many changes, not after the last', async () => {
  const { work, started, finish } = heldWork()
  const rounds = createRounds(work, 1500)
  await finish()
  for (let change = 0; change < 4; change += 1) {
    rounds.again()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(started()).toBe(2)
})

it('continues after a round that failed, and can be ended', async () => {
  let started = 0
  const rounds = createRounds(() => {
    started += 1
    return Promise.reject(new Error('no line'))
  }, 10)
  await vi.advanceTimersByTimeAsync(0)
  rounds.again()
  await vi.advanceTimersByTimeAsync(10)
  expect(started).toBe(2)
  rounds.again()
  rounds.end()
  rounds.again()
  await vi.advanceTimersByTimeAsync(1000)
  expect(started).toBe(2)
})
