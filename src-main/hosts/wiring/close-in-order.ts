import type { Bench } from '../../workbench/bench'
import type { Log } from '../../bench/ports'
import { CLOSING_LIMIT_MS } from '../running-bench'
import type { Listeners } from './listeners'

/** How long requests in flight may still take, milliseconds of real time. */
const CALLERS_GRACE_MS = 2_000
const CAPTURES_GRACE_MS = 500

/**
 * Closes the doors of the platform and of the workbench first, then the bench, which cuts off deliveries on their way
 * (they are repeated at the next start), then the merchant's doors: closed earlier, they would refuse callbacks of
 * our own, and the log would show failures that are none. Returns a function that does it once, within the limit.
 */
export function closeInOrder(given: {
  readonly bench: Bench
  readonly doors: Listeners
  /** Ends the lines that are no sockets of ours. */
  readonly endLines: () => void
  /** Called when the bench begins to let go of its store. */
  readonly onEnding: () => void
  readonly log: Log
}): () => Promise<void> {
  const { bench, doors, endLines, onEnding, log } = given
  const { platform, platformTls, merchant, merchantTls, workbench } = doors

  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log('error', `${what} did not close in order; what was acknowledged is kept`, error)
    }
  }
  const run = async (): Promise<void> => {
    await attempt('A listener', () =>
      Promise.all(
        [platform, platformTls, ...(workbench === null ? [] : [workbench])].map((door) =>
          door.close({ graceMs: CALLERS_GRACE_MS }),
        ),
      ),
    )
    onEnding()
    await attempt('The bench', () => bench.close())
    endLines()
    await attempt('A listener', () =>
      Promise.all([merchant, merchantTls].map((door) => door.close({ graceMs: CAPTURES_GRACE_MS }))),
    )
  }

  let closing: Promise<void> | null = null
  return () => {
    closing ??= withinLimit(run(), log)
    return closing
  }
}

async function withinLimit(work: Promise<void>, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log('warning', 'Not everything could be closed in time; it goes on at the next start')
      resolve()
    }, CLOSING_LIMIT_MS)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
