import { describe, expect, it } from 'vitest'
import type { BenchInfo } from '#protocol/bench'
import { afterEvents, type InfoState } from './info'

const counters = { payments: 0 } as BenchInfo['counters']
const storage = { messages: 0 } as BenchInfo['storage']
const info = { counters, storage, notices: [] } as unknown as BenchInfo

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
