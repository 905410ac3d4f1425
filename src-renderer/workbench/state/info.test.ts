import { describe, expect, it } from 'vitest'
import type { BenchInfo } from '#protocol/bench'
import { afterEvents, type InfoState } from './info'

const counters = {
  payments: 0,
  waiting: 0,
  callbacks: 0,
  failingCallbacks: 0,
  pendingCallbacks: 0,
  captures: 0,
  exchanges: 0,
}
const storage = {
  directory: null,
  messages: 0,
  bytes: 0,
  maxMessages: 1000,
  maxBytes: 20_000_000,
  evicted: 0,
  durability: 'normal' as const,
  index: { behind: 0, rebuilding: null, texts: null },
}
const info: BenchInfo = {
  version: '0.1.0',
  runtime: { host: 'memory', node: '20', platform: 'linux' },
  listeners: [],
  projects: [],
  defaultProjectId: 1,
  clock: {
    mode: 'live',
    now: '2031-04-09T16:42:17.000Z',
    wallNow: '2031-04-09T16:42:17.000Z',
    rate: 1,
    timers: 0,
  },
  counters,
  storage,
  notices: [],
  changes: [],
  session: { kind: 'own' },
  caPem: null,
}
const aState = (change: Partial<InfoState> = {}): InfoState => ({
  status: 'connected',
  failedTries: 0,
  refused: false,
  info,
  error: null,
  epoch: 0,
  ...change,
})

describe('a batch of events', () => {
  it('leaves the newest counters and notices', () => {
    const notice = { id: 'n1', level: 'error' as const, message: 'Port 8620 is taken.' }
    const state = afterEvents(aState(), [
      { type: 'counters.changed', counters: { ...counters, payments: 1 }, storage },
      { type: 'counters.changed', counters: { ...counters, payments: 2 }, storage },
      { type: 'notices.changed', notices: [notice] },
    ])
    expect(state.info?.counters.payments).toBe(2)
    expect(state.info?.notices).toEqual([notice])
  })

  it('makes everything be fetched again after a reset, also before anything was read', () => {
    expect(afterEvents(aState({ info: null }), [{ type: 'bench.reset' }])).toMatchObject({
      info: null,
      epoch: 1,
    })
  })

  it('changes nothing else', () => {
    expect(afterEvents(aState(), [])).toEqual(aState())
  })
})
