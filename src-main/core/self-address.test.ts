import { describe, expect, it } from 'vitest'
import { createSelfRequests, type SelfRequest } from './self-address'

const attempt = (n: number): SelfRequest => ({
  kind: 'attempt',
  callbackId: `cb_${String(n)}`,
  callbackKind: 'result',
  attempt: n,
})

/** With a clock that the test moves. */
function opened() {
  let now = 0
  const requests = createSelfRequests(() => now)
  return {
    ...requests,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('a request to our own listener', () => {
  it('is recognised by its local port, once', () => {
    const requests = opened()
    const inFlight = requests.expect(40_000, attempt(1))
    requests.expect(40_001, attempt(2))
    expect(inFlight.exchangeId()).toBeNull()
    expect(requests.claim({ remotePort: 40_000 }, 'ex_1')).toEqual(attempt(1))
    expect(requests.claim({ remotePort: 40_000 }, 'ex_2')).toBeNull()
    expect(inFlight.exchangeId()).toBe('ex_1')
  })

  it('is not confused with a request of somebody else', () => {
    const requests = opened()
    requests.expect(40_000, attempt(1))
    expect(requests.claim({ remotePort: 40_002 }, 'ex_1')).toBeNull()
    expect(requests.claim({ remotePort: 0 }, 'ex_2')).toBeNull()
  })

  it('ends with its connection, and its port is free for another', () => {
    const requests = opened()
    requests.expect(40_000, attempt(1)).end()
    expect(requests.claim({ remotePort: 40_000 }, 'ex_1')).toBeNull()
    const before = requests.expect(40_000, attempt(2))
    requests.expect(40_000, attempt(3))
    before.end()
    expect(requests.claim({ remotePort: 40_000 }, 'ex_2')).toEqual(attempt(3))
  })

  it('is still recognised shortly after its connection broke, but not for long', () => {
    const requests = opened()
    requests.expect(40_000, attempt(1)).end(true)
    requests.pass(4000)
    expect(requests.claim({ remotePort: 40_000 }, 'ex_1')).toEqual(attempt(1))
    requests.expect(40_001, attempt(2)).end(true)
    requests.pass(5001)
    expect(requests.claim({ remotePort: 40_001 }, 'ex_2')).toBeNull()
  })

  it('is not kept when its connection breaks after it was recorded', () => {
    const requests = opened()
    const inFlight = requests.expect(40_000, attempt(1))
    requests.claim({ remotePort: 40_000 }, 'ex_1')
    inFlight.end(true)
    expect(requests.claim({ remotePort: 40_000 }, 'ex_2')).toBeNull()
  })
})
