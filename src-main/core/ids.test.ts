import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPlatformIds, exchangeOfRefusal } from './ids'

const randomHex = (digits: number): string => randomBytes(digits).toString('hex').slice(0, digits)

/** Ids made at these times, in milliseconds. */
const idsAt = (...times: readonly number[]) => {
  let n = 0
  return createPlatformIds(randomHex, () => times[n++] ?? 0)
}

describe('ids', () => {
  it.each([
    ['payments', 'paymentKey', /^pay_[0-9a-f]{20}$/],
    ['callbacks', 'callbackId', /^cb_[0-9a-f]{20}$/],
    ['exchanges', 'exchangeId', /^ex_[0-9a-f]{20}$/],
  ] as const)(
    'of %s stand in the order of their times, so that new rows stand side by side',
    (_, kind, shape) => {
      const times = [0, 1, 255, 256, 1_795_000_000_000, 1_795_000_000_001, 4_000_000_000_000]
      const ids = idsAt(...times)
      const made = times.map(() => ids[kind]())
      expect(made.toSorted()).toEqual(made)
      for (const id of made) expect(id).toMatch(shape)
    },
  )

  it('of one moment differ', () => {
    const ids = createPlatformIds(randomHex, () => 1_795_000_000_000)
    const made = new Set(Array.from({ length: 5000 }, () => ids.exchangeId()))
    expect(made.size).toBe(5000)
  })

  it('of requests keep their shape, and begin with the time too', () => {
    const ids = idsAt(1_795_000_000_000, 1_795_000_000_001)
    const [first, second] = [ids.requestId(42), ids.requestId(42)]
    expect(first).toMatch(/^[0-9a-f]{40}-[0-9a-f]{40}-00000042$/)
    expect(first < second).toBe(true)
  })

  it('of a refused request lead to its exchange', () => {
    const ids = createPlatformIds(randomHex, () => 1_795_000_000_000)
    const exchange = ids.exchangeId()
    expect(exchangeOfRefusal(ids.refusedRequestId(7, exchange))).toBe(exchange)
  })
})
