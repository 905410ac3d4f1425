import { describe, expect, it } from 'vitest'
import { socketAddress, retryDelay } from './connection'

describe('the connection over a WebSocket', () => {
  it('goes to the host of the page', () => {
    expect(socketAddress({ protocol: 'http:', host: '127.0.0.1:8600' })).toBe(
      'ws://127.0.0.1:8600/api/v1/line',
    )
    expect(socketAddress({ protocol: 'https:', host: 'bench.test' })).toBe('wss://bench.test/api/v1/line')
  })

  it('is retried with growing delays', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
  })
})
