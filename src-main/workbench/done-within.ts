import { setTimeout as pause } from 'node:timers/promises'

/** Returns false if the work is not done after `ms` of wall time. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController()
  try {
    return await Promise.race([work.then(() => true), pause(ms, false, { signal: ended.signal })])
  } finally {
    ended.abort()
  }
}

/** Wall-clock milliseconds for work to finish when the bench ends. */
export const ENDING_GRACE_MS = 1_000
