import { MINUTE_MS } from '#lib/time/time'
import type { ExchangeRow } from '#store/records'

/** More requests about one payment within a minute than a shop or a tester sends. */
const MIN_BURST = 100

/** The densest minute of requests. `wallFrom`: wall time of its first request, epoch milliseconds. */
export interface RequestBurst {
  readonly requests: number
  readonly wallFrom: number
}

/**
 * Finds the minute of wall time with the most requests about a payment; null where none had more than 100. The virtual
 * clock does not count: it stands still while frozen, and passes days in a second.
 */
export function requestBurst(requests: readonly Pick<ExchangeRow, 'wallReceivedAt'>[]): RequestBurst | null {
  const times = requests.map(({ wallReceivedAt }) => wallReceivedAt).toSorted((a, b) => a - b)
  let best: RequestBurst | null = null
  let first = 0
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= MINUTE_MS) first += 1
    const found = last - first + 1
    const wallFrom = times[first] ?? time
    if (found > MIN_BURST && found > (best?.requests ?? 0)) best = { requests: found, wallFrom }
  }
  return best
}
