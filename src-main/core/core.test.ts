import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPlatformIds, exchangeOfRefusal } from './ids'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '#lib/limits/limit-table'
import { createPacer, createRoomCheck } from './retention'
import { createSelfRequests, type SelfRequest } from './self-address'
import { iso } from './views'
import { keepableResponse } from './exchange-record'
import { isLinear } from './testing/growth'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { parseJson } from '#lib/json/parse'

describe('ids', () => {
  const randomHex = (digits: number): string => randomBytes(digits).toString('hex').slice(0, digits)

  /** Makes ids at these times, in milliseconds. */
  const idsAt = (...times: readonly number[]) => {
    let n = 0
    return createPlatformIds(randomHex, () => times[n++] ?? 0)
  }

  it.each([
    ['payments', 'paymentKey', /^pay_[0-9a-f]{20}$/],
    ['callbacks', 'callbackId', /^cb_[0-9a-f]{20}$/],
    ['exchanges', 'exchangeId', /^ex_[0-9a-f]{20}$/],
  ] as const)('of %s sort by time, so that new rows are stored next to each other', (_, kind, shape) => {
    const times = [0, 1, 255, 256, 1_795_000_000_000, 1_795_000_000_001, 4_000_000_000_000]
    const ids = idsAt(...times)
    const made = times.map(() => ids[kind]())
    expect(made.toSorted()).toEqual(made)
    for (const id of made) expect(id).toMatch(shape)
  })

  it('made in the same millisecond differ', () => {
    const ids = createPlatformIds(randomHex, () => 1_795_000_000_000)
    const made = new Set(Array.from({ length: 5000 }, () => ids.exchangeId()))
    expect(made.size).toBe(5000)
  })

  it('of requests have the contract’s format, and begin with the time too', () => {
    const ids = idsAt(1_795_000_000_000, 1_795_000_000_001)
    const [first, second] = [ids.requestId(42), ids.requestId(42)]
    expect(first).toMatch(/^[0-9a-f]{40}-[0-9a-f]{40}-00000042$/)
    expect(first < second).toBe(true)
  })

  it('of refused requests lead to their exchanges', () => {
    const ids = createPlatformIds(randomHex, () => 1_795_000_000_000)
    const exchange = ids.exchangeId()
    expect(exchangeOfRefusal(ids.refusedRequestId(7, exchange))).toBe(exchange)
  })
})

describe('long work', () => {
  const MIB = 1024 * 1024

  describe('the check for free disk space', () => {
    it('runs before the first byte and every 16 MiB, not on every write', async () => {
      let checks = 0
      const makeRoom = createRoomCheck('/somewhere', 'export', () => {
        checks += 1
        return Promise.resolve(LIMITS.freeDiskBytes)
      })
      for (let written = 0; written <= 40 * MIB; written += MIB) await makeRoom(written)
      expect(checks).toBe(3)
    })

    it('stops work that would use up the reserve', async () => {
      let free = LIMITS.freeDiskBytes
      const makeRoom = createRoomCheck('/somewhere', 'export', () => Promise.resolve(free))
      await makeRoom(0)
      free -= 1
      await expect(makeRoom(16 * MIB)).rejects.toThrow(/\/somewhere.*Nothing was exported/)
    })

    it('gets the free space from the operating system', async () => {
      await createRoomCheck(tmpdir(), 'export')(0)
      const missing = join(tmpdir(), `paybench-none-${randomUUID()}`)
      await expect(createRoomCheck(missing, 'export')(0)).rejects.toThrow('ENOENT')
    })
  })

  it('is paced: one task continues per turn of the event loop, so that other work can run', async () => {
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const continuedIn = await Promise.all(
      ['one', 'another', 'third'].map(async () => {
        await createPacer(undefined, { sliceMs: 0 }).pause()
        return turns
      }),
    )
    isDone = true
    expect(new Set(continuedIn).size).toBe(3)
  })
})

