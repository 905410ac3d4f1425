import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFetcher } from './use-fetched'

/** A fetcher whose responses arrive when the test calls `respond`. */
function aFetcher() {
  const open: { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }[] = []
  const shown: string[] = []
  const fetcher = createFetcher(
    () => new Promise<string>((resolve, reject) => open.push({ resolve, reject })),
    {
      fetched: (value) => shown.push(value),
      failed: (error) => shown.push(`failed: ${String(error)}`),
    },
  )
  const respond = async (act: (request: (typeof open)[number]) => void): Promise<void> => {
    const next = open.shift()
    if (next === undefined) throw new Error('Nothing is being fetched')
    act(next)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { fetcher, shown, respond, inFlight: () => open.length }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a fetcher', () => {
  it('pauses after a slow response for as long as the response took', async () => {
    const { fetcher, shown, respond, inFlight } = aFetcher()
    fetcher.run()
    fetcher.run()
    vi.advanceTimersByTime(800)
    await respond(({ resolve }) => resolve('first'))
    expect(shown).toEqual(['first'])
    fetcher.run()
    vi.advanceTimersByTime(799)
    expect(inFlight()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(inFlight()).toBe(1)
    await respond(({ resolve }) => resolve('second'))
    fetcher.run()
    expect(inFlight()).toBe(1)
  })

  it('shows responses even if changes keep arriving', async () => {
    const { fetcher, shown, respond, inFlight } = aFetcher()
    fetcher.run()
    fetcher.run()
    fetcher.run()
    expect(inFlight()).toBe(1)
    await respond(({ resolve }) => resolve('first'))
    expect(shown).toEqual(['first'])
    expect(inFlight()).toBe(1)
    fetcher.run()
    await respond(({ resolve }) => resolve('second'))
    await respond(({ resolve }) => resolve('third'))
    expect(shown).toEqual(['first', 'second', 'third'])
    expect(inFlight()).toBe(0)
  })

  it('fetches again after a failure if it is run again', async () => {
    const { fetcher, shown, respond } = aFetcher()
    fetcher.run()
    await respond(({ reject }) => reject(new Error('gone')))
    fetcher.run()
    await respond(({ resolve }) => resolve('back'))
    expect(shown).toEqual(['failed: Error: gone', 'back'])
  })

  it('shows nothing once it is stopped, and fetches nothing more', async () => {
    const { fetcher, shown, respond, inFlight } = aFetcher()
    fetcher.run()
    fetcher.run()
    fetcher.stop()
    await respond(({ resolve }) => resolve('late'))
    fetcher.run()
    expect(shown).toEqual([])
    expect(inFlight()).toBe(0)
  })
})
