import { afterEach, describe, expect, it } from 'vitest'
import { createBodyBudget } from './intake/body'
import { loggedRequest } from './intake/malformed'
import { openTestListener, type TestListener } from './testing/listeners'
import { rawClient, rawRequest, talk } from './testing/raw-client'

let listener: TestListener | null = null
afterEach(async () => {
  await listener?.close()
  listener = null
})

it('the number of connections is limited: further ones are refused until one ends', async () => {
  listener = await openTestListener('merchant', { limits: { maxConnections: 2 } })
  const { port, logged } = listener
  const [first, second] = [rawClient(port), rawClient(port)]
  for (const client of [first, second]) {
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await client.until('HTTP/1.1 200')
  }
  expect(await rawClient(port).closed).toBe('')
  expect(logged.join()).toContain('maximum of 2 connections')
  first.socket.destroy()
  await expect.poll(() => talk(port, rawRequest('POST /ok', '{}'))).toMatch(/^HTTP\/1\.1 200 /)
  second.socket.destroy()
})

describe('the budget of bodies', () => {
  const open = (maxBytesInFlight: number, stallMs = 60_000) => {
    const budget = createBodyBudget({ maxBytesInFlight, smallBytes: 10, stallMs })
    const enter = () => {
      const seen = { paused: false, cutOff: false }
      const share = budget.enter({
        pause: () => void (seen.paused = true),
        resume: () => void (seen.paused = false),
        cutOff: () => void (seen.cutOff = true),
      })
      return { share, seen }
    }
    return enter
  }

  it('lets the oldest body continue, and the others in order of arrival when there is room', () => {
    const enter = open(100)
    const [first, second, third] = [enter(), enter(), enter()]
    second.share.grow(60)
    third.share.grow(50)
    expect([second.seen.paused, third.seen.paused]).toEqual([false, true])
    first.share.grow(1000)
    expect(first.seen.paused).toBe(false)
    second.share.grow(1)
    expect(second.seen.paused).toBe(true)
    first.share.endReading()
    // The first body still counts while it is handled, but the next oldest may continue.
    expect([second.seen.paused, third.seen.paused]).toEqual([false, true])
    first.share.release()
    second.share.release()
    expect(third.seen.paused).toBe(false)
  })

  it('cuts off a body that stalls while another waits, and excuses only the one that waited', async () => {
    const enter = open(100, 50)
    const stalled = enter()
    stalled.share.grow(90)
    const waiting = enter()
    waiting.share.grow(90)
    expect(waiting.seen.paused).toBe(true)
    expect(stalled.share.excuse()).toBe(false)
    await expect.poll(() => stalled.seen.cutOff).toBe(true)
    expect(waiting.seen.cutOff).toBe(false)
    stalled.share.release()
    expect(waiting.seen.paused).toBe(false)
    expect(waiting.share.excuse()).toBe(true)
  })

  it('cuts off the stalled body with 408 and records it, and the waiting one arrives in full', async () => {
    const budget = createBodyBudget({ maxBytesInFlight: 100_000, smallBytes: 1000, stallMs: 200 })
    listener = await openTestListener('merchant', {
      limits: { maxBodyBytes: 1_000_000, headersTimeoutMs: 20_000, requestTimeoutMs: 20_000 },
      bodies: budget,
    })
    const head = 'POST /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 300000\r\n\r\n'
    const stalled = rawClient(listener.port)
    stalled.write(head + 'a'.repeat(150_000))
    const waiting = rawClient(listener.port)
    waiting.write(head + 'b'.repeat(300_000))
    const [cut, whole] = await Promise.all([stalled.closed, waiting.closed])
    // Either may arrive first; the one that is sent in full is never cut off.
    expect(whole).toMatch(/^HTTP\/1\.1 200 /)
    expect(listener.requests.map(({ body }) => body.byteLength)).toEqual([300_000])
    expect(cut).toMatch(/^HTTP\/1\.1 408 /)
    expect(listener.malformed).toHaveLength(1)
  })
})

it('the log names a request on one short line, without its query or card numbers', () => {
  const target = `/pay/4000000000000077?card=4000000000000077&x=${'y'.repeat(10_000)}`
  expect(loggedRequest({ method: 'GET', target })).not.toMatch(/4000000000000077|card=/)
  expect(loggedRequest({ method: 'GET', target: `/${'z'.repeat(9000)}` }).length).toBeLessThan(120)
})
