import { describe, expect, it } from 'vitest'
import { createEventLog } from './event-log'
import type { BenchEvent } from './events'

const notices = (text: string): BenchEvent => ({
  type: 'notices.changed',
  notices: [{ id: 'n', level: 'warning', message: text }],
})
const RESET: BenchEvent = { type: 'bench.reset' }

describe('events kept for clients that reconnect', () => {
  it('are as many as the log holds', () => {
    const log = createEventLog(() => 0, { maxEvents: 3, maxSize: 1e6, maxEventSize: 1e6 })
    for (let count = 0; count < 10; count += 1) log.publish(RESET)
    expect(log.since(10)).toEqual([])
    expect(log.since(7)?.map(({ seq }) => seq)).toEqual([8, 9, 10])
    expect(log.since(6)).toBeNull()
    expect(log.since(11)).toBeNull()
  })

  it('take no more room than they may', () => {
    const log = createEventLog(() => 0, { maxEvents: 1000, maxSize: 10_000, maxEventSize: 5000 })
    for (let count = 0; count < 100; count += 1) log.publish(notices('x'.repeat(1000)))
    const kept = log.since(log.seq - 5)
    expect(kept?.length).toBe(5)
    expect(log.since(log.seq - 20)).toBeNull()
  })

  it('do not hold one that is too large, which is sent all the same', () => {
    const log = createEventLog(() => 0, { maxEvents: 1000, maxSize: 10_000, maxEventSize: 5000 })
    const seen: number[] = []
    log.subscribe(({ seq }) => seen.push(seq))
    log.publish(RESET)
    log.publish(notices('x'.repeat(6000)))
    log.publish(RESET)
    expect(seen).toEqual([1, 2, 3])
    expect(log.since(1)).toBeNull()
    expect(log.since(2)?.map(({ seq }) => seq)).toEqual([3])
  })
})

describe('an event log', () => {
  it('is watched while anybody listens, and a minute longer for those who come back', () => {
    let now = 0
    const log = createEventLog(() => now)
    expect(log.isWatched).toBe(false)
    const leave = log.subscribe(() => undefined)
    expect(log.isWatched).toBe(true)
    now = 1_000_000
    leave()
    now += 59_999
    expect(log.isWatched).toBe(true)
    now += 1
    expect(log.isWatched).toBe(false)
  })

  it('says that events are missing where something was skipped', () => {
    const log = createEventLog(() => 0)
    log.publish(RESET)
    const before = log.seq
    log.skip()
    log.publish(RESET)
    expect(log.since(before)).toBeNull()
    expect(log.since(before + 1)).toEqual([{ seq: before + 2, event: RESET }])
  })
})
