import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BenchInfo } from '#protocol/bench'
import { reachedUrl, shopUrl } from './listeners'

const listening = (host: string, workbench = `http://${host}:8600`): BenchInfo => {
  const listeners: BenchInfo['listeners'] = [
    { name: 'platform', url: `http://${host}:8610`, reachableAt: [] },
    { name: 'merchant', url: `http://${host}:8620`, reachableAt: [] },
    { name: 'merchantTls', url: `https://${host}:8621`, reachableAt: [] },
    { name: 'workbench', url: workbench },
  ]
  // Only the listeners are read.
  return { listeners } as unknown as BenchInfo
}

/** A page of the workbench at this address; in the desktop program with its connection. */
const pageAt = (address: string, paybench?: object): void => {
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('window', { paybench })
}
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the addresses that the page uses', () => {
  it('are those of the host under which another computer reached it', () => {
    pageAt('http://bench.test:8600/')
    expect(reachedUrl(listening('127.0.0.1'), 'platform')).toBe('http://bench.test:8610')
    expect(shopUrl(listening('127.0.0.1'))).toBe('http://bench.test:8620/shop')
  })

  it('are over TLS in frames of a page that came over TLS', () => {
    pageAt('https://bench.test:8600/')
    expect(shopUrl(listening('127.0.0.1', 'https://127.0.0.1:8600'))).toBe('https://bench.test:8621/shop')
  })

  it('are those of this computer in the desktop window, over TLS where plain HTTP would be blocked', () => {
    pageAt('paybench://desk/workbench/index.html', {})
    expect(reachedUrl(listening('127.0.0.1'), 'platform')).toBe('http://127.0.0.1:8610')
    expect(shopUrl(listening('127.0.0.1'))).toBe('http://127.0.0.1:8620/shop')
    expect(shopUrl(listening('192.168.1.5'))).toBe('https://192.168.1.5:8621/shop')
  })
})
