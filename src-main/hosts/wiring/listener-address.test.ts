import { describe, expect, it } from 'vitest'
import { isLoopbackBind, listenerUrl } from './listener-address'

describe('the address of a listener', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8610'],
    ['localhost', 'http://localhost:8610'],
    ['192.168.7.9', 'http://192.168.7.9:8610'],
    ['0.0.0.0', 'http://127.0.0.1:8610'],
    ['::', 'http://[::1]:8610'],
    ['::1', 'http://[::1]:8610'],
    ['fd00::7', 'http://[fd00::7]:8610'],
  ])('bound to %s is %s', (bind, url) => {
    expect(listenerUrl('http', bind, 8610)).toBe(url)
    expect(new URL(url).origin).toBe(url)
  })

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '::1', '0:0:0:0:0:0:0:1'])(
    '%s is loopback',
    (bind) => {
      expect(isLoopbackBind(bind)).toBe(true)
    },
  )

  it.each(['0.0.0.0', '::', '192.168.7.9', 'fd00::7', 'bench.test', '128.0.0.1'])(
    '%s is not loopback',
    (bind) => {
      expect(isLoopbackBind(bind)).toBe(false)
    },
  )
})
