import { describe, expect, it } from 'vitest'
import { requestBurst } from './request-burst'

const every = (ms: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ wallReceivedAt: from + n * ms }))

describe('the densest minute of the requests about a payment', () => {
  it('is none while a shop asks as often as shops do', () => {
    expect(requestBurst([])).toBeNull()
    expect(requestBurst(every(0, 100))).toBeNull()
    expect(requestBurst(every(1_000, 5_000))).toBeNull()
  })

  it('is found by wall time, wherever it lies', () => {
    const calm = every(2_000, 500)
    const busy = every(20, 6_000, 2_000_000)
    expect(requestBurst([...busy, ...calm])).toEqual({ requests: 3_000, wallFrom: 2_000_000 })
  })

  it('begins with the request after the hundredth', () => {
    expect(requestBurst(every(10, 101))).toEqual({ requests: 101, wallFrom: 0 })
  })
})