describe('self-address', () => {
  const attempt = (n: number): SelfRequest => ({
    kind: 'attempt',
    callbackId: `cb_${String(n)}`,
    callbackKind: 'result',
    attempt: n,
  })

  /** Self-requests whose clock the test moves. */
  function openRequests() {
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
      const requests = openRequests()
      const inFlight = requests.expect(40_000, attempt(1))
      requests.expect(40_001, attempt(2))
      expect(inFlight.exchangeId()).toBeNull()
      expect(requests.claim({ remotePort: 40_000 }, 'ex_1')).toEqual(attempt(1))
      expect(requests.claim({ remotePort: 40_000 }, 'ex_2')).toBeNull()
      expect(inFlight.exchangeId()).toBe('ex_1')
    })

    it('is not confused with a request of another program', () => {
      const requests = openRequests()
      requests.expect(40_000, attempt(1))
      expect(requests.claim({ remotePort: 40_002 }, 'ex_1')).toBeNull()
      expect(requests.claim({ remotePort: 0 }, 'ex_2')).toBeNull()
    })

    it('is forgotten when its connection closes, so that its port is free for another', () => {
      const requests = openRequests()
      requests.expect(40_000, attempt(1)).end()
      expect(requests.claim({ remotePort: 40_000 }, 'ex_1')).toBeNull()
      const before = requests.expect(40_000, attempt(2))
      requests.expect(40_000, attempt(3))
      before.end()
      expect(requests.claim({ remotePort: 40_000 }, 'ex_2')).toEqual(attempt(3))
    })

    it('is still recognised shortly after its connection breaks, but not for long', () => {
      const requests = openRequests()
      requests.expect(40_000, attempt(1)).end(true)
      requests.pass(4000)
      expect(requests.claim({ remotePort: 40_000 }, 'ex_1')).toEqual(attempt(1))
      requests.expect(40_001, attempt(2)).end(true)
      requests.pass(5001)
      expect(requests.claim({ remotePort: 40_001 }, 'ex_2')).toBeNull()
    })

    it('is forgotten if it was recorded before its connection broke', () => {
      const requests = openRequests()
      const inFlight = requests.expect(40_000, attempt(1))
      requests.claim({ remotePort: 40_000 }, 'ex_1')
      inFlight.end(true)
      expect(requests.claim({ remotePort: 40_000 }, 'ex_2')).toBeNull()
    })
  })
})

describe('views', () => {
  it('format any number as a time, even one that is out of range', () => {
    expect(iso(Date.UTC(2030, 3, 9))).toBe('2030-04-09T00:00:00.000Z')
    for (const odd of [NaN, Infinity, -1, 8.64e15 + 1, 1e300]) {
      expect(iso(odd)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    }
  })

  const storedText = (page: string): string =>
    new TextDecoder().decode(keepableResponse('form', new TextEncoder().encode(page)))

  describe('a stored page of the form', () => {
    const styles = '<style nonce="n">b{width:4111111111111111px}</style>'

    it('has no card number before or after its styles', () => {
      const page = `<!doctype html><title>4111 1111 1111 1111</title>${styles}<p>5555 5555 5555 4444 · Ünal</p>`
      const text = storedText(page)
      expect(text).not.toMatch(/4111 1111 1111 1111|5555 5555 5555 4444/)
      expect(text).toHaveLength(page.length)
      expect(text).toContain(' · Ünal</p>')
    })

    it('is searched for card numbers except in its styles, which Paybench wrote and which make up most of the page', () => {
      expect(storedText(`<!doctype html>${styles}<p>5555555555554444</p>`)).toContain(styles)
    })

    it('is searched in full if its style element is not closed', () => {
      expect(storedText('<!doctype html><style>b{}<p>4111111111111111</p>')).not.toContain('4111111111111111')
    })

    it('is searched after its first style element, even in a customer’s text that looks like another style element', () => {
      expect(storedText(`<!doctype html>${styles}<style>4111111111111111</style>`)).not.toContain(
        '>4111111111111111<',
      )
    })
  })
})

it('a large signature is read once for the canonical string, however many other keys are called signature', () => {
  const textOf = (count: number): string =>
    `{"signature":[${'0,'.repeat(count)}0],"list":[${'{"signature":0},'.repeat(count)}0]}`
  const work = (text: string): unknown => {
    const json = parseJson(text)
    return json.ok && canonicalise(json.root, dialects.REF, 'api')
  }
  expect(isLinear(work, textOf, 1_500)).toBe(true)
})
