import { setTimeout as pause } from 'node:timers/promises'

/** Resolves to true when the work is done, or to false after `ms` real milliseconds. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController()
  try {
    return await Promise.race([work.then(() => true), pause(ms, false, { signal: ended.signal })])
  } finally {
    ended.abort()
  }
}

/** Time for work to finish when the bench ends, real milliseconds. */
export const ENDING_GRACE_MS = 1_000
